import { describe, expect, test } from "vitest";
import { pairwise } from "../../suites/requests/pairwise.ts";

const factorsOf = (counts: readonly number[]): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    counts.map((count, index) => [`f${index}`, Array.from({ length: count }, (_, one) => one)]),
  );

/** Every two levels of different factors, as a text. */
function pairsOf(factors: Readonly<Record<string, readonly number[]>>): readonly string[] {
  const names = Object.keys(factors);
  return names.flatMap((first, index) =>
    names
      .slice(index + 1)
      .flatMap((second) =>
        (factors[first] ?? []).flatMap((one) =>
          (factors[second] ?? []).map((other) => `${first}=${one} ${second}=${other}`),
        ),
      ),
  );
}

describe("every two levels of different factors occur together, in few rows", () => {
  test.each([
    { counts: [2, 2], most: 4 },
    { counts: [2, 2, 2], most: 5 },
    { counts: [1, 3, 3], most: 9 },
    { counts: [4, 3, 2], most: 13 },
    { counts: [3, 3, 3, 3], most: 12 },
    { counts: [2, 3, 3, 2, 2, 2], most: 11 },
    { counts: [2, 2, 2, 2, 2, 2, 2, 2], most: 9 },
    { counts: [5, 1, 1], most: 5 },
  ])("$counts", ({ counts, most }) => {
    const factors = factorsOf(counts);
    const rows = pairwise(factors);
    const covered = new Set(
      rows.flatMap((row) =>
        pairsOf(Object.fromEntries(Object.entries(row).map(([name, level]) => [name, [level]]))),
      ),
    );
    expect([...covered].sort()).toEqual([...pairsOf(factors)].sort());
    for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(factors));
    expect(rows.length).toBeLessThanOrEqual(most);
  });
});

test("one factor has each of its levels once, and none gives no row", () => {
  expect(pairwise({ only: ["a", "b"] })).toEqual([{ only: "a" }, { only: "b" }]);
  expect(pairwise({})).toEqual([]);
});

test("the same factors give the same rows", () => {
  const factors = factorsOf([2, 3, 3, 2]);
  expect(pairwise(factors)).toEqual(pairwise(factors));
});

test("wanted rows come first, and every pair still occurs", () => {
  const factors = factorsOf([3, 3, 2, 2]);
  const wanted = [
    { f0: 2, f1: 1, f2: 1, f3: 0 },
    { f0: 0, f1: 0, f2: 1, f3: 0 },
  ];
  const rows = pairwise(factors, wanted);
  expect(rows.slice(0, wanted.length)).toEqual(wanted);
  const covered = new Set(
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([first, one]) =>
        Object.entries(row).map(([second, other]) => `${first}=${one} ${second}=${other}`),
      ),
    ),
  );
  expect(pairsOf(factors).filter((pair) => !covered.has(pair))).toEqual([]);
});
