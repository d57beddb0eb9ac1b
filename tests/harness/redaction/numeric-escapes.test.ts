import { expect, test } from "vitest";
import { normalForm } from "../../../harness/redaction/normal-form.ts";
import { formsWithoutCodes } from "../../../harness/redaction/numeric-escapes.ts";

/** The forms as texts, with `·` for what is not ASCII. */
const forms = (text: string) =>
  [...formsWithoutCodes(text, normalForm(text))].map(({ units, count }) =>
    String.fromCharCode(...units.subarray(0, count)).replaceAll("\x80", "·"),
  );

test.each([
  ["a&#95b", "a_b"],
  ["a&#095;b&#95b", "a_b_b"],
  ["a&#951", "a_1"],
  ["a&#233b", "a·b"],
  ["a&#8203b", "ab"],
  ["a&#x5fdi", "a_di"],
  ["&#x000062&#X00006B", "bk"],
  [`&#${"0".repeat(100)}95;b`, "_b"],
  ["a&ampb&shyc&lt&GT&quot", 'a&bc<>"'],
  ["%26%2395b", "_b"],
  ["=5F=2d=e9x", "_-·x"],
  ["a=\r\nb=\nc=", "abc="],
])("%j has the form %j", (text, expected) => {
  expect(forms(text)).toEqual([expected]);
});

test.each([
  ["a\\137d", "a_d"],
  ["a\\\\137d", "a_d"],
  ["a\\0137d", "a_d"],
  ["a\\551", "a-1"],
  ["a\\0b", "ab"],
  ["a\\5f di", "a_di"],
  ["a\\5fdi", "a_di"],
  ["a\\00005fdi", "a_di"],
  ["a\\o{137}b", "a_b"],
  ["a\\x{5f}\\x{000000005F}b", "a__b"],
  ["a\\U0000005fb", "a_b"],
  ["a\\u{000000005f}b", "a_b"],
  ["\\dig\\137", "dig_"],
])("%j has the form %j, in one of both bases", (text, expected) => {
  expect(forms(text)).toContain(expected);
});

test("these escapes may be in each other", () => {
  expect(forms("a&amp#95b")).toEqual(["a&#95b", "a_b"]);
  expect(forms("a=26#95=5Fb")).toEqual(["a&#95_b", "a__b"]);
  expect(forms("a&#37;5C137b")).toContain("a_b");
});

test.each([
  "plain",
  "a&#95;b",
  "a & b &c &# &#x",
  "a=b&c==",
  "a=1f",
  "?page=42&size=50",
  "\\n\\t\\/",
  "\\u005f",
  "%5f",
  "\\o{9}",
  "\\x{5f",
])("%j has no other form", (text) => {
  expect(forms(text).filter((form) => form !== forms(text)[0])).toEqual([]);
  expect(forms(text).length).toBeLessThan(2);
});
