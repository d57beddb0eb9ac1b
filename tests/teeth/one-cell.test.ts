import { beforeAll, describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { authStyles, type CheckResult } from "../../contracts/vocabulary.ts";
import {
  type OneCellFault,
  oneCellClasses,
  oneCellFaults,
} from "../../reference/faults/one-cell/one-cell-faults.ts";
import { inProcess } from "../../teeth/judging/in-process.ts";
import { createReferenceJudge } from "../../teeth/judging/reference-judge.ts";
import { type OneCellScore, runOneCellFaults } from "../../teeth/one-cell/run-one-cell-faults.ts";

const faults = oneCellFaults();

describe("faults in one cell", () => {
  test("have names of their own, and every class has some", () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    const used = new Set(faults.map(({ of }) => of));
    expect(oneCellClasses.filter((one) => !used.has(one)).map(({ name }) => name)).toEqual([]);
    expect(new Set(oneCellClasses.map(({ name }) => name)).size).toBe(oneCellClasses.length);
  });

  test("blame requirements that stand in the register and can be tested", () => {
    const { requirements } = loadRegister();
    const testable = new Set(
      requirements.flatMap(({ id, notTested }) => (notTested === null ? [id] : [])),
    );
    const blamed = oneCellClasses.flatMap(({ blames }) => blames);
    expect(blamed.filter((id) => !testable.has(id))).toEqual([]);
  });

  test("those of keys lie in every protected cell that the contracts have", () => {
    const { operations, defaultOf } = loadCatalogue();
    const cells = operations
      .filter((operation) => operation.protected)
      .flatMap(({ surface, endpoint, version }) =>
        defaultOf(surface, endpoint) === version
          ? [`${surface}${endpoint},default`, `${surface}${endpoint},${version}`]
          : [`${surface}${endpoint},${version}`],
      );
    const styled = cells.flatMap((cell) => authStyles.map((style) => `${cell},${style}`));
    const named = (name: string) =>
      faults.filter(({ of }) => of.name === name).map((fault) => fault.name);
    expect(named("revoked-key-accepted").sort()).toEqual(
      styled.map((cell) => `revoked-key-accepted@${cell}`).sort(),
    );
    expect(named("missing-key-accepted").sort()).toEqual(
      cells.map((cell) => `missing-key-accepted@${cell},no-key`).sort(),
    );
  });
});

describe("the suite against faults in one cell", () => {
  let score: OneCellScore;
  beforeAll(async () => {
    score = await runOneCellFaults();
  });

  test("none is blamed on what it is not, or at another endpoint", () => {
    expect(score.classes.flatMap(({ unrelated }) => unrelated)).toEqual([]);
  });

  test("none survives but for a listed reason, and no reason is without a survivor", () => {
    expect(score.classes.flatMap(({ survivors }) => survivors)).toEqual([]);
    expect(score.allowed.filter(({ count }) => count === 0)).toEqual([]);
  });

  test("every fault is caught or allowed", () => {
    const allowed = score.allowed.reduce((sum, { count }) => sum + count, 0);
    expect(score.caught + allowed).toBe(score.total);
    expect(score.total).toBe(faults.length);
  });
});

const isRed = ({ outcome }: CheckResult): boolean => outcome === "fail" || outcome === "warn";
const seen = (results: readonly CheckResult[]) =>
  results
    .filter(isRed)
    .map(({ requirement, endpoint, version, auth, outcome }) =>
      [requirement, endpoint, version, auth, outcome].join(" "),
    );

/** One fault of each class, in another cell from class to class. */
const samples: readonly (readonly [string, OneCellFault])[] = oneCellClasses.flatMap(
  (one, turn) => {
    const own = faults.filter(({ of }) => of === one);
    const chosen = own[(turn * 7) % own.length];
    return chosen === undefined ? [] : [[chosen.name, chosen] as const];
  },
);

describe("a server that is asked without a connection is judged like one over HTTP", () => {
  const judges = Promise.all([createReferenceJudge(inProcess), createReferenceJudge()]);
  test.each(samples)("%s", async (_, fault) => {
    const [within, over] = await judges;
    const inside = await within.judge([fault]);
    const outside = await over.judge([fault]);
    expect(seen(inside.results)).toEqual(seen(outside.results));
  });
});
