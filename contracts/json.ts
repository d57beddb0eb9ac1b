/** A JSON object, as opposed to an array, null or a scalar. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member that has to be an object; an empty one where it is absent or anything else. */
export function objectAt(value: unknown, name: string): JsonObject {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

/** A member that is text, else null. */
export function textAt(value: JsonObject, name: string): string | null {
  const found = value[name];
  return typeof found === "string" ? found : null;
}

/** A member that has to be a list; an empty one where it is absent or anything else. */
export function listAt(value: JsonObject, name: string): readonly unknown[] {
  const found = value[name];
  return Array.isArray(found) ? found : [];
}

/** The texts of a list; anything else in it is left out. */
export function textsAt(value: JsonObject, name: string): readonly string[] {
  return listAt(value, name).filter((entry) => typeof entry === "string");
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

/** What a JSON pointer leads to; undefined where there is nothing. */
export function valueAt(root: unknown, pointer: string): unknown {
  return pointerNames(pointer).reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)];
    return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, root);
}
