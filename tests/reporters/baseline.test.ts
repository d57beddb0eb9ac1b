import { describe, expect, test } from "vitest";
import type { CheckResult, Level, Outcome, Verdict } from "../../contracts/vocabulary.ts";
import { junitXml } from "../../reporters/formats/junit.ts";
import { terminalText } from "../../reporters/formats/terminal.ts";
import type { EarlierReport, Report } from "../../reporters/model/report.ts";
import { verdictText } from "../../reporters/text/verdict-text.ts";
import type { ExitCode } from "../../reporters/verdict/judgement.ts";
import type { VerdictInput } from "../../reporters/verdict/verdict.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { judge, register, report, result } from "./fixtures.ts";

const anchor = result({ requirement: "ping.public", endpoint: "/ping" });
const { requirement } = result();
const waiver = { requirement, endpoint: "/topics", reason: "ticket 1", until: "2999-01-01" };

type Facts = Parameters<typeof report>[1];

function baselineWith(results: readonly CheckResult[], facts: Facts = {}): EarlierReport {
  return { file: "old.json", digest: `sha256:${"1".repeat(64)}`, report: report(results, facts) };
}

/** Outcome of one must check then and now; null where it is absent. */
type Row = readonly [
  name: string,
  then: Outcome | null,
  now: Outcome | null,
  verdict: Verdict,
  exitCode: ExitCode,
];

const rows: readonly Row[] = [
  ["what failed and fails is known", "fail", "fail", "non-conformant", 0],
  ["what passed and fails is new", "pass", "fail", "non-conformant", 1],
  ["what was skipped and fails is new", "skip", "fail", "non-conformant", 1],
  ["what was blocked and fails is new", "blocked", "fail", "non-conformant", 1],
  ["what was absent and fails is new", null, "fail", "non-conformant", 1],
  ["what failed and passes is fixed", "fail", "pass", "conformant", 0],
  ["what passed and is blocked is lost", "pass", "blocked", "incomplete", 3],
  ["what failed and is blocked is lost", "fail", "blocked", "incomplete", 3],
  ["what failed and is skipped is lost", "fail", "skip", "incomplete", 3],
  ["what could not be judged still can't", "skip", "skip", "incomplete", 0],
  ["a defect of ours is never as before", "error", "error", "incomplete", 3],
  ["what the baseline does not know is open", null, "skip", "incomplete", 3],
  ["what vanished is lost, though the rest is right", "pass", null, "conformant", 3],
  ["what vanished without ever being judged is not missed", "skip", null, "conformant", 0],
];

describe("one must check, in the baseline and now", () => {
  test.for(rows)("%s", ([, then, now, verdict, exitCode]) => {
    const was = then === null ? [anchor] : [anchor, result({ outcome: then })];
    const is = now === null ? [anchor] : [anchor, result({ outcome: now })];
    expect(judge(is, { baseline: baselineWith(was) })).toMatchObject({ verdict, exitCode });
  });
});

