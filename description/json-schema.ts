import { isObject, type JsonObject, textsAt } from "../contracts/json.ts";

/**
 * A copy of a document with its schemas as JSON Schema 2020-12, which OpenAPI 3.1 uses. Earlier versions
 * have `nullable` for null and a flag for exclusive bounds.
 */
export function withJsonSchemas(document: JsonObject): JsonObject {
  const { openapi } = document;
  if (typeof openapi === "string" && !openapi.startsWith("3.0")) return document;
  const rewritten = rewrite(document);
  return isObject(rewritten) ? rewritten : {};
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  // Own members only, regardless of their names.
  for (const [name, member] of Object.entries(value)) {
    Object.defineProperty(copy, name, {
      value: rewrite(member),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  for (const [bound, flag] of bounds) {
    if (typeof value[flag] !== "boolean") continue;
    delete copy[flag];
    if (value[flag] !== true) continue;
    copy[flag] = copy[bound];
    delete copy[bound];
  }
  if (typeof value.nullable !== "boolean") return copy;
  delete copy.nullable;
  return value.nullable ? withNull(copy) : copy;
}

const bounds = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

function withNull(schema: JsonObject): JsonObject {
  const types = typeof schema.type === "string" ? [schema.type] : textsAt(schema, "type");
  if (types.length > 0) return { ...schema, type: [...types, "null"] };
  return { anyOf: [schema, { type: "null" }] };
}
