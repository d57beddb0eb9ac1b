import { expect, test } from "vitest";
import { score } from "../../../bench/peers/score.ts";
import { type Measured, peersMarkdown, withPart } from "../../../bench/peers/tables.ts";

const peer = (name: string) => ({
  name,
  setUp: "With care.",
  betterAt: "Something.",
  junit: true,
  version: () => "1.2.3",
  prepare: async () => {},
  run: async () => [],
});
const at = { requests: 50, seconds: 2 };
const measured: readonly Measured[] = [
  {
    peer: peer("one"),
    version: "1.2.3",
    score: score([
      { ...at, name: "healthy", kind: "healthy", failures: ["noise"] },
      { ...at, name: "late", kind: "auth", failures: ["x"] },
      { ...at, name: "lost", kind: "item", failures: [] },
      { ...at, name: "odd", kind: "variant", failures: ["y"] },
    ]),
  },
  { peer: peer("two"), notRun: "there is no Java" },
];
const sample = { date: "2026-10-01", seed: 5, of: { faults: 276, variants: 105 } };

test("the tables say what each tool caught, and why one was not run", () => {
  expect(peersMarkdown(sample, measured).split("\n")).toEqual([
    "Measured on 2026-10-01, with 2 of the 276 faults and 1 of the 105 variants of that day, chosen with the seed 5:",
    "",
    expect.stringContaining("| tool | version | caught |"),
    expect.stringMatching(/^\| --- /),
    "| one | 1.2.3 | 1 of 2 | 1 of 1 | 50 | 2.0 | 0.25 | 1.00 | yes |",
    "| two |  | not run: there is no Java |  |  |  |  |  |  |",
    "",
    "Caught by area:",
    "",
    "| area | faults | one |",
    "| --- | ---: | ---: |",
    "| auth | 1 | 1 |",
    "| item | 1 | 0 |",
    "",
    "- **one**: not caught: `lost`; falsely accused: `odd`; failures on the server without a fault, which are not counted: 1.",
  ]);
});

test("a part of a page is replaced, and nothing else", () => {
  const page = "a\n<!-- x -->\nold\n<!-- end of x -->\nb\n<!-- y -->\nold\n<!-- end of y -->\n";
  expect(withPart(page, "x", "$& new")).toBe(page.replace("old", () => "$& new"));
  expect(withPart(page, "y", "new")).toBe(page.replace(/old(?=[^o]*end of y)/, "new"));
  expect(() => withPart(page, "z", "new")).toThrow("there is no part z");
});
