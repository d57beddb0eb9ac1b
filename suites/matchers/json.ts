/** A JSON object, as opposed to an array, null or a scalar. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member of an object; undefined where there is none or the value is no object. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The entries of an array; none where the value is no array. */
export function entries(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** One token of a JSON pointer (RFC 6901). */
export function token(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Every scalar inside a value, at whatever depth. */
export function leaves(value: unknown): readonly (string | number | boolean)[] {
  const found: (string | number | boolean)[] = [];
  const queue: unknown[] = [value];
  for (let next = queue.pop(); next !== undefined || queue.length > 0; next = queue.pop()) {
    if (Array.isArray(next)) queue.push(...next);
    else if (isObject(next)) queue.push(...Object.values(next));
    else if (typeof next === "string" || typeof next === "number" || typeof next === "boolean") {
      found.push(next);
    }
  }
  return found;
}

const longest = 80;

/** A value in a few words, for the "actual" of a finding. */
export function describe(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value))
    return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  if (typeof value === "object") return "an object";
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
