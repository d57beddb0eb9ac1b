import { isObject } from "../../contracts/json.ts";
import { kindOf, type Shape } from "../../contracts/shape.ts";

/**
 * Whether a value is of the type of a shape. A list of objects is where it is empty, or where some entry
 * has all members that are required of one: one that holds something else has but the same name.
 */
export function looksLike(value: unknown, { kinds, items }: Shape): boolean {
  if (!kinds.has(kindOf(value))) return false;
  if (!Array.isArray(value) || items === null || value.length === 0) return true;
  const required = [...items.members].flatMap(([name, { presence }]) =>
    presence === "required" ? [name] : [],
  );
  return value.some(
    (entry) =>
      items.kinds.has(kindOf(entry)) &&
      (!isObject(entry) || required.every((name) => Object.hasOwn(entry, name))),
  );
}
