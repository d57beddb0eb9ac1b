import { isUtf8 } from "node:buffer";
import { type JsonStructure, structureOf } from "../../contracts/json-values.ts";
import { oneLine } from "../http/failures.ts";
import type { Redact } from "../secrets/redaction.ts";
import type { ParsedBody } from "./exchange.ts";

/**
 * Deeper bodies are rejected: no shape of the specification is nested a tenth as deep, and recursion
 * through such a body would exhaust the stack.
 */
export const maxDepth = 1000;
/**
 * In bytes. Longer names are rejected: no name of the specification has a hundredth of it, and each finding has the
 * names on the way to its place.
 */
export const longestName = 4096;
/** How much of a body is shown when it is not JSON. */
const shownLength = 60;

/** The beginning of a body in which secrets are looked for: the rest of it is never shown. */
const longestRedacted = 16 * 1024;

/**
 * Parses a body as JSON, strictly: valid UTF-8 only (RFC 8259, 8.1). A byte order mark is ignored, as
 * that section allows; it stays visible in the bytes.
 *
 * @param redact is applied to the quoted text before it is trimmed
 * @param structure of this body, if it is known
 */
export function parseJson(
  body: Uint8Array,
  redact: Redact,
  structure: JsonStructure = jsonStructure(body),
): ParsedBody {
  if (body.length === 0) return { ok: false, error: "empty body" };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Several times as fast as a TextDecoder. As "latin1", Node would keep a text of a megabyte outside the heap, where
  // only a collection of all garbage frees it.
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  if (!isUtf8(bytes)) {
    return { ok: false, error: `not UTF-8; it begins with ${beginning(text, redact)}` };
  }
  if (!/\S/.test(text)) return { ok: false, error: "only white space" };
  if (structure.depth > maxDepth) {
    return { ok: false, error: `nested more than ${maxDepth} levels deep` };
  }
  if (structure.longestName > longestName) {
    return { ok: false, error: `a member name of more than ${longestName} bytes` };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    // V8's own message differs between versions and quotes the body, which may include keys.
    const position =
      error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    const where = position === undefined ? "" : ` (at character ${position})`;
    return { ok: false, error: `not JSON${where}; it begins with ${beginning(text, redact)}` };
  }
}

/** Its values and levels, as far as the levels are not too many. */
export function jsonStructure(body: Uint8Array): JsonStructure {
  return structureOf(body, { values: Number.POSITIVE_INFINITY, depth: maxDepth });
}

function beginning(text: string, redact: Redact): string {
  const line = oneLine(redact(text.slice(0, longestRedacted)));
  return JSON.stringify(line.length > shownLength ? `${line.slice(0, shownLength)}…` : line);
}
