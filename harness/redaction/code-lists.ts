import { asciiTable } from "./ascii-table.ts";
import type { EncodedText } from "./encoded-text.ts";

/** Fewer codes have no room for a secret, or a part of one. */
const fewestCodes = 6;
/** What may stand between two codes: a comma, a line break and an indentation, `&#` or `\`. */
const mostBetween = 64;
/** Characters of a code: `0x0061`, `U+0061`. */
const longestCode = 6;

interface Word {
  readonly start: number;
  readonly end: number;
}

/** The number that a word is, in one of the ways that programs write codes; -1 if it is none. */
type Reader = (text: string, start: number, end: number) => number;

/** The ways that differ in what the same digits stand for: `097`, `0x61` or `U+0061`, `141`. */
const readers: readonly Reader[] = [
  (text, start, end) => {
    const code = numberAt(text, start, end, 10);
    return code < 1000 ? code : -1;
  },
  (text, start, end) => {
    let digits = start;
    const first = text.charCodeAt(digits);
    if (first === zero && isX(text.charCodeAt(digits + 1))) digits += 2;
    else if (isX(first) || first === upperU || first === lowerU) digits += 1;
    const length = end - digits;
    if (length === 2) return numberAt(text, digits, end, 16);
    const isWide =
      length === 4 && text.charCodeAt(digits) === zero && text.charCodeAt(digits + 1) === zero;
    return isWide ? numberAt(text, digits + 2, end, 16) : -1;
  },
  (text, start, end) => {
    const length = end - start;
    if (length === 3) return numberAt(text, start, end, 8);
    return length === 4 && text.charCodeAt(start) === zero ? numberAt(text, start + 1, end, 8) : -1;
  },
];

const zero = 0x30;
const [upperU, lowerU] = [0x55, 0x75];
const isX = (code: number): boolean => code === 0x58 || code === 0x78;

/** Without an expression or a part of the text: long texts have a word in every second character. */
function numberAt(text: string, start: number, end: number, base: number): number {
  let value = 0;
  for (let index = start; index < end; index += 1) {
    const digit = digits[text.charCodeAt(index)] ?? notDigit;
    if (digit >= base) return -1;
    value = value * base + digit;
  }
  return start < end ? value : -1;
}

const notDigit = 0xff;
/** Of each character as a hexadecimal digit. */
const digits = asciiTable((sign) => (/[\da-f]/i.test(sign) ? Number.parseInt(sign, 16) : notDigit));

/**
 * The texts that are written as lists of the codes of their bytes in a text: `[97, 98]`, `0x61,0x62`, `61 62`,
 * `\141\142`. Linear in time.
 */
export function* codeLists(text: string): Iterable<EncodedText> {
  for (const words of listsOfWords(text)) {
    for (const read of readers) yield* textsIn(text, words, read);
  }
}

/** Short words with digits that follow each other closely, with or without words of letters between: `chr(97)+chr(98)`. */
function* listsOfWords(text: string): Iterable<readonly Word[]> {
  let words: Word[] = [];
  let start = 0;
  let hasDigit = false;
  for (let end = 0; end <= text.length; end += 1) {
    const sign = kinds[text.charCodeAt(end)];
    if (sign === letter || sign === digit) {
      hasDigit ||= sign === digit;
      continue;
    }
    if (hasDigit) {
      const isFar = start - (words.at(-1)?.end ?? start) > mostBetween;
      const isLong = end - start > longestCode;
      if (isFar || isLong) {
        if (words.length >= fewestCodes) yield words;
        words = [];
      }
      if (!isLong) words.push({ start, end });
      hasDigit = false;
    }
    start = end + 1;
  }
  if (words.length >= fewestCodes) yield words;
}

const [letter, digit] = [1, 2];
const kinds = asciiTable((sign) => {
  if (/\d/.test(sign)) return digit;
  return /[a-z]/i.test(sign) ? letter : 0;
});

function* textsIn(text: string, words: readonly Word[], read: Reader): Iterable<EncodedText> {
  let characters: number[] = [];
  let first = 0;
  for (let index = 0; index <= words.length; index += 1) {
    const word = words[index];
    const code = word === undefined ? -1 : read(text, word.start, word.end);
    if (code >= 0 && code < 0x100) {
      if (characters.length === 0) first = index;
      characters.push(code);
      continue;
    }
    if (characters.length >= fewestCodes) {
      yield listed(Buffer.from(characters).toString("latin1"), words, first);
    }
    if (characters.length > 0) characters = [];
  }
}

function listed(text: string, words: readonly Word[], first: number): EncodedText {
  return {
    text,
    startOf: (index) => words[first + index]?.start ?? 0,
    endOf: (index) => words[first + index - 1]?.end ?? 0,
  };
}
