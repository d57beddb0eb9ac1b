import { describe, expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import {
  type OneCellFault,
  oneCellFaults,
} from "../../reference/faults/one-cell/one-cell-faults.ts";
import type { FaultVerdict } from "../../teeth/judging/fault-verdict.ts";
import { isClean, killMatrix } from "../../teeth/kill-matrix/kill-matrix.ts";
import { killMatrixMarkdown } from "../../teeth/kill-matrix/kill-matrix-markdown.ts";
import { killMatrixText } from "../../teeth/kill-matrix/kill-matrix-text.ts";
import type { MutantScore } from "../../teeth/mutants/run-mutants.ts";
import type { OneCellVerdict } from "../../teeth/one-cell/one-cell-verdict.ts";
import { oneCellScore } from "../../teeth/one-cell/run-one-cell-faults.ts";

const register = loadRegister();
const facts = {
  suite: { version: "1.2.3", contractsDigest: "sha256:00" },
  partial: false,
  mutants: null,
  oneCell: null,
  durationMs: 3210,
};

const red = (requirement: string): CheckResult => ({
  requirement,
  level: "must",
  surface: "news",
  endpoint: "/ping",
  version: "default",
  auth: null,
  outcome: "fail",
  message: "wrong",
  findings: [],
  exchanges: [],
});

function verdict(
  name: string,
  breaks: string,
  said: FaultVerdict["verdict"],
  unrelated: readonly string[] = [],
): FaultVerdict {
  return {
    fault: { name, breaks, cells: { surface: "news" }, sentence: "It is wrong | so to speak." },
    verdict: said,
    caughtBy: said === "survived" ? [] : [red(breaks)],
    unrelated: unrelated.map(red),
    idle: [],
    quiet: [],
  };
}

const verdicts = [
  verdict("one", "ping.public", "caught"),
  verdict("two", "ping.message-pong", "survived"),
  verdict("three", "transport.json-body", "unrelated red", ["ping.public"]),
];

describe("the kill matrix", () => {
  const matrix = killMatrix(verdicts, register, facts);

  test("adds up by area", () => {
    expect(matrix).toMatchObject({
      total: 3,
      caught: 1,
      survivors: ["two"],
      unrelated: ["three"],
    });
    const ping = matrix.areas.find(({ area }) => area === "ping");
    expect(ping?.faults).toEqual({ total: 2, caught: 1 });
    expect(ping?.requirements.tripped).toBe(1);
    expect(matrix.untripped).not.toContain("ping.public");
    expect(matrix.untripped).toContain("ping.message-pong");
    // What no client can observe can't be tripped.
    const unobservable = register.requirements.filter(({ notTested }) => notTested !== null);
    expect(matrix.untripped.filter((id) => unobservable.some((one) => one.id === id))).toEqual([]);
  });

  test("is clean only where all are caught, nothing else is red and all requirements are tripped", () => {
    expect(isClean(matrix)).toBe(false);
    const first = verdicts.slice(0, 1);
    expect(isClean(killMatrix(first, register, facts))).toBe(false);
    expect(isClean(killMatrix(first, register, { ...facts, partial: true }))).toBe(true);
    const rest = verdicts.slice(2);
    expect(isClean(killMatrix(rest, register, { ...facts, partial: true }))).toBe(false);
    const all = register.requirements
      .filter(({ notTested }) => notTested === null)
      .map(({ id }) => verdict(`fault of ${id}`, id, "caught"));
    expect(isClean(killMatrix(all, register, facts))).toBe(true);
  });

  test("is not clean where a mutant survives, and says so", () => {
    const score: MutantScore = {
      total: 10,
      killed: 8,
      allowed: [{ reason: "it may be sparse", verdict: "survived", count: 1 }],
      survivors: ["news /ping default /id drop"],
      overruled: [],
      misblamed: [],
      byArea: [{ area: "ping", total: 10, killed: 8 }],
    };
    const mutated = killMatrix(verdicts.slice(0, 1), register, {
      ...facts,
      partial: true,
      mutants: score,
    });
    expect(isClean(mutated)).toBe(false);
    const all = { ...facts, partial: true, mutants: { ...score, survivors: [] } };
    expect(isClean(killMatrix(verdicts.slice(0, 1), register, all))).toBe(true);
    const text = killMatrixText(mutated, 80, false);
    expect(text).toContain("  ✘ news /ping default /id drop: survives without an allowance");
    expect(text).toMatch(/^ping +1\/1 +1\/\d+ +8\/10$/m);
    expect(text).toContain("8 of 10 mutants killed, 1 allowed");
    expect(killMatrixMarkdown(mutated)).toContain("| 1 | survived | it may be sparse |");
  });

  test("is not clean where a fault in one cell survives, and says in which", () => {
    const [first, second, third] = oneCellFaults().filter(
      ({ of }) => of.name === "revoked-key-accepted",
    );
    if (!first || !second || !third) throw new Error("there are no faults in one cell");
    const said = (fault: OneCellFault, verdict: OneCellVerdict["verdict"]): OneCellVerdict => ({
      fault,
      verdict,
      caughtBy: [],
      unrelated: verdict === "unrelated red" ? [red("ping.public")] : [],
    });
    const partly = oneCellScore([
      said(first, "caught"),
      said(second, "survived"),
      said(third, "unrelated red"),
    ]);
    expect(partly).toMatchObject({ total: 3, caught: 1 });
    const caught = oneCellScore([said(first, "caught")]);
    const only = { ...facts, partial: true };
    expect(isClean(killMatrix(verdicts.slice(0, 1), register, { ...only, oneCell: caught }))).toBe(
      true,
    );
    const matrix = killMatrix(verdicts.slice(0, 1), register, { ...only, oneCell: partly });
    expect(isClean(matrix)).toBe(false);
    const text = killMatrixText(matrix, 80, false);
    expect(text).toContain("1 of 3 faults in one cell caught");
    expect(text).toContain(second.name.slice(second.name.indexOf("@") + 1));
    expect(text).toContain("ping.public");
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(killMatrixMarkdown(matrix)).toContain(`| ${first.of.name} |`);
  });

  test("names survivors, accusers and what is untripped in 80 columns", () => {
    const text = killMatrixText(matrix, 80, false);
    expect(text).toContain("  ✘ two (ping.message-pong): It is wrong");
    expect(text).toContain("  ! three: ping.public");
    expect(text).toContain("  ? ping.message-pong");
    expect(text).toMatch(/^ping +1\/2 +1\/\d+$/m);
    expect(text).toMatch(/1 of 3 faults caught; 2 of \d+ requirements tripped; 3\.2 s$/);
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  test("is a page of Markdown whose cells stay cells", () => {
    const page = killMatrixMarkdown(matrix);
    expect(page).toContain(
      "| ✘ survived | two | `ping.message-pong` | It is wrong \\| so to speak. |",
    );
    expect(page).toMatch(/^\| ping \| 1 \/ 2 \| 1 \/ \d+ \| +\|$/m);
  });
});
