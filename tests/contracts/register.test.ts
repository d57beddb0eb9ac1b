import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import { parseYaml } from "../../contracts/yaml.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import { allChecks, checksOfAreas } from "../../suites/checks/all-checks.ts";
import { pinsOf, pinsText, readPins } from "../../tools/pins.ts";
import { updatedLog } from "../../tools/requirements-log.ts";

const register = loadRegister();
const testable = register.requirements.filter(({ notTested }) => notTested === null);

const pins = pinsOf(register, wholePlan());

const remedy = "if this is what you decided, `npm run requirements-log` writes it anew";

const pathOf = (path: string): URL => new URL(path, import.meta.url);
const textOf = (path: string): string => readFileSync(pathOf(path), "utf8");

function strings(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) return value;
  throw new Error("expected a list of texts");
}

test("ids, levels, statements, clauses and cells are the pinned ones", () => {
  // Others waive, compare and cite by id: what is judged changes by a decision, which is taken in the
  // same commit.
  expect(textOf("register.pins.txt").split("\n"), remedy).toEqual(pinsText(pins).split("\n"));
});

test("the log says what has changed since the last release", () => {
  const log = textOf("../../docs/requirements-log.md");
  const released = existsSync(pathOf("released.pins.txt")) ? textOf("released.pins.txt") : null;
  expect(log, remedy).toBe(updatedLog(log, released === null ? null : readPins(released), pins));
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

  test("every clause is an address: a heading and a place below it", () => {
    const place = /^(item \d+|rule \d+|table|first table|second table|every "[^"]+"|"[^"]+")$/;
    const unclear = known.filter((clause) => {
      const [, section = ""] = /^(.+?)(?:, row "[^"]+")?$/.exec(clause) ?? [];
      const isRow = section !== clause;
      const [, own = ""] = /^[^,"]+(?:, (.+))?$/.exec(section) ?? [];
      return !(place.test(own) || (isRow && own === ""));
    });
    expect(unclear).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
  });

  test("every clause has a requirement, a row perhaps with its table", () => {
    const used = new Set(register.requirements.flatMap(({ clauses }) => clauses));
    const uncovered = known.filter((clause) => {
      const whole = clause.replace(/, row "[^"]+"$/, "");
      return ![clause, whole, `${whole}, table`].some((one) => used.has(one));
    });
    expect(uncovered).toEqual([]);
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
  const checked = Object.entries(checksOfAreas).flatMap(([area, checks]) =>
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
