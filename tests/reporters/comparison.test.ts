import { describe, expect, test } from "vitest";
import type { CheckResult, Level, Status } from "../../contracts/vocabulary.ts";
import { comparisonMarkdown } from "../../reporters/formats/comparison-markdown.ts";
import { comparisonText } from "../../reporters/formats/comparison-text.ts";
import {
  type ChangedChecks,
  type Comparison,
  compareReports,
} from "../../reporters/model/comparison.ts";
import type { Report } from "../../reporters/model/report.ts";
import { displayWidth } from "../../reporters/text/columns.ts";
import { comparisonExitCode } from "../../reporters/view/comparison-judgement.ts";
import { register, report, result } from "./fixtures.ts";

const strict = { failOnSlower: false, allowIncomplete: false };
const anchor = result({ requirement: "ping.public", endpoint: "/ping" });

function compare(before: Report, after: Report): Comparison {
  return compareReports(before, after, register);
}

/** A report in which one check has a status, or is absent. */
function having(status: Status | null, level: Level, failOn: Level = "must"): Report {
  const waived = status === "waived";
  const outcome = status === null || waived || status === "excluded" ? "fail" : status;
  const check = result({ level, outcome });
  const { requirement } = check;
  return report(status === null ? [anchor] : [anchor, check], {
    failOn,
    waivers: waived ? [{ requirement, reason: "ticket 1", until: "2999-01-01" }] : [],
    exclusions: status === "excluded" ? [{ requirement, reason: "not here" }] : [],
  });
}

type Said = readonly [kind: "broken" | "fixed" | "new" | "noLongerRun", weight: unknown] | null;
type Row = readonly [before: Status | null, after: Status | null, said: Said, exitCode: number];

const must: readonly Row[] = [
  ["pass", "pass", null, 0],
  ["pass", "fail", ["broken", "fails"], 1],
  ["pass", "waived", ["broken", null], 0],
  ["pass", "skip", ["noLongerRun", "open"], 3],
  ["pass", "blocked", ["noLongerRun", "open"], 3],
  ["pass", "error", ["noLongerRun", "open"], 3],
  ["pass", "excluded", ["noLongerRun", null], 0],
  ["pass", null, ["noLongerRun", "open"], 3],
  ["fail", "pass", ["fixed", null], 0],
  ["fail", "fail", null, 0],
  ["fail", "waived", null, 0],
  ["fail", "blocked", ["noLongerRun", "open"], 3],
  ["fail", null, ["noLongerRun", "open"], 3],
  ["waived", "pass", ["fixed", null], 0],
  ["waived", "waived", null, 0],
  ["waived", "fail", ["broken", "fails"], 1],
  ["waived", null, ["noLongerRun", "open"], 3],
  ["skip", "pass", ["new", null], 0],
  ["blocked", "fail", ["new", "fails"], 1],
  ["excluded", "fail", ["new", "fails"], 1],
  ["error", "waived", ["new", null], 0],
  [null, "pass", ["new", null], 0],
  [null, "fail", ["new", "fails"], 1],
  [null, "blocked", null, 0],
  ["skip", "blocked", null, 0],
  ["skip", null, null, 0],
];
const should: readonly Row[] = [
  ["pass", "warn", ["broken", null], 0],
  ["warn", "pass", ["fixed", null], 0],
  ["pass", "blocked", ["noLongerRun", null], 0],
  ["pass", null, ["noLongerRun", null], 0],
  [null, "warn", ["new", null], 0],
];

function saidOf(comparison: Comparison): Said {
  const kinds = ["broken", "fixed", "new", "noLongerRun"] as const;
  const said = kinds.flatMap((kind) =>
    comparison[kind].map(({ weight }) => [kind, weight] as const),
  );
  expect(said.length).toBeLessThanOrEqual(1);
  return said[0] ?? null;
}

describe("what becomes of a must", () => {
  test.for(must)("%s, then %s", ([before, after, said, exitCode]) => {
    const comparison = compare(having(before, "must"), having(after, "must"));
    expect(saidOf(comparison)).toEqual(said);
    expect(comparisonExitCode(comparison, strict)).toBe(exitCode);
  });
});

describe("what becomes of a should", () => {
  test.for(should)("%s, then %s", ([before, after, said, exitCode]) => {
    const comparison = compare(having(before, "should"), having(after, "should"));
    expect(saidOf(comparison)).toEqual(said);
    expect(comparisonExitCode(comparison, strict)).toBe(exitCode);
  });

  test("a new warning breaks where the later run fails on should", () => {
    const comparison = compare(having("pass", "should"), having("warn", "should", "should"));
    expect(saidOf(comparison)).toEqual(["broken", "fails"]);
    expect(comparison.notes).toContain("fails on: must before, should now");
  });

  test("an old warning does not, though it counts now", () => {
    const comparison = compare(having("warn", "should"), having("warn", "should", "should"));
    expect(comparison.stillBroken).toBe(1);
    expect(comparisonExitCode(comparison, strict)).toBe(0);
  });
});

