import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import { parseYaml } from "../../contracts/yaml.ts";
import { allChecks, suites } from "../../suites/all-checks.ts";

const register = loadRegister();
const testable = register.requirements.filter(({ notTested }) => notTested === null);

function linesOf(path: string): readonly string[] {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

function strings(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) return value;
  throw new Error("expected a list of texts");
}

test("ids and levels are the pinned ones", () => {
  // Others waive, compare and cite by id: a renamed or re-levelled requirement is a decision, which is
  // taken by editing register.pins.txt in the same commit.
  const actual = register.requirements.map(
    ({ id, level, notTested }) => `${id} ${notTested === null ? level : "not-tested"}`,
  );
  expect(actual).toEqual(linesOf("register.pins.txt"));
});

describe("clauses", () => {
  const known = strings(
    parseYaml(readFileSync(new URL("../../contracts/clauses.yaml", import.meta.url), "utf8")),
  );

  test("every requirement names a clause of the specification", () => {
    const unknown = register.requirements.filter(
      ({ clauses }) => !clauses.every((clause) => known.includes(clause)),
    );
    expect(unknown.map(({ id, clause }) => `${id}: ${clause}`)).toEqual([]);
  });

  test("every clause has a requirement", () => {
    const used = new Set(register.requirements.flatMap(({ clauses }) => clauses));
    expect(known.filter((clause) => !used.has(clause))).toEqual([]);
  });
});

test("every interpretation that is named is a heading of the document", () => {
  const text = readFileSync(new URL("../../docs/interpretations.md", import.meta.url), "utf8");
  const anchors = new Set([...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]));
  const missing = register.requirements.filter(
    ({ interpretation }) => interpretation !== null && !anchors.has(interpretation),
  );
  expect(missing.map(({ id, interpretation }) => `${id}: ${interpretation}`)).toEqual([]);
});

test("what is tested says what is expected, and what is not tested says why", () => {
  expect(testable.filter(({ expected }) => expected === "").map(({ id }) => id)).toEqual([]);
  expect(
    register.requirements.filter(({ notTested }) => notTested !== null).length,
  ).toBeGreaterThan(0);
});

test("every testable requirement has exactly one check, in the suite of its area", () => {
  const checked = Object.entries(suites).flatMap(([area, checks]) =>
    checks.map(({ requirement }) => ({ area, requirement })),
  );
  expect(checked.map(({ requirement }) => requirement).sort()).toEqual(
    testable.map(({ id }) => id).sort(),
  );
  expect(checked.filter(({ area, requirement }) => !requirement.startsWith(`${area}.`))).toEqual(
    [],
  );
  expect(allChecks).toHaveLength(testable.length);
});
