import { isObject } from "../../contracts/json.ts";

/** What the small members of a body may take together, in bytes, as far as that can be estimated. */
const mostKeptBytes = 32 * 1024;
/** What they may take together, as a share of the length of the body. */
const mostKeptShare = 1 / 32;
/** The estimated size of a value or a name, besides its text. */
const bytesPerValue = 32;

/**
 * Makes a copy of a body whose large members are read each time they are asked for. Most checks ask for a few small
 * members, so that the body need not be parsed again for each of them.
 *
 * @param value a parsed body
 * @param length of its text, in bytes
 * @param again parses the body again
 * @returns null if it is not an object, or its small members are too large to be kept too
 */
export function withLazyMembers(
  value: unknown,
  length: number,
  again: () => unknown,
): object | null {
  if (!isObject(value)) return null;
  const lazy: object = {};
  let left = Math.min(mostKeptBytes, length * mostKeptShare);
  for (const [name, one] of Object.entries(value)) {
    left -= bytesPerValue + 2 * name.length;
    const size = sizeUpTo(one, left);
    const isKept = size <= left;
    if (isKept) left -= size;
    if (left < 0) return null;
    const read = () => (Object(again()) as Record<string, unknown>)[name];
    // Whatever the name is: as after parsing, `__proto__` is a member like any other.
    Object.defineProperty(lazy, name, {
      enumerable: true,
      configurable: true,
      ...(isKept ? { value: one, writable: true } : { get: read }),
    });
  }
  return lazy;
}

/** The estimated size of a value in bytes; something above the limit once it is reached. */
function sizeUpTo(value: unknown, limit: number): number {
  if (typeof value === "string") return bytesPerValue + 2 * value.length;
  if (typeof value !== "object" || value === null) return bytesPerValue;
  let size = bytesPerValue;
  for (const name in value) {
    size += 2 * name.length + sizeUpTo((value as Record<string, unknown>)[name], limit - size);
    if (size > limit) break;
  }
  return size;
}
