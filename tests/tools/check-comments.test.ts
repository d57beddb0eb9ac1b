import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import { checkIds, withStatements } from "../../tools/check-comments.ts";

const register = loadRegister();
const folder = join(import.meta.dirname, "../../suites/checks");
const sources = readdirSync(folder).map((name) => ({
  name,
  source: readFileSync(join(folder, name), "utf8"),
}));

test.each(sources)("$name has each check below its statement and clause", ({ source }) => {
  const remedy = "`npm run check-comments` writes them anew";
  expect(withStatements(source, register), remedy).toBe(source);
});

test("every requirement that is tested has a check that begins with its id", () => {
  const ids = new Set(sources.flatMap(({ source }) => checkIds(source)));
  const tested = register.requirements.filter(({ notTested }) => notTested === null);
  expect(tested.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
});

describe("the comment above a check", () => {
  const check = '  eachAnswer("auth.missing-key-refused", {\n';
  const once = withStatements(check, register);

  test("has the level, the clause and the statement", () => {
    const { level, clause, statement } = register.get("auth.missing-key-refused") ?? {};
    const text = once.replace(/\n\s*\/\/ /g, " ");
    expect(text).toContain(`// ${level} · ${clause} ${statement}`);
  });

  test("takes the place of an older one, below what somebody wrote", () => {
    const older = "  // Why.\n  // must · Elsewhere\n  // Something else.\n";
    expect(withStatements(older + check, register)).toBe(`  // Why.\n${once}`);
  });

  test("has no line longer than 100 columns", () => {
    expect(Math.max(...once.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});
