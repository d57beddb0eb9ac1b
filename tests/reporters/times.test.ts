import { describe, expect, test } from "vitest";
import { comparisonText } from "../../reporters/formats/comparison-text.ts";
import { compareReports } from "../../reporters/model/comparison.ts";
import type { Report } from "../../reporters/model/report.ts";
import { compareTimes } from "../../reporters/model/times.ts";
import { comparisonExitCode } from "../../reporters/view/comparison-judgement.ts";
import { exchange, register, report, result } from "./fixtures.ts";

/** A report of requests to `/topics` that took so many milliseconds. */
function taking(durations: readonly number[], status = 401): Report {
  const exchanges = durations.map((durationMs, index) => {
    const recorded = exchange(`x${index}`, "{}", { durationMs });
    const { response } = recorded;
    return { ...recorded, response: response === null ? null : { ...response, status } };
  });
  return report([result({ exchanges: exchanges.map(({ id }) => id) })], { exchanges });
}

const twelve = (milliseconds: number) => Array.from({ length: 12 }, () => milliseconds);

describe("an endpoint is slower", () => {
  test.for([
    ["by factor and milliseconds", twelve(40), twelve(80), true],
    ["not by a factor that is noise", twelve(400), twelve(500), false],
    ["not by milliseconds that are noise", twelve(5), twelve(20), false],
    ["not by too few requests", twelve(40).slice(0, 9), twelve(80).slice(0, 9), false],
    // The median doubles, but five requests of twelve got faster.
    [
      "not where many requests are as they were",
      [...twelve(40).slice(0, 7), ...twelve(500).slice(0, 5)],
      [...twelve(120).slice(0, 7), ...twelve(300).slice(0, 5)],
      false,
    ],
    ["not where it is faster", twelve(80), twelve(40), false],
  ] as const)("%s", ([, before, after, slower]) => {
    const times = compareTimes(taking(before), taking(after));
    expect(times.some((one) => one.slower)).toBe(slower);
  });
});

test("only requests that were answered alike are compared", () => {
  expect(compareTimes(taking(twelve(40)), taking(twelve(80), 200))).toEqual([]);
});

test("the figures are said, and count only where that is asked for", () => {
  const comparison = compareReports(taking(twelve(40)), taking(twelve(90)), register);
  expect(comparison.times).toEqual([
    {
      surface: "aggregator",
      endpoint: "/topics",
      requests: 12,
      beforeMs: 40,
      afterMs: 90,
      slower: true,
    },
  ]);
  const text = comparisonText(comparison, 110, false);
  expect(text).toContain(
    "▲ aggregator GET /topics: median 40 ms before, 90 ms now (2.3 times), 12 requests",
  );
  const rules = { failOnSlower: false, allowIncomplete: false };
  expect(comparisonExitCode(comparison, rules)).toBe(0);
  expect(comparisonExitCode(comparison, { ...rules, failOnSlower: true })).toBe(1);
});
