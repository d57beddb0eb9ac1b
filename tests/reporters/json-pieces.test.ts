import { expect, test } from "vitest";
import { joinedText, jsonPieces } from "../../reporters/files/json-pieces.ts";

const values: Readonly<Record<string, unknown>> = {
  text: 'a "quoted"\nline\u2028 and a lone \ud800',
  "an empty object": {},
  "an empty list": [],
  "an object without values": { left: undefined },
  "a list with gaps": [undefined, null, 1],
  "lists and objects": { a: [{ b: [] }, [], {}, [[1, [2, { c: "x\ny" }]]]], d: { e: { f: {} } } },
  "odd names": { '"': 1, "\n": 2, toString: null, 7: "seven" },
};

test.each(Object.entries(values))("%s is the same in pieces of any size", (_, value) => {
  for (const indent of [1, 2]) {
    for (const levels of [0, 1, 2, 3, 9]) {
      expect(joinedText(jsonPieces(value, levels, indent))).toBe(
        JSON.stringify(value, null, indent),
      );
    }
  }
});

test("no piece has more than what is deeper than the levels", () => {
  const entries = Array.from({ length: 1000 }, (_, index) => ({ index, text: "x".repeat(100) }));
  const pieces = [...jsonPieces({ entries }, 2)];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200);
});
