import { describe, expect, test } from "vitest";
import type { CheckResult } from "../../../contracts/vocabulary.ts";
import type { Report } from "../../../reporters/model/report.ts";
import { compareResults } from "../../../run/verify/compare-results.ts";
import { outOfTime } from "../../../suites/engine/judging-time.ts";
import { exchange, report, result } from "../../reporters/fixtures.ts";

const generated = { seed: 7, runs: 2 };
const judged = result({ exchanges: ["x1"], generated });

/** A report with one result, whose exchange was recorded whole or in part. */
function claims(one: CheckResult, truncated = false): Report {
  const made = report([one]);
  const { id: _, ...recorded } = exchange("x1", "{}");
  const { response } = recorded;
  if (response === null) throw new Error("the exchange of the fixture has an answer");
  return { ...made, exchanges: { x1: { ...recorded, response: { ...response, truncated } } } };
}

/** Every member that is no key of the check, changed. */
const changes: readonly (readonly [string, Partial<CheckResult>])[] = [
  ["outcome", { outcome: "fail" }],
  ["message", { message: "another" }],
  ["findings", { findings: [{ path: "/a", expected: "b", actual: "c", exchange: "x1" }] }],
  ["exchanges", { exchanges: ["x1", "x2"] }],
  ["remedy", { remedy: { wants: "a revoked key", set: ["NEWS_REVOKED_KEY"] } }],
];
const planned: readonly (readonly [string, Partial<CheckResult>])[] = [
  ["level", { level: "should" }],
  ["generated", { generated: { seed: 8, runs: 2 } }],
];

describe("results are compared member by member", () => {
  test("the order of the members means nothing", () => {
    const { requirement, outcome, ...rest } = judged;
    const again = [{ outcome, ...rest, requirement }];
    const { differences, untold } = compareResults(claims(judged), again);
    expect([...differences, ...untold]).toEqual([]);
  });

  test.each([...changes, ...planned])("%s is compared", (_, change) => {
    const { differences, untold } = compareResults(claims({ ...judged, ...change }), [judged]);
    expect([differences.length, untold.length]).toEqual([1, 0]);
  });

  test("a member left out is a difference", () => {
    const { generated: _, ...without } = judged;
    expect(compareResults(claims(without), [judged]).differences).toHaveLength(1);
    expect(compareResults(claims(judged), [without]).differences).toHaveLength(1);
  });
});

describe("where the recording does not hold everything", () => {
  test.each(changes)("%s can't be told, and the report's word is kept whole", (_, change) => {
    const claim = { ...judged, ...change };
    const compared = compareResults(claims(claim, true), [judged]);
    expect([compared.differences.length, compared.untold.length]).toEqual([0, 1]);
    // As a text, since files are made of it.
    expect(JSON.stringify(compared.results)).toBe(JSON.stringify([claim]));
  });

  test.each(planned)("%s is compared all the same", (_, change) => {
    const { differences, untold } = compareResults(claims({ ...judged, ...change }, true), [
      judged,
    ]);
    expect([differences.length, untold.length]).toEqual([1, 0]);
  });
});

describe("where judging took too long, in the run or again", () => {
  const blocked: CheckResult = { ...judged, outcome: "blocked", message: outOfTime(judged) };

  test.each([
    ["in the run", blocked, judged],
    ["again", judged, blocked],
  ] as const)("%s, the result can't be told", (_, claim, again) => {
    const compared = compareResults(claims(claim), [again]);
    expect([compared.differences.length, compared.untold.length]).toEqual([0, 1]);
    expect(compared.results).toEqual([claim]);
  });

  test("the results of other endpoints are compared all the same", () => {
    const claim = { ...blocked, endpoint: "/ping" } as const;
    expect(
      compareResults(claims(claim), [{ ...judged, endpoint: "/ping" }]).differences,
    ).toHaveLength(1);
  });
});
