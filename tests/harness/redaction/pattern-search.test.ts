import { array, assert, constantFrom, property, string } from "fast-check";
import { expect, test } from "vitest";
import { createPatternSearch, type Pattern } from "../../../harness/redaction/pattern-search.ts";

const units = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const pattern = (text: string, secret: number): Pattern => ({
  units: units(text),
  secret,
  inBase64: false,
  isPart: false,
  isBeginning: false,
});

/** Where which secret is found, as `index:secret`, among the first units of a text. */
function found(texts: readonly string[], text: string, count = text.length): readonly string[] {
  const search = createPatternSearch(texts.map(pattern));
  const places: string[] = [];
  search(units(text), count, (index, { secret }) => places.push(`${index}:${secret}`));
  return places;
}

test.each<[string, readonly string[], string, readonly string[]]>([
  ["every place", ["abcd"], "abcd-abcd", ["0:0", "5:0"]],
  ["places that overlap", ["abab"], "ababab", ["0:0", "2:0"]],
  ["the longest of one place", ["abcd", "abcdef", "abcde"], "abcdefg", ["0:1"]],
  ["the longest that is there", ["abcd", "abcdef", "abcde"], "abcdeg", ["0:2"]],
  ["different ones", ["abcd", "wxyz"], "wxyz abcd", ["0:1", "5:0"]],
  ["the first of equal ones", ["abcd", "abcd"], "abcd", ["0:0"]],
  ["what a longer one begins with", ["abc-de", "abc-dz", "abc-d", "abc-"], "abc-dy", ["0:2"]],
  ["nothing where only the beginning is there", ["abcdef"], "abcdeg", []],
  ["nothing where the text ends", ["abcdef"], "abcde", []],
  ["nothing for three units", ["abc"], "abc abc", []],
  ["nothing for other units of the same low bits", ["abcd"], "\u00e1bcd", []],
  ["nothing in three units", ["abcd"], "abc", []],
  ["zeros as such", ["\0\0\0\0"], "a\0\0\0\0", ["1:0"]],
  ["no zeros before the text", ["\0\0\0a"], "a", []],
])("finds %s", (_, patterns, text, expected) => {
  expect(found(patterns, text)).toEqual(expected);
});

test("searches only as many units as it is told", () => {
  expect(found(["abcd"], "abcd-abcd", 8)).toEqual(["0:0"]);
  expect(found(["abcdef"], "abcdef", 5)).toEqual([]);
});

test("finds what comparing at every place finds", () => {
  const fewLetters = (minLength: number, maxLength: number) =>
    string({ unit: constantFrom("a", "b", "c"), minLength, maxLength });
  assert(
    property(array(fewLetters(4, 8)), fewLetters(0, 60), (texts, text) => {
      const expected = [...text].flatMap((_, first) => {
        const beginning = texts.filter((one) => text.startsWith(one, first));
        const longest = beginning.toSorted((a, b) => b.length - a.length)[0];
        return longest === undefined ? [] : [`${first}:${texts.indexOf(longest)}`];
      });
      expect(found(texts, text)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["one character", "0".repeat(2_000), 2_000 - 32],
  ["several, which end within", "abc".repeat(1_000).slice(0, -1), 2_999 - 96],
  ["what repeats something itself", `${"0".repeat(300)}1`.repeat(40), 8 * 301 + 268],
])("a pattern that begins with very many repetitions of %s is found by its end", (_, begin, at) => {
  expect(found([`${begin}Key`], `x${begin}Key`)).toEqual([`${1 + at}:0`]);
  expect(found([begin], `x${begin}`)).toContain(`${1 + at}:0`);
});

const words = (length: number): readonly string[] =>
  length === 0 ? [""] : words(length - 1).flatMap((word) => [`${word}a`, `${word}b`]);

test.each([2, 3, 5, 7, 11])(
  "the longest of each %i-th word of two letters is found at each place",
  (step) => {
    const chosen = [4, 5, 6, 7].flatMap(words).filter((_, index) => index % step === 0);
    const longestFirst = chosen.toSorted((one, other) => other.length - one.length);
    for (const text of words(9)) {
      const expected = [...text].flatMap((_, index) => {
        const longest = longestFirst.find((word) => text.startsWith(word, index));
        return longest === undefined ? [] : [`${index}:${chosen.indexOf(longest)}`];
      });
      expect(found(chosen, `${text}ab`, text.length)).toEqual(expected);
    }
  },
);

test("a pattern without repetition is found as a whole after one with many", () => {
  const plain = Array.from({ length: 400 }, (_, index) => String.fromCharCode(48 + (index % 71)))
    .join("")
    .slice(0, 330);
  expect(found([`${"0".repeat(2_000)}Key`, plain], `x${plain}`)).toEqual(["1:1"]);
});
