import { backslash, braceBit, closing, colon, comma, opening, quoteMark } from "./json-bytes.ts";
import { findStringEnd } from "./json-string-end.ts";

/** The most values that a JSON body may have: a page of a thousand articles has a fifth of it. */
export const maxValues = 100_000;

/** The structure of a JSON text, up to the limits. */
export interface JsonStructure {
  /** The number of values, roughly: separators and opening brackets. */
  readonly values: number;
  /** The deepest nesting of arrays and objects. */
  readonly depth: number;
  /** The number of members of all objects. */
  readonly names: number;
  /** Of a member, in bytes as written. */
  readonly longestName: number;
}

/**
 * Counts values and levels without parsing, up to one more than a limit. All relevant bytes are ASCII, which
 * occur in UTF-8 only as themselves.
 */
export function structureOf(
  body: Uint8Array,
  most: Pick<JsonStructure, "values" | "depth">,
): JsonStructure {
  let values = 0;
  let depth = 0;
  let deepest = 0;
  let lastString = 0;
  let names = 0;
  let longestName = 0;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] ?? 0;
    if (byte === quoteMark) {
      const end = endOfString(body, index);
      lastString = end - index - 1;
      index = end;
      continue;
    }
    const bracket = byte & ~braceBit;
    if (bracket === opening) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (bracket === closing) {
      depth -= 1;
      continue;
    } else if (byte === colon) {
      names += 1;
      longestName = Math.max(longestName, lastString);
    } else if (byte !== comma) continue;
    values += 1;
    if (values > most.values || deepest > most.depth) break;
  }
  return { values, depth: deepest, names, longestName };
}

/** Bytes at the beginning of a string that are read one by one: `indexOf` pays for longer strings only. */
const nearBytes = 64;

/** The index of the quotation mark that ends a string. */
function endOfString(body: Uint8Array, start: number): number {
  const near = Math.min(body.length, start + 1 + nearBytes);
  for (let index = start + 1; index < near; index += 1) {
    const byte = body[index];
    if (byte === quoteMark) return index;
    if (byte === backslash) index += 1;
  }
  const end = findStringEnd(body, start + 1);
  return end === -1 ? body.length : end;
}

/**
 * Whether a body looks like JSON with more values than the limit: parsed, they would take many times the
 * space of their text. A name that is a small number, as in `{"999": true}`, counts as many: the object gets room for
 * all smaller ones.
 */
export function hasTooManyValues(body: Uint8Array, limit = maxValues): boolean {
  const mostIndices = Math.floor(limit / valuesPerIndex);
  if (body.length < bytesPerIndex * mostIndices || !beginsAsJson(body)) return false;
  if (indicesIn(body, mostIndices) > mostIndices) return true;
  // Every value takes two bytes at least.
  if (body.length < limit) return false;
  return structureOf(body, { values: limit, depth: Number.POSITIVE_INFINITY }).values > limit;
}

/** The room for a thousand members, in values. */
const valuesPerIndex = 128;
/** The fewest bytes of a member whose name is a number, in an object of its own: `{"9":1},`. */
const bytesPerIndex = 8;
/** Larger numbers are names like any other. */
const mostDigits = 4;

/** The number of names that consist of a few digits, up to one more than a limit. */
function indicesIn(body: Uint8Array, most: number): number {
  let found = 0;
  for (let at = body.indexOf(colon); at !== -1 && found <= most; at = body.indexOf(colon, at + 1)) {
    if (isIndexBefore(body, at)) found += 1;
  }
  return found;
}

function isIndexBefore(body: Uint8Array, at: number): boolean {
  let end = at - 1;
  while ((body[end] ?? quoteMark) <= 0x20) end -= 1;
  if (body[end] !== quoteMark) return false;
  let digits = 0;
  while (digits <= mostDigits && isDigit(body[end - 1 - digits])) digits += 1;
  return digits > 0 && digits <= mostDigits && body[end - 1 - digits] === quoteMark;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function beginsAsJson(body: Uint8Array): boolean {
  // A byte order mark is not ASCII.
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] ?? 0;
    if (byte > 0x20 && byte < 0x80) return (byte & ~braceBit) === opening;
  }
  return false;
}
