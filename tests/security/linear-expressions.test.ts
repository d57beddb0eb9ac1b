import { check } from "recheck";
import { expect, test } from "vitest";
import { literals, partsOf, shipped } from "./shipped-expressions.ts";

test("the expressions of the shipped code are found", () => {
  expect(shipped.length).toBeGreaterThan(200);
  expect(literals.size).toBeGreaterThan(100);
});

/** The checker also gives up parts of its search after a time, and then takes others: what it says depends on the machine. */
const bySteps = { seedingTimeout: null, incubationTimeout: null, attackTimeout: null } as const;

/** What the checker says: by its native program where there is one, which takes a fifth of the time. */
const statusOf = async (pattern: string, flags: string) =>
  (await check(pattern, flags, { timeout: 60_000, ...bySteps })).status;

test("a backtracking expression is recognised", async () => {
  expect(await statusOf("^(a+)+$", "")).toBe("vulnerable");
  expect(await statusOf("/+$", "")).toBe("vulnerable");
});

test("every expression searches any text in linear time", async () => {
  const slow: string[] = [];
  for (const [text, file] of literals) {
    const status = await statusOf(...partsOf(text));
    if (status !== "safe") slow.push(`${file}: ${text} is ${status}`);
  }
  expect(slow).toEqual([]);
});

/** Expressions that are put together while the program runs, and why each is linear. */
const composed: Readonly<Record<string, string>> = {
  "contracts/formats.js": "constants, for texts of at most 100 characters",
  "harness/redaction/compatible-characters.js": "a class of characters",
  "suites/checks/parameter-combinations.js": "the name of a list of the contracts",
  "suites/matchers/echo.js": "two or three letters",
};

test("expressions that are put together are known", () => {
  const found = shipped.filter(([, source]) => /\bRegExp\(/.test(source));
  expect(found.map(([file]) => file).sort()).toEqual(Object.keys(composed).sort());
});
