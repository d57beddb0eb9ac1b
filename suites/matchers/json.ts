import { isObject, type JsonObject } from "../../contracts/json.ts";

/** The member of an object; undefined if it is absent or the value is not an object. */
export function member(value: unknown, name: string): unknown {
  return hasMember(value, name) ? value[name] : undefined;
}

/** Whether an object has a member, whose value need not be read for that. */
export function hasMember(value: unknown, name: string): value is JsonObject {
  return isObject(value) && Object.hasOwn(value, name);
}

/** The entries of an array; empty if the value is not an array. */
export function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Every scalar inside a value, at any depth. */
export function leaves(value: unknown): readonly (string | number | boolean)[] {
  const found: (string | number | boolean)[] = [];
  const queue: unknown[] = [value];
  while (queue.length > 0) {
    const next = queue.pop();
    if (Array.isArray(next)) queue.push(...next);
    else if (isObject(next)) queue.push(...Object.values(next));
    else if (typeof next === "string" || typeof next === "number" || typeof next === "boolean") {
      found.push(next);
    }
  }
  return found;
}