describe("beside a baseline", () => {
  const failing = [anchor, result({ outcome: "fail" })];
  const known = { baseline: baselineWith(failing) };
  const cases: readonly [string, readonly CheckResult[], Partial<VerdictInput>, ExitCode][] = [
    ["--allow-incomplete excuses what is lost", [anchor], { ...known, allowIncomplete: true }, 0],
    [
      "what was not selected is not lost",
      [anchor],
      { ...known, partial: true, unselected: [result()] },
      0,
    ],
    [
      "known failures are judged, also where nothing else is",
      [result({ outcome: "fail" })],
      { baseline: baselineWith([result({ outcome: "fail" })]) },
      0,
    ],
    ["an interrupted run stays incomplete", failing, { ...known, interrupted: true }, 3],
    [
      "a stale waiver counts",
      [anchor, result(), result({ surface: "news", endpoint: "/ping" })],
      { baseline: baselineWith([anchor]), waivers: [waiver] },
      1,
    ],
    [
      "what a waiver covered and fails without it is new",
      failing,
      { baseline: baselineWith(failing, { waivers: [waiver] }) },
      1,
    ],
    [
      "what was excluded and fails is new",
      failing,
      { baseline: baselineWith(failing, { exclusions: [{ requirement, reason: "no" }] }) },
      1,
    ],
    [
      "what is excluded now is not lost",
      [anchor, result()],
      { baseline: baselineWith([anchor, result()]), exclusions: [{ requirement, reason: "no" }] },
      0,
    ],
    [
      "nothing judged is never as before",
      [result({ outcome: "blocked" })],
      { baseline: baselineWith([result({ outcome: "blocked" })]) },
      3,
    ],
  ];
  test.for(cases)("%s", ([, results, input, exitCode]) => {
    expect(judge(results, input).exitCode).toBe(exitCode);
  });

  test.for<readonly [Level, ExitCode]>([
    ["must", 0],
    ["should", 1],
  ])("a new warning counts only where the run fails on it: %s", ([failOn, exitCode]) => {
    const check = { requirement: "error.status-401", level: "should" } as const;
    const baseline = baselineWith([anchor, result(check)]);
    const now = [anchor, result({ ...check, outcome: "warn" })];
    expect(judge(now, { baseline, failOn }).exitCode).toBe(exitCode);
  });
});

describe("the reports of a run with a baseline", () => {
  const other = result({ version: "default" });
  const baseline = baselineWith([
    anchor,
    result({ outcome: "fail" }),
    other,
    result({ requirement: "error.code-is-status" }),
  ]);
  const quiet = report([anchor, result({ outcome: "fail", message: "got 200" }), other], {
    baseline: baselineWith([anchor, result({ outcome: "fail" }), other]),
  });
  const loud = report(
    [anchor, result({ outcome: "fail" }), result({ ...other, outcome: "fail" })],
    { baseline },
  );
  const page = (built: Report) =>
    terminalText({
      view: reportView(built, register),
      width: 80,
      color: false,
      reportFolder: null,
    });

  test("say which baseline it was and what came of it", () => {
    expect(loud.baseline).toEqual({
      file: "old.json",
      digest: `sha256:${"1".repeat(64)}`,
      startedAt: "2026-10-01T12:00:00.000Z",
      verdict: "non-conformant",
      notes: [],
      known: 1,
      broken: 1,
      fixed: 0,
      lost: [{ requirement: "error.code-is-status", checks: 1 }],
    });
    expect(loud.exitCode).toBe(1);
  });

  test("never claim that it conforms", () => {
    expect(quiet).toMatchObject({ verdict: "non-conformant", exitCode: 0 });
    expect(verdictText(quiet)).toMatch(
      /^non-conformant: aggregator .*; same as the baseline of 2026-10-01 \(1 known, 0 new\), 1 of 3 must checks failed;/,
    );
    expect(verdictText(loud)).toContain(
      "compared with the baseline of 2026-10-01 (1 known, 1 new, 1 no longer judged)",
    );
  });

  test("show the card of what is new, and one line of what is known", () => {
    expect(page(quiet)).toContain("1 requirement already broken in the baseline");
    expect(page(quiet)).toContain("auth.missing-key-refused (1 of 2 cells): got 200");
    expect(page(quiet)).not.toContain("Anybody can read.");
    expect(page(loud)).toContain("Anybody can read.");
    expect(page(loud).replace(/\s+/g, " ")).toContain(
      "1 must check of the baseline could not be judged in this run: error.code-is-status",
    );
  });

  test("fail in JUnit only for what is new", () => {
    expect(junitXml(quiet, register)).not.toContain("<failure");
    expect(junitXml(quiet, register)).toContain(
      'message="known from the baseline (must): got 200; ',
    );
    expect(junitXml(loud, register).match(/<failure /g)).toHaveLength(1);
  });
});
