import { beforeAll, describe, expect, test } from "vitest";
import { type MutantScore, runMutants } from "../../teeth/mutants/run-mutants.ts";

describe("mutants that follow from the schemas of the contracts", () => {
  let score: MutantScore;
  beforeAll(async () => {
    score = await runMutants();
  });

  test("there are thousands, and the areas of bodies have some", () => {
    expect(score.total).toBeGreaterThan(3500);
    expect(score.byArea.map(({ area }) => area)).toEqual(
      expect.arrayContaining(["ping", "envelope", "item", "error", "plan", "metadata"]),
    );
  });

  test("none survives but for a listed reason", () => {
    expect(score.survivors).toEqual([]);
  });

  test("none that is listed is killed after all, and no reason is without a mutant", () => {
    expect(score.overruled).toEqual([]);
    expect(score.allowed.filter(({ count }) => count === 0)).toEqual([]);
  });

  test("each is blamed on the requirement that owns the member, or on one that speaks for it", () => {
    expect(score.misblamed).toEqual([]);
  });

  test("every mutant is killed, allowed or not shown", () => {
    const allowed = score.allowed
      .filter(({ verdict }) => verdict === "survived")
      .reduce((sum, { count }) => sum + count, 0);
    expect(score.killed + allowed).toBe(score.total);
  });
});
