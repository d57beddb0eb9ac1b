import { beforeAll, describe, expect, test } from "vitest";
import { faultVerdict } from "../../cli/teeth/fault-verdict.ts";
import { createReferenceJudge, type ReferenceJudge } from "../../cli/teeth/reference-judge.ts";
import { loadRegister } from "../../contracts/load.ts";
import type { CheckResult } from "../../contracts/words.ts";
import { faults } from "../../reference/faults/index.ts";

let reference: ReferenceJudge;
beforeAll(async () => {
  reference = await createReferenceJudge();
});

const shown = (r: CheckResult) =>
  `${r.requirement} ${r.endpoint}@${r.version} ${r.auth} ${r.outcome}: ${r.message}`;

test("the reference server passes everything, with nothing skipped", () => {
  const rest = reference.healthy.filter(({ outcome }) => outcome !== "pass");
  expect(rest.map(shown)).toEqual([]);
  expect(reference.healthy.length).toBeGreaterThan(1500);
});

test("every requirement that can be tested is broken by some fault", () => {
  const broken = new Set(faults.map(({ breaks }) => breaks));
  const testable = loadRegister().requirements.filter(({ notTested }) => notTested === null);
  expect(testable.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

describe.concurrent("every fault is caught by the requirement that it breaks, and by nothing unrelated", () => {
  test.each(faults.map((fault) => [fault.name, fault] as const))("%s", async (_, fault) => {
    const { verdict, unrelated, idle } = faultVerdict(fault, await reference.judge([fault]));
    expect({ verdict, unrelated: unrelated.map(shown), idle }).toEqual({
      verdict: "caught",
      unrelated: [],
      idle: [],
    });
  });
});
