import { expect, test } from "vitest";
import { expectNamesOnce } from "../../../suites/matchers/repeated-names.ts";

const judge = (text: string) =>
  expectNamesOnce(Buffer.from(text), JSON.parse(text)).map(({ actual }) => actual);

test.each([
  "{}",
  "[]",
  '"a:b"',
  '{"a":{"a":1},"b":[{"a":1},{"a":1}]}',
  '{"a":"\\"b\\":1","c:d":":"}',
  '{"__proto__":1,"constructor":{"toString":2}}',
])("%s is right", (text) => {
  expect(judge(text)).toEqual([]);
});

test.each([
  ['{"a":1,"a":1}', "a member with the name of another one"],
  ['[[{"b":{"a":1,"a":2}}]]', "a member with the name of another one"],
  ['{"a":1,"\\u0061":2}', "a member with the name of another one"],
  ['{"a":1,"a":2,"a":{"b":1,"b":2}}', "3 members with the name of another one"],
])("%s is not", (text, actual) => {
  expect(judge(text)).toEqual([actual]);
});
