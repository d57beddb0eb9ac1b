/** A JSON object, as opposed to an array, null or a scalar. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member that should be an object; an empty object if it is not. */
export function objectAt(value: unknown, name: string): JsonObject {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

/** A member that is a string, otherwise null. */
export function textAt(value: JsonObject, name: string): string | null {
  const found = value[name];
  return typeof found === "string" ? found : null;
}

/** A member that should be a list; an empty list if it is not. */
export function listAt(value: JsonObject, name: string): readonly unknown[] {
  const found = value[name];
  return Array.isArray(found) ? found : [];
}

/** The strings in a list, without its other entries. */
export function textsAt(value: JsonObject, name: string): readonly string[] {
  return listAt(value, name).filter((entry) => typeof entry === "string");
}

/**
 * What `String` makes of a JSON value. `String` itself calls what an object has under the names `toString` and
 * `valueOf`, and throws if these are no functions.
 */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOfValue).join();
  return isObject(value) ? "[object Object]" : String(value);
}

/** One token of a JSON pointer (RFC 6901), with its slash. */
export function pointerToken(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The names on a JSON pointer, unescaped. */
export function pointerNames(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a JSON pointer; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  return pointerNames(pointer).reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)];
    return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, root);
}
