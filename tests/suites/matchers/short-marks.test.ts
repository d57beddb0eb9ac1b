import { expect, test } from "vitest";
import { shortMark } from "../../../suites/matchers/short-marks.ts";

test("a short text is its own mark", () => {
  expect(shortMark("")).toBe("");
  expect(shortMark("A title")).toBe("A title");
});

test("a long text has a short one, which no other text has", () => {
  const long = "x".repeat(200_000);
  expect(shortMark(long).length).toBeLessThan(100);
  expect(shortMark(long)).toBe(shortMark("x".repeat(200_000)));
  expect(shortMark(long)).not.toBe(shortMark(`${long.slice(1)}y`));
  expect(shortMark(long)).not.toBe(shortMark(`${long}x`));
});
