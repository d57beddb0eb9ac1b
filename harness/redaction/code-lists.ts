import type { EncodedText } from "./encoded-text.ts";

/** Fewer codes have no room for a secret, or a part of one. */
const fewestCodes = 6;
/** What may stand between two codes: a comma, a line break and an indentation, `&#` or `\`. */
const mostBetween = 64;
/** Characters of a code: `0x0061`, `U+0061`. */
const longestCode = 6;

/** How a program writes the code of a character, in the ways that differ in what the same digits stand for. */
const bases = [
  { form: /^0{0,3}(\d{1,3})$/, base: 10 },
  { form: /^(?:0?x|u)?(?:00)?([\da-f]{2})$/i, base: 16 },
  { form: /^0?([0-7]{3})$/, base: 8 },
] as const;

interface Word {
  readonly start: number;
  readonly end: number;
}

/**
 * The texts that are written as lists of the codes of their bytes in a text: `[97, 98]`, `0x61,0x62`, `61 62`,
 * `\141\142`. Linear in time.
 */
export function* codeLists(text: string): Iterable<EncodedText> {
  for (const words of listsOfWords(text)) {
    for (const base of bases) yield* textsIn(text, words, base);
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
/** Of each ASCII character. */
const kinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\d/.test(sign)) return digit;
  return /[a-z]/i.test(sign) ? letter : 0;
});

function* textsIn(
  text: string,
  words: readonly Word[],
  { form, base }: (typeof bases)[number],
): Iterable<EncodedText> {
  let characters: string[] = [];
  let first = 0;
  for (let index = 0; index <= words.length; index += 1) {
    const word = words[index];
    const digits = word && form.exec(text.slice(word.start, word.end))?.[1];
    const code = digits === undefined ? Number.NaN : Number.parseInt(digits, base);
    if (code < 0x100) {
      if (characters.length === 0) first = index;
      characters.push(String.fromCharCode(code));
      continue;
    }
    if (characters.length >= fewestCodes) yield listed(characters.join(""), words, first);
    characters = [];
  }
}

function listed(text: string, words: readonly Word[], first: number): EncodedText {
  return {
    text,
    startOf: (index) => words[first + index]?.start ?? 0,
    endOf: (index) => words[first + index - 1]?.end ?? 0,
  };
}
