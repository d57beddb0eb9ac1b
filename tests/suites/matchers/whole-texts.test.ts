import { expect, test } from "vitest";
import { expectWholeTexts } from "../../../suites/matchers/whole-texts.ts";

const pathsIn = (json: string): readonly string[] =>
  expectWholeTexts(Buffer.from(json), JSON.parse(json)).map(({ path }) => path);

test.each<readonly [string, string, readonly string[]]>([
  ["the first half of a character", String.raw`{"a":["x","y \ud83d"]}`, ["/a/1"]],
  ["the second half", String.raw`{"a":{"b":"\ude00 x"}}`, ["/a/b"]],
  ["both in the wrong order", String.raw`{"a":"\ude00\ud83d"}`, ["/a"]],
  ["in capitals", String.raw`{"a":"\uD83D"}`, ["/a"]],
  ["in a name", String.raw`{"a":{"\ud83d":1}}`, ["/a"]],
  ["in a name with a slash", String.raw`{"a/b":"\ud83d"}`, ["/a~1b"]],
  ["a whole character", String.raw`{"a":"\ud83d\ude00"}`, []],
  ["a character that is not escaped", '{"a":"😀"}', []],
  ["the escape of an escape", String.raw`{"a":"\\ud83d"}`, []],
  ["another escape", String.raw`{"a":"\u00e9"}`, []],
  ["a text", String.raw`"\ud83d"`, [""]],
])("%s", (_, json, expected) => {
  expect(pathsIn(json)).toEqual(expected);
});
