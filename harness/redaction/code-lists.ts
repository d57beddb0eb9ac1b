import { asciiTable, digit, kinds, letter } from "./ascii-table.ts";
import type { EncodedText } from "./encoded-text.ts";

/** Fewer codes have no room for a secret, or a part of one. */
const fewestCodes = 6;
/** What may stand between two codes: a comma, a line break and an indentation, `&#` or `\`. */
const mostBetween = 64;
/** Characters of a code: `0x00000061`, `0o000141`. */
const longestCode = 10;

interface Word {
  readonly start: number;
  readonly end: number;
}

/** A way to write codes, as the same digits stand for different ones: `097`; `0x61`, `U+0061` or `61h`; `141` or `0o141`. */
interface Notation {
  readonly base: 8 | 10 | 16;
  /** Letters that may stand before the digits, after a zero or alone, or behind them. */
  readonly marks: ReadonlySet<number>;
  readonly fewestDigits: number;
}

const codesOf = (signs: string): ReadonlySet<number> => new Set(Buffer.from(signs));
const notations: readonly Notation[] = [
  { base: 10, marks: codesOf(""), fewestDigits: 1 },
  { base: 16, marks: codesOf("xXuUhH"), fewestDigits: 2 },
  { base: 8, marks: codesOf("oO"), fewestDigits: 2 },
];
const zero = 0x30;

/** The code that a word is; -1 if it is none of a byte. */
function codeOf(text: string, { start, end }: Word, notation: Notation): number {
  const { base, marks, fewestDigits } = notation;
  let [first, last] = [start, end];
  if (marks.has(text.charCodeAt(first))) first += 1;
  else if (text.charCodeAt(first) === zero && marks.has(text.charCodeAt(first + 1))) first += 2;
  else if (marks.has(text.charCodeAt(last - 1))) last -= 1;
  if (last - first < fewestDigits) return -1;
  const code = numberAt(text, first, last, base);
  return code < 0x100 ? code : -1;
}

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
 * `\141\142`, `0o141`, `<i4>97</i4>`, `{"0":97,"1":98}`. Linear in time.
 */
export function* codeLists(text: string): Iterable<EncodedText> {
  for (const all of listsOfWords(text)) {
    for (const words of [all, ...withoutIndices(text, all)])
      for (const notation of notations) yield* textsIn(text, words, notation);
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

/** Every other word where those between count up, as in a typed array in JSON: `{"0":97,"1":98}`. */
function* withoutIndices(text: string, words: readonly Word[]): Iterable<readonly Word[]> {
  const numbers = words.map(({ start, end }) => numberAt(text, start, end, 10));
  const goesOn = (at: number) => {
    const [one = -1, other = -1] = [numbers[at], numbers[at + 2]];
    return one >= 0 && other === one + 1;
  };
  for (let first = 0; first < words.length; first += 1) {
    let last = first;
    while (goesOn(last)) last += 2;
    const end = last + 2;
    if (end - first < 2 * fewestCodes) continue;
    yield words.slice(first, end).filter((_, index) => index % 2 === 1);
    first = last + 1;
  }
}

function* textsIn(text: string, words: readonly Word[], notation: Notation): Iterable<EncodedText> {
  let codes: number[] = [];
  let places: Word[] = [];
  for (const word of words) {
    const code = codeOf(text, word, notation);
    if (code >= 0) {
      codes.push(code);
      places.push(word);
    } else if (kinds[text.charCodeAt(word.start)] === digit) {
      if (codes.length >= fewestCodes) yield listed(codes, places);
      codes = [];
      places = [];
    }
    // What begins with a letter is a name beside the codes: `<i4>97</i4>`.
  }
  if (codes.length >= fewestCodes) yield listed(codes, places);
}

function listed(codes: readonly number[], places: readonly Word[]): EncodedText {
  return {
    text: Buffer.from(codes).toString("latin1"),
    startOf: (index) => places[index]?.start ?? 0,
    endOf: (index) => places[index - 1]?.end ?? 0,
  };
}
