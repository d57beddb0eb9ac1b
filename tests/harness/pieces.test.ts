import { expect, test } from "vitest";
import { piecesOf } from "../../harness/credentials/pieces.ts";

const long = 3 * 1024 * 1024;

test.each<[string, string, RegExp | string]>([
  ["a short text", "a,b,,c,", ","],
  ["no text", "", ","],
  ["no separator", "a".repeat(long), ","],
  ["a text as separator", "ab<>".repeat(long / 4), "<>"],
  ["an expression", "ab; ".repeat(long / 4), /;\s*/g],
])("the pieces of %s are those of split", (_, text, separator) => {
  expect([...piecesOf(text, separator)].flat()).toEqual(text.split(separator));
});

test("a text of separators alone is never split as a whole", () => {
  const batches = [...piecesOf(",".repeat(long), ",")];
  expect(batches.length).toBeGreaterThan(2);
});
