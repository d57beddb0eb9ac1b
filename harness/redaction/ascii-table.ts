/**
 * A table with a number for each ASCII character, by its code.
 * @param of a number below 256
 */
export function asciiTable(of: (sign: string) => number): Uint8Array {
  return Uint8Array.from({ length: 0x80 }, (_, code) => of(String.fromCharCode(code)));
}
