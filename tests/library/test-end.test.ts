import { describe, expect, test } from "vitest";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import { testEnd } from "../../library/test-runner/test-end.ts";
import { exchange, judge, result } from "../reporters/fixtures.ts";

const certification = {
  exchanges: [exchange("x1", '{"success":true}')],
  targetFlags: ["--news-url", "http://127.0.0.1:4001"],
  problems: ["nothing answers"],
};

/** How the test of a check ends, and the line with which its card begins. */
function endOf(differing: Partial<CheckResult>, rules: Parameters<typeof judge>[1] = {}) {
  const { judged } = judge([result({ exchanges: ["x1"], ...differing })], rules);
  const [first] = judged;
  if (first === undefined) throw new Error("nothing was judged");
  const end = testEnd(first, certification);
  if (end.kind === "skipped") return { ...end, card: end.card?.split("\n")[0] ?? null };
  return end.kind === "failed" ? { kind: end.kind, name: end.error.name } : end;
}

describe("the test of a check", () => {
  const should = { level: "should", outcome: "warn", message: "got 403" } as const;
  test.each<[string, unknown, unknown]>([
    ["that passed", endOf({}), { kind: "passed", warning: null }],
    ["that failed", endOf({ outcome: "fail" }), { kind: "failed", name: "NonConformance" }],
    [
      "that warns",
      endOf(should),
      {
        kind: "passed",
        warning: "warning (should): got 403; aggregator GET /topics at 2024-01-01",
      },
    ],
    [
      "that warns, where that makes the run fail",
      endOf(should, { failOn: "should" }),
      { kind: "failed", name: "NonConformance" },
    ],
    [
      "that was skipped",
      endOf({ outcome: "skip", message: "no name" }),
      { kind: "skipped", reason: "skipped: no name", card: null },
    ],
    [
      "that was blocked",
      endOf({ outcome: "blocked", message: "503 to the end" }),
      { kind: "skipped", reason: "blocked: 503 to the end", card: "? 1 check blocked" },
    ],
    [
      "that was blocked by what a problem of the run names",
      endOf({ outcome: "blocked", message: "nothing answers" }),
      { kind: "skipped", reason: "blocked: nothing answers", card: null },
    ],
    [
      "that is excluded",
      endOf(
        { outcome: "fail", message: "got 200" },
        { exclusions: [{ requirement: "auth.missing-key-refused", reason: "not here" }] },
      ),
      { kind: "skipped", reason: "excluded: not here (got 200)", card: null },
    ],
  ])("%s", (_, ended, expected) => {
    expect(ended).toEqual(expected);
  });

  test("that failed names its place once, before the card", () => {
    const { judged } = judge([result({ exchanges: ["x1"], outcome: "fail", message: "got 200" })]);
    const [first] = judged;
    const end = first === undefined ? null : testEnd(first, certification);
    const [line = ""] = end?.kind === "failed" ? end.error.message.split("\n") : [];
    expect(line).toBe("got 200; aggregator GET /topics at 2024-01-01");
  });

  test("that was blocked has the request and the lines to repeat it on its card", () => {
    const { judged } = judge([result({ exchanges: ["x1"], outcome: "blocked", message: "503" })]);
    const [first] = judged;
    const end = first === undefined ? null : testEnd(first, certification);
    expect(end).toMatchObject({ kind: "skipped", card: expect.stringContaining("curl -sS") });
    expect(end).toMatchObject({
      card: expect.stringContaining(
        "npx news-conformance run --only auth.missing-key-refused --news-url http://127.0.0.1:4001",
      ),
    });
  });
});

test("a card of the built-in reference server has only the command that starts it again", () => {
  const facts = { ...certification, targetFlags: ["--reference"] };
  const failed = (source: typeof certification) => {
    const { judged } = judge([result({ exchanges: ["x1"], outcome: "fail" })]);
    const end = judged[0] === undefined ? null : testEnd(judged[0], source);
    return end?.kind === "failed" ? end.error.message : "";
  };
  expect(failed(certification)).toMatch(/^ +curl /m);
  expect(failed(facts)).not.toMatch(/^ +curl /m);
  expect(failed(facts)).toContain(
    "npx news-conformance run --only auth.missing-key-refused --reference",
  );
});
