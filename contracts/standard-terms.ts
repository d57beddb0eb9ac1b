import { dateTimePattern } from "./date-time-pattern.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { Version } from "./vocabulary.ts";

/**
 * A copy of a contract, or of a part of it, in standard terms only: extensions are removed, the format
 * `api-version` becomes the list of a surface's versions, and the format of date-times a pattern, since the
 * standard format `date-time` requires a zone and the specification does not.
 *
 * @param value a parsed OpenAPI document or JSON Schema
 */
export function inStandardTerms(value: unknown, versions: readonly Version[]): unknown {
  const names = (map: unknown): unknown =>
    isObject(map) ? mapped(map, (one) => inStandardTerms(one, versions)) : map;
  if (Array.isArray(value)) return value.map((entry) => inStandardTerms(entry, versions));
  if (!isObject(value)) return value;
  const known = Object.entries(value).filter(([keyword]) => !keyword.startsWith("x-"));
  const copy = Object.fromEntries(
    known.map(([keyword, inner]) => {
      if (data.has(keyword)) return [keyword, inner];
      // The members of these are names, not keywords.
      return [keyword, maps.has(keyword) ? names(inner) : inStandardTerms(inner, versions)];
    }),
  );
  const { format, ...rest } = copy;
  if (format === "iso8601-date-time") return { ...rest, pattern: dateTimePattern };
  if (format === "api-version") return { ...rest, enum: [...versions] };
  return copy;
}

/** Members that hold values of the service. */
const data = new Set(["value", "default", "const", "enum"]);
const maps = new Set(["properties", "$defs", "schemas", "responses", "paths"]);

function mapped(map: JsonObject, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}
