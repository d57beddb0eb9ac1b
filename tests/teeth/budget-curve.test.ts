import { describe, expect, test } from "vitest";
import { wholePlan } from "../../run/whole-plan.ts";
import { budgetCurve, type Caught, caughtBy } from "../../teeth/budget/budget-curve.ts";
import { budgetCurveMarkdown, withCurve } from "../../teeth/budget/budget-curve-markdown.ts";
import type { Mutant } from "../../teeth/mutants/mutant.ts";

test("every known fault is caught where everything is sent, and none where nothing is", () => {
  const plan = wholePlan();
  const all = caughtBy(plan);
  expect(all.caught).toBe(all.total);
  expect(all.total).toBeGreaterThan(350);
  expect(caughtBy(plan, { sends: () => false, follows: () => false }).caught).toBe(0);
});

test("a budget catches most of the mutants that were not used for the choice", async () => {
  const sample = ({ name }: Mutant) => name.length % 11 === 3;
  const [few, some] = await budgetCurve([50, 150], { isMeasured: sample });
  if (few === undefined || some === undefined) throw new Error("two points");
  const share = ({ caught, total }: Caught) => caught / total;
  expect(few.mutants.total).toBeGreaterThan(100);
  expect(share(few.mutants)).toBeGreaterThan(0.9);
  expect(share(some.mutants)).toBeGreaterThan(0.97);
  expect(share(few.known)).toBeGreaterThan(0.42);
  // Most of the newest faults need two conditions, which few requests meet.
  expect(share(some.known)).toBeGreaterThan(0.7);
  expect(share(few.known)).toBeGreaterThan(share(few.unknown));
}, 300_000);

describe("the table of docs/budget.md", () => {
  const point = {
    budget: 50,
    unknown: { caught: 1, total: 4 },
    mutants: { caught: 3, total: 4 },
    known: { caught: 2, total: 4 },
  };
  const table = budgetCurveMarkdown([point]);

  test("has a row for each budget", () => {
    expect(table.split("\n").at(-1)).toBe("| 50 | 50.0 % | 25.0 % | 75.0 % | 50.0 % |");
  });

  test("takes the place of the older one", () => {
    const page = "above\n<!-- curve -->\nold\n<!-- end of the curve -->\nbelow\n";
    const once = withCurve(page, table);
    expect(once).toBe(`above\n<!-- curve -->\n${table}\n<!-- end of the curve -->\nbelow\n`);
    expect(withCurve(once, table)).toBe(once);
  });
});
