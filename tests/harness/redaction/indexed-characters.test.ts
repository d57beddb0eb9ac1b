import { expect, test } from "vitest";
import { indexedCharacters } from "../../../harness/redaction/indexed-characters.ts";

const texts = (text: string) => [...indexedCharacters(text)].map((one) => one.text);
const spread = (text: string, form: (sign: string, index: number) => string, between: string) =>
  [...text].map((sign, index) => form(sign, index)).join(between);

test.each([
  ["an object", JSON.stringify({ ...[..."bk_1-2:9"] })],
  ["lines", spread("bk_1-2:9", (sign, index) => `${index}: ${sign}`, "\n")],
  ["lines with brackets", spread("bk_1-2:9", (sign, index) => `[${index}] => ${sign}`, "\n")],
  ["parameters", spread("bk_1-2:9", (sign, index) => `key[${index}]=${sign}`, "&")],
  ["lines from one on", spread("bk_1-2:9", (sign, index) => `${index + 1}. ${sign}`, "\n  ")],
])("%s with the index of each character", (_, text) => {
  expect(texts(`before 7 ${text}; 8 after`)).toEqual(["bk_1-2:9"]);
});

test.each(["0123456789", "-_begin-1", "abcdefghijklmnopqrstuvwxyz"])(
  "any characters: %s",
  (value) => {
    expect(texts(JSON.stringify({ ...[...value] }))).toEqual([value]);
  },
);

test.each([
  ["five characters", JSON.stringify({ ...[..."abcde"] })],
  ["words", JSON.stringify({ ...["ab", "cd", "ef", "gh", "ij", "kl", "mn"] })],
  ["other indices", "1: a, 3: b, 5: c, 7: d, 9: e, 11: f"],
  ["what is between them differs", "0: a, 1: b; 2: c, 3: d; 4: e, 5: f"],
  ["numbers alone", "0 1 2 3 4 5 6 7 8 9"],
  ["nothing", ""],
])("not %s", (_, text) => {
  expect(texts(text)).toEqual([]);
});

test("they tell where each of the characters is", () => {
  const [one] = indexedCharacters('{"0":"a","1":"b","2":"c","3":"d","4":"e","5":"f"}');
  expect([one?.startOf(0), one?.endOf(1), one?.startOf(5), one?.endOf(6)]).toEqual([6, 7, 46, 47]);
});
