import { backslash, quoteMark } from "./json-bytes.ts";

/**
 * The index of the quotation mark that ends a JSON string; -1 if there is none.
 * @param from a place in the string at which no escape sequence goes on
 */
export function findStringEnd(bytes: Uint8Array, from: number): number {
  for (let end = bytes.indexOf(quoteMark, from); end !== -1; ) {
    if (!isEscapedAt(bytes, from, end)) return end;
    end = bytes.indexOf(quoteMark, end + 1);
  }
  return -1;
}

/** Whether an odd number of backslashes stands before a position. @param from as for `findStringEnd` */
export function isEscapedAt(bytes: Uint8Array, from: number, position: number): boolean {
  let first = position;
  while (first > from && bytes[first - 1] === backslash) first -= 1;
  return (position - first) % 2 === 1;
}
