import { expect, it } from "vitest";
import { hasTooManyValues, structureOf } from "../../contracts/json-values.ts";

const whole = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

it.each([
  ["1", 0, 0],
  ["[]", 1, 1],
  ["[1,2,3]", 3, 1],
  ['{"a":1,"b":[2,[3]]}', 7, 3],
  ['["[[[[,,,,::::"]', 1, 1],
  [String.raw`["a\"[[[,,,"]`, 1, 1],
  [String.raw`["a\\",[]]`, 3, 2],
  [String.raw`["a\\\"[[[",1]`, 2, 1],
  ['["without end,,,[[[', 1, 1],
])("%s has %i separators and %i levels", (text, values, depth) => {
  expect(structureOf(Buffer.from(text), whole)).toMatchObject({ values, depth });
});

it.each([
  ["[]", 0],
  ['["abc"]', 0],
  ['{"abc":1,"a":"abcdef"}', 3],
  ['{"a":{"bcd" : {"ef":1}}}', 3],
  [String.raw`{"a\"b":1}`, 4],
  ['{"é":1}', 2],
  [`{"${"x".repeat(200)}":1}`, 200],
])("the longest name in %s has %i bytes", (text, bytes) => {
  expect(structureOf(Buffer.from(text), whole).longestName).toBe(bytes);
});

it("stops at its limits", () => {
  const deep = Buffer.from("[".repeat(1000));
  expect(structureOf(deep, { values: 10, depth: 1000 })).toMatchObject({ values: 11, depth: 11 });
  expect(structureOf(deep, { values: 1000, depth: 5 }).depth).toBe(6);
});

it("counts names that are small numbers as many values", () => {
  const named = (name: string, count: number) =>
    Buffer.from(`[${Array(count).fill(`{"${name}":1}`).join()}]`);
  expect(hasTooManyValues(named("999", 800))).toBe(true);
  expect(hasTooManyValues(Buffer.from(named("7", 800).toString().replaceAll(":", " \t: ")))).toBe(
    true,
  );
  expect(hasTooManyValues(named("999", 700))).toBe(false);
  expect(hasTooManyValues(named("12345", 5000))).toBe(false);
  expect(hasTooManyValues(named("a9", 5000))).toBe(false);
  expect(hasTooManyValues(Buffer.from(JSON.stringify(Array(5000).fill("9:30"))))).toBe(false);
});

it("only takes what begins as JSON for too many values", () => {
  expect(hasTooManyValues(Buffer.from(" \n[1,2,3,4,5,6]"), 5)).toBe(true);
  expect(hasTooManyValues(Buffer.from("[1,2,3]"), 5)).toBe(false);
  expect(hasTooManyValues(Buffer.from('["1,2,3,4,5,6,7,8,9"]'), 5)).toBe(false);
  expect(hasTooManyValues(Buffer.from("a page, with, many, commas, in, it"), 5)).toBe(false);
});
