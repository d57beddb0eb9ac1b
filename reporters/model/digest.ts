import { createHash } from "node:crypto";
import { isObject } from "../../contracts/json.ts";

/** SHA-256 of a text's UTF-8, in hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * JSON with the members of every object sorted by name and no white space, so that equal values are
 * equal texts (as RFC 8785 has it for text, whole numbers, booleans and null).
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}
