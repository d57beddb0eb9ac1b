/**
 * A table with a number for each ASCII character, by its code.
 * @param of a number below 256
 */
export function asciiTable(of: (sign: string) => number): Uint8Array {
  return Uint8Array.from({ length: 0x80 }, (_, code) => of(String.fromCharCode(code)));
}

export const [other, letter, digit] = [0, 1, 2];

/** Of each ASCII character whether it is a letter, a digit, or something else. */
export const kinds = asciiTable((sign) => {
  if (/\d/.test(sign)) return digit;
  return /[a-z]/i.test(sign) ? letter : other;
});
