import { isObject } from "../../contracts/json.ts";
import { kindOf, type Shape } from "../../contracts/shape.ts";

/**
 * Whether a value has the type of a shape. A list of objects has it if it is empty, or if some entry has
 * all required members; otherwise the list only shares the name.
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
