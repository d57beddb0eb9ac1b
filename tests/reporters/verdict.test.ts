import { describe, expect, test } from "vitest";
import type { CheckResult, Level, Outcome, Status, Verdict } from "../../contracts/vocabulary.ts";
import type { Exclusion, Waiver } from "../../contracts/waivers.ts";
import type { ExitCode } from "../../reporters/verdict/judgement.ts";
import { type JUnitElement, junitElement } from "../../reporters/verdict/verdict.ts";
import { judge, result } from "./fixtures.ts";

const waiver: Waiver = {
  requirement: "auth.missing-key-refused",
  reason: "ticket 123",
  until: "2026-10-01",
};
const expired: Waiver = { ...waiver, until: "2026-09-30" };
const exclusion: Exclusion = { requirement: "auth.missing-key-refused", reason: "not here" };
const otherPass = result({ requirement: "ping.public", endpoint: "/ping" });

interface Row {
  name: string;
  level?: Level;
  outcome: Outcome;
  waivers?: readonly Waiver[];
  exclusions?: readonly Exclusion[];
  failOn?: Level;
  allowIncomplete?: boolean;
  interrupted?: boolean;
  status: Status;
  red?: boolean;
  junit: JUnitElement;
  verdict: Verdict;
  exit: ExitCode;
}

const rows: readonly Row[] = [
  {
    name: "a must passes",
    outcome: "pass",
    status: "pass",
    junit: "pass",
    verdict: "conformant",
    exit: 0,
  },
  {
    name: "a must fails",
    outcome: "fail",
    status: "fail",
    red: true,
    junit: "failure",
    verdict: "non-conformant",
    exit: 1,
  },
  {
    name: "a failed must is not excused by --allow-incomplete",
    outcome: "fail",
    allowIncomplete: true,
    status: "fail",
    red: true,
    junit: "failure",
    verdict: "non-conformant",
    exit: 1,
  },
  {
    name: "a should warns",
    level: "should",
    outcome: "warn",
    status: "warn",
    junit: "skipped",
    verdict: "conformant",
    exit: 0,
  },
  {
    name: "a should warns with --fail-on should",
    level: "should",
    outcome: "warn",
    failOn: "should",
    status: "warn",
    red: true,
    junit: "failure",
    verdict: "non-conformant",
    exit: 1,
  },
  {
    name: "a broken should that was called a failure warns",
    level: "should",
    outcome: "fail",
    status: "warn",
    junit: "skipped",
    verdict: "conformant",
    exit: 0,
  },
  {
    name: "a broken must that was called a warning fails",
    outcome: "warn",
    status: "fail",
    red: true,
    junit: "failure",
    verdict: "non-conformant",
    exit: 1,
  },
  {
    name: "a must is skipped",
    outcome: "skip",
    status: "skip",
    junit: "skipped",
    verdict: "incomplete",
    exit: 3,
  },
  {
    name: "a must is blocked",
    outcome: "blocked",
    status: "blocked",
    junit: "skipped",
    verdict: "incomplete",
    exit: 3,
  },
  {
    name: "a must is our error",
    outcome: "error",
    status: "error",
    junit: "error",
    verdict: "incomplete",
    exit: 3,
  },
  {
    name: "--allow-incomplete",
    outcome: "blocked",
    allowIncomplete: true,
    status: "blocked",
    junit: "skipped",
    verdict: "incomplete",
    exit: 0,
  },
  {
    name: "a should is skipped",
    level: "should",
    outcome: "skip",
    status: "skip",
    junit: "skipped",
    verdict: "conformant",
    exit: 0,
  },
  {
    name: "a should is our error",
    level: "should",
    outcome: "error",
    status: "error",
    junit: "error",
    verdict: "conformant",
    exit: 0,
  },
  {
    name: "a waiver covers a failure on its last day",
    outcome: "fail",
    waivers: [waiver],
    status: "waived",
    junit: "skipped",
    verdict: "conformant",
    exit: 0,
  },
  {
    name: "a waiver covers a warning",
    level: "should",
    outcome: "warn",
    failOn: "should",
    waivers: [waiver],
    status: "waived",
    junit: "skipped",
    verdict: "conformant",
    exit: 0,
  },
  {
    name: "an expired waiver covers nothing",
    outcome: "fail",
    waivers: [expired],
    status: "fail",
    red: true,
    junit: "failure",
    verdict: "non-conformant",
    exit: 1,
  },
  {
    name: "an error can't be waived",
    outcome: "error",
    waivers: [waiver],
    status: "error",
    junit: "error",
    verdict: "incomplete",
    exit: 3,
  },
  {
    name: "blocked can't be waived",
    outcome: "blocked",
    waivers: [waiver],
    status: "blocked",
    junit: "skipped",
    verdict: "incomplete",
    exit: 3,
  },
  {
    name: "a skip can't be waived",
    outcome: "skip",
    waivers: [waiver],
    status: "skip",
    junit: "skipped",
    verdict: "incomplete",
    exit: 3,
  },
  {
    name: "a stale waiver is red whatever the verdict",
    outcome: "pass",
    waivers: [waiver],
    status: "pass",
    junit: "pass",
    verdict: "conformant",
    exit: 1,
  },
  {
    name: "a waiver whose pattern misses covers nothing and is stale",
    outcome: "fail",
    waivers: [{ ...waiver, endpoint: "/search" }],
    status: "fail",
    red: true,
    junit: "failure",
    verdict: "non-conformant",
    exit: 1,
  },
  {
    name: "an exclusion covers a skip",
    outcome: "skip",
    exclusions: [exclusion],
    status: "excluded",
    junit: "skipped",
    verdict: "conformant",
    exit: 0,
  },
  {
    name: "an exclusion covers a failure",
    outcome: "fail",
    exclusions: [exclusion],
    status: "excluded",
    junit: "skipped",
    verdict: "conformant",
    exit: 0,
  },
  {
    name: "an exclusion of another cell does not",
    outcome: "fail",
    exclusions: [{ ...exclusion, version: "default" }],
    status: "fail",
    red: true,
    junit: "failure",
    verdict: "non-conformant",
    exit: 1,
  },
  {
    name: "interrupted",
    outcome: "pass",
    interrupted: true,
    status: "pass",
    junit: "pass",
    verdict: "incomplete",
    exit: 3,
  },
  {
    name: "interrupted after a failure",
    outcome: "fail",
    interrupted: true,
    status: "fail",
    red: true,
    junit: "failure",
    verdict: "non-conformant",
    exit: 1,
  },
];

