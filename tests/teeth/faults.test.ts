import { describe, expect, test } from "vitest";
import { areas } from "../../contracts/areas.ts";
import type { CheckResult } from "../../contracts/words.ts";
import { actsIn, type Fault } from "../../reference/faults/fault.ts";
import { faults } from "../../reference/faults/index.ts";
import { judgeReference } from "./judge-reference.ts";

const isRed = ({ outcome }: CheckResult) => outcome === "fail" || outcome === "warn";

/** A fault of one auth style may show where the check is not about a style. */
function inCells({ cells, seenAt = [] }: Fault, result: CheckResult): boolean {
  const { auth: _, ...place } = cells;
  return actsIn({ cells: place }, result) || seenAt.includes(result.endpoint);
}

test("the reference server passes everything, with nothing skipped", async () => {
  const results = await judgeReference();
  const rest = results.filter(({ outcome }) => outcome !== "pass");
  expect(rest.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual([]);
  expect(results.length).toBeGreaterThan(1500);
});

test("there is a fault in every area", () => {
  const broken = new Set(faults.map(({ breaks }) => breaks.split(".")[0]));
  expect(areas.filter((area) => !broken.has(area))).toEqual([]);
});

describe("every fault is caught by the requirement that it breaks, and by nothing unrelated", () => {
  test.each(faults.map((fault) => [fault.name, fault] as const))("%s", async (_, fault) => {
    const results = await judgeReference([fault]);
    const red = results.filter(isRed);
    const blamed = [...new Set(red.map(({ requirement }) => requirement))].sort();
    expect(blamed).toEqual([fault.breaks, ...(fault.also ?? [])].sort());
    const caught = red.filter(({ requirement }) => requirement === fault.breaks);
    expect(caught.filter((result) => !inCells(fault, result))).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === "error")).toEqual([]);
  });
});