test("--allow-incomplete excuses what is no longer run, and nothing that broke", () => {
  const lenient = { ...strict, allowIncomplete: true };
  const blocked = compare(having("pass", "must"), having("blocked", "must"));
  expect(comparisonExitCode(blocked, lenient)).toBe(0);
  const broken = compare(having("pass", "must"), having("fail", "must"));
  expect(comparisonExitCode(broken, lenient)).toBe(1);
});

describe("what vanished says why", () => {
  const ping = (differing: Partial<CheckResult> = {}) =>
    result({ requirement: "ping.public", endpoint: "/ping", ...differing });
  const both = [ping(), ping({ surface: "news" })];
  const messages = (groups: readonly ChangedChecks[]) => groups.map(({ message }) => message);

  test("its surface was not tested", () => {
    const after = report([ping()], {
      target: { aggregator: "http://127.0.0.1:4000/headlines", news: null, embedded: false },
    });
    const comparison = compare(report(both), after);
    expect(messages(comparison.noLongerRun)).toEqual(["the news surface was not tested"]);
    expect(comparison.notes).toContain(
      "target of news: http://127.0.0.1:4001 before, not tested now",
    );
  });

  test("it was not selected", () => {
    const comparison = compare(report(both), report([ping()], { partial: true }));
    expect(messages(comparison.noLongerRun)).toEqual(["not among the selected checks"]);
    expect(comparison.notes).toContain("B is partial: it contains only the selected checks");
  });

  test("its cells are gone, or its requirement is", () => {
    const before = report([...both, result()]);
    const comparison = compare(before, report([ping()]));
    expect(messages(comparison.noLongerRun)).toEqual([
      "no longer checked in these cells",
      "this requirement no longer exists",
    ]);
  });

  test("its requirement has another name, as far as its cells can tell", () => {
    const old = [
      result({ requirement: "auth.old-name" }),
      result({ requirement: "item.old-name" }),
    ];
    const now = [result({ requirement: "auth.new-name" })];
    const suite = { name: "news-conformance", version: "0.2.0" };
    const comparison = compare(report(old), report(now, { suite }));
    expect(messages(comparison.noLongerRun)).toEqual([
      "this requirement no longer exists; it may be called auth.new-name now",
      "this requirement no longer exists",
    ]);
    expect(comparison.notes).toContain("suite version: 0.1.0 before, 0.2.0 now");
    expect(comparisonExitCode(comparison, strict)).toBe(3);
  });
});

describe("as text", () => {
  const hostile = "</script><img src=x onerror=1> `a` \u001b[31m\u202e|_*[x](javascript:1)";
  const cells = ["default", "2026-05-25", "2024-01-01"].flatMap((version) =>
    (["api-key", "x-api-key", "bearer"] as const).map((auth) => ({ version, auth })),
  );
  const before = report([
    ...cells.map((cell) => result(cell)),
    result({ requirement: "error.status-401", level: "should" }),
    result({ requirement: "ping.public", endpoint: "/ping", outcome: "fail" }),
  ]);
  const after = report([
    ...cells.map((cell) => result({ ...cell, outcome: "fail", message: hostile })),
    result({ requirement: "error.status-401", level: "should", outcome: "warn" }),
    result({ requirement: "ping.public", endpoint: "/ping" }),
  ]);
  const comparison = compare(before, after);

  test("has each requirement once with the number of its cells, within 80 columns", () => {
    const text = comparisonText(comparison, 80, false);
    expect(text.match(/auth\.missing-key-refused/g)).toHaveLength(1);
    expect(text).toContain("✘ auth.missing-key-refused (must, 9 cells): pass → fail");
    expect(text).toContain("default, 2026-05-25, 2024-01-01");
    expect(text).toContain("! error.status-401 (should, 1 cell): pass → warn");
    expect(text).toContain("✔ ping.public (must, 1 cell): fail → pass");
    const lines = text.trimEnd().split("\n");
    expect(lines.slice(0, -1).filter((line) => displayWidth(line) > 80)).toEqual([]);
    expect(lines.at(-1)).toBe(
      "something broke: aggregator http://127.0.0.1:4000/headlines, news http://127.0.0.1:4001; " +
        "checks 10 broken, 1 fixed, 0 new, 0 no longer run, 0 still broken, " +
        "0 unchanged; 0 endpoints slower",
    );
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  test("is coloured where that is wanted", () => {
    expect(comparisonText(comparison, 80, true)).toContain("\u001b[31m✘");
  });

  test("is the same whatever the order of the results", () => {
    const shuffled = compare(
      { ...before, results: [...before.results].reverse() },
      { ...after, results: [...after.results].reverse() },
    );
    expect(comparisonText(shuffled, 80, false)).toBe(comparisonText(comparison, 80, false));
  });

  test("in Markdown keeps every word of a server in code", () => {
    const markdown = comparisonMarkdown(comparison);
    expect(markdown).toContain("### 10 checks of 2 requirements broken");
    expect(markdown).toContain(
      "- ❌ `auth.missing-key-refused` (must, 9 cells): pass → fail\n  - ``</script><img",
    );
    expect(markdown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });
});
