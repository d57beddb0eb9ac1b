import { describe, expect, test } from "vitest";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";
import { requirementCoverage } from "../../reporters/model/requirement-coverage.ts";
import {
  areParts,
  rotationCoverage,
  rotationMistakes,
} from "../../reporters/model/rotation-coverage.ts";
import { exchange, register, report, result } from "./fixtures.ts";

const none = { own: true, revoked: false, revocable: false };

function configured(rotation: ReportConfiguration["matrix"]["rotation"]): ReportConfiguration {
  return {
    surfaces: {},
    keys: { aggregator: none, news: none },
    network: { concurrency: 8, rate: null, timeoutMs: 1000, retries: 2, headers: [] },
    robustness: { seed: 1, runs: 1 },
    matrix: { kind: "full", rotation },
    only: [],
    skip: [],
  };
}

/** Every part judges one version of four, so that two of four parts leave two checks out. */
const versions = ["default", "2026-05-25", "2024-01-01", "2022-01-01"];

function part(
  number: number,
  of = 4,
  differing: Partial<Report> = {},
  outcome: CheckResult["outcome"] = "pass",
) {
  const own = versions.filter((_, index) => index % of === number - 1);
  const made = report(
    own.map((version) => result({ version, outcome })),
    { partial: true, configuration: configured({ part: number, of }) },
  );
  const leftOut = { checks: versions.length - own.length, requirements: [] };
  return { name: `part-${number}`, report: { ...made, leftOut, ...differing } };
}

describe("the parts of a rotation", () => {
  test("cover the whole matrix together", () => {
    expect(rotationCoverage([1, 2, 3, 4].map((number) => part(number)))).toMatchObject({
      of: 4,
      missing: [],
      covered: 4,
      checks: 4,
      whole: true,
      verdict: "conformant",
    });
  });

  test.each([
    ["one is missing", [part(1), part(2), part(4)], { missing: [3], covered: 3 }],
    [
      "one was interrupted",
      [part(1), part(2), part(3), part(4, 4, { interrupted: true })],
      { missing: [4], covered: 3 },
    ],
    [
      "a run has fewer checks than its part",
      [part(1), part(2), part(3), part(4, 4, { results: [] })],
      { missing: [], covered: 3 },
    ],
  ])("do not where %s", (_, parts, expected) => {
    expect(rotationCoverage(parts)).toMatchObject({
      ...expected,
      whole: false,
      verdict: "incomplete",
    });
  });

  test("count by the latest run of each", () => {
    const earlier = part(2, 4, { startedAt: "2026-09-01T00:00:00.000Z" }, "fail");
    const all = [part(1), part(2), part(3), part(4), earlier];
    expect(rotationCoverage(all).verdict).toBe("conformant");
    const later = part(2, 4, { startedAt: "2027-09-01T00:00:00.000Z" }, "fail");
    const coverage = rotationCoverage([...all, later]);
    expect(coverage.verdict).toBe("non-conformant");
    expect(coverage.parts[1]?.failed).toBe(1);
  });

  test("are told from reports to be compared", () => {
    const plain = { name: "plain", report: report([result()]) };
    expect(areParts([part(1), part(2)])).toBe(true);
    expect(areParts([part(1), part(1)])).toBe(false);
    expect(areParts([part(1), plain])).toBe(false);
    expect(areParts([plain, plain, plain])).toBe(true);
  });
});

describe("reports that are not parts of one rotation are refused", () => {
  const other = part(2);
  const { configuration } = other.report;
  if (configuration === null) throw new Error("no configuration");
  const with_ = (differing: Partial<Report>) => ({
    ...other,
    report: { ...other.report, ...differing },
  });
  const { target, suite } = other.report;

  test.each([
    ["a run of everything", { name: "part-2", report: report([result()]) }, "not a part"],
    ["another number of parts", part(2, 3), "a different number of parts from part-1: 3, not 4"],
    [
      "another target",
      with_({ target: { ...target, news: "https://other.example" } }),
      "a different target of news",
    ],
    [
      "another suite",
      with_({ suite: { ...suite, version: "9.9.9" } }),
      "a different version of the suite",
    ],
    [
      "another selection",
      with_({ configuration: { ...configuration, skip: ["ping.*"] } }),
      "a different configuration",
    ],
    ["another level of failure", with_({ failOn: "should" }), "a different configuration"],
    ["another plan", with_({ leftOut: null }), "a different number of checks"],
  ])("%s", (_, second, says) => {
    const mistakes = rotationMistakes([part(1), second]);
    expect(mistakes.join("\n")).toContain(says);
    expect(mistakes.join("\n")).toContain("part-2");
  });

  test("but not for another seed, another pace or another port of the embedded server", () => {
    const similar = with_({
      configuration: {
        ...configuration,
        robustness: { ...configuration.robustness, seed: 7 },
        network: { ...configuration.network, concurrency: 1 },
      },
    });
    expect(rotationMistakes([part(1), similar])).toEqual([]);
    const embedded = (port: number) => ({
      target: {
        aggregator: `http://127.0.0.1:${port}`,
        news: `http://127.0.0.1:${port + 1}`,
        embedded: true,
      },
    });
    expect(rotationMistakes([part(1, 4, embedded(1)), part(2, 4, embedded(5))])).toEqual([]);
  });
});

test("a report says where each requirement was judged, and on how many responses", () => {
  const results = report(
    [
      result({ exchanges: ["x1", "x2"], also: 3 }),
      result({ version: "default", auth: "bearer", exchanges: ["x1"] }),
      result({ version: "2022-01-01", outcome: "blocked", exchanges: ["x3"] }),
    ],
    { exchanges: [exchange("x1", "{}"), exchange("x2", "{}"), exchange("x3", "{}")] },
  ).results;
  const [, refused] = requirementCoverage(results, register);
  expect(refused).toEqual({
    requirement: "auth.missing-key-refused",
    checks: 3,
    judged: 2,
    responses: 6,
    cells: ["aggregator GET /topics at default (bearer)", "aggregator GET /topics at 2024-01-01"],
  });
  expect(
    requirementCoverage(results, register).map(({ requirement }) => requirement),
  ).not.toContain("auth.shown-once");
});
