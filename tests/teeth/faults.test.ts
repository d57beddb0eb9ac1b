import { describe, expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import { declares } from "../../reference/faults/fault.ts";
import { faults } from "../../reference/faults/index.ts";
import { faultVerdict } from "../../teeth/judging/fault-verdict.ts";
import { createOutcomes, referenceJudge, shown } from "./reference.ts";
import { alsoSeen, isSeen } from "./seen-in-traffic.ts";

const outcomeOf = createOutcomes("for red");
const everyFault = faults.map((fault) => [fault.name, fault] as const);

test("the reference server passes everything, with nothing skipped", async () => {
  const { results } = (await referenceJudge()).healthy;
  expect(results.filter(({ outcome }) => outcome !== "pass").map(shown)).toEqual([]);
  expect(results.length).toBeGreaterThan(1500);
});

test("every requirement that can be tested is broken by some fault", () => {
  const broken = new Set(faults.map(({ breaks }) => breaks));
  const testable = loadRegister().requirements.filter(({ notTested }) => notTested === null);
  expect(testable.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

describe.concurrent("every fault is caught by the requirement that it breaks, and by nothing unrelated", () => {
  test.each(everyFault)("%s", async (_, fault) => {
    const { results } = await outcomeOf(fault);
    const { verdict, unrelated, idle } = faultVerdict(fault, results);
    expect({ verdict, unrelated: unrelated.map(shown), idle }).toEqual({
      verdict: "caught",
      unrelated: [],
      idle: [],
    });
  });
});

describe.concurrent("in recorded traffic a fault is caught where one answer shows it, and blamed for what it is", () => {
  test.each(everyFault)("%s", async (name, fault) => {
    const { inTraffic } = await outcomeOf(fault);
    expect(inTraffic.filter(({ outcome }) => outcome === "error").map(shown)).toEqual([]);
    const red = inTraffic.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
    const ids = new Set(red.map(({ requirement }) => requirement));
    const unrelated = [...ids].filter((id) => !declares(fault, id));
    expect({ caught: ids.has(fault.breaks), unrelated: unrelated.sort() }).toEqual({
      caught: isSeen(fault),
      unrelated: [...(alsoSeen[name] ?? [])].sort(),
    });
  });
});
