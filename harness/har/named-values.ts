import { isObject, textAt } from "../../contracts/json.ts";

/** A header, a cookie or a parameter. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** What a HAR file says of headers, cookies or parameters: a list, or, as some tools write it, an object. */
export function namedValues(list: unknown): readonly NamedValue[] {
  if (Array.isArray(list)) {
    return list.flatMap((one) =>
      isObject(one) ? valuesOf(textAt(one, "name") ?? "", one.value) : [],
    );
  }
  return isObject(list) ? Object.entries(list).flatMap(([name, one]) => valuesOf(name, one)) : [];
}

function valuesOf(name: string, value: unknown): readonly NamedValue[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter(isNamedValue).map((one) => ({ name, value: String(one) }));
}

/** Whether a value has no others in it. */
export function isNamedValue(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