describe("one check beside one that passes", () => {
  test.for(rows)("$name", (row) => {
    const check = result({ level: row.level ?? "must", outcome: row.outcome });
    // A waiver without surfaces reaches over both, so both have to be tested.
    const other = result({ requirement: "ping.public", surface: "news", endpoint: "/ping" });
    const { judged, verdict, exitCode } = judge([check, otherPass, other], {
      waivers: row.waivers ?? [],
      exclusions: row.exclusions ?? [],
      failOn: row.failOn ?? "must",
      allowIncomplete: row.allowIncomplete ?? false,
      interrupted: row.interrupted ?? false,
    });
    const [first] = judged;
    if (first === undefined) throw new Error("nothing was judged");
    expect(junitElement(first)).toBe(row.junit);
    expect({ ...first, verdict, exitCode }).toMatchObject({
      status: row.status,
      red: row.red ?? false,
      verdict: row.verdict,
      exitCode: row.exit,
    });
  });
});

describe("nothing judged is incomplete", () => {
  const cases: readonly [string, readonly CheckResult[], readonly Exclusion[]][] = [
    ["no results at all", [], []],
    ["everything excluded", [result()], [exclusion]],
    ["only a should, skipped", [result({ level: "should", outcome: "skip" })], []],
  ];
  test.for(cases)("%s", ([, results, exclusions]) => {
    expect(judge(results, { exclusions })).toMatchObject({ verdict: "incomplete", exitCode: 3 });
  });

  test("a warning is judged", () => {
    const warned = judge([result({ level: "should", outcome: "warn" })]);
    expect(warned).toMatchObject({ verdict: "conformant", exitCode: 0 });
  });

  test("a waived failure is judged", () => {
    const waived = judge([result({ outcome: "fail" })], { waivers: [waiver] });
    expect(waived).toMatchObject({ verdict: "conformant", exitCode: 0, staleWaivers: [] });
  });
});

test("counts are by level and status, and name only what a level can have", () => {
  const { counts } = judge(
    [
      result(),
      result({ outcome: "fail" }),
      result({ outcome: "blocked" }),
      result({ requirement: "ping.public", outcome: "fail" }),
      result({ level: "should", outcome: "warn" }),
      result({ level: "should", outcome: "skip" }),
      result({ level: "should", outcome: "error" }),
    ],
    { exclusions: [{ requirement: "ping.public", reason: "gated" }] },
  );
  expect(counts).toEqual({
    must: { pass: 1, fail: 1, skip: 0, blocked: 1, error: 0, waived: 0, excluded: 1 },
    should: { pass: 0, warn: 1, skip: 1, blocked: 0, error: 1, waived: 0, excluded: 0 },
  });
});

test("the reason of a waiver and of an exclusion travels with the result", () => {
  const { judged } = judge([result({ outcome: "fail" }), result({ requirement: "ping.public" })], {
    waivers: [waiver],
    exclusions: [{ requirement: "ping.public", reason: "gated" }],
  });
  expect(judged.map(({ status, reason }) => [status, reason])).toEqual([
    ["waived", "ticket 123"],
    ["excluded", "gated"],
  ]);
});

test("a failure that a baseline knows is skipped in JUnit", () => {
  expect(junitElement({ status: "fail", red: true, known: true })).toBe("skipped");
  expect(junitElement({ status: "fail", red: true, known: false })).toBe("failure");
});

test("partial comes through", () => {
  expect(judge([result()], { partial: true }).partial).toBe(true);
});
