import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { exchangeId } from "../../harness/requests/request-spec.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { planRun } from "../../suites/engine/planning.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { shardOf } from "../../suites/session/shards.ts";
import { completeTarget } from "./target.ts";

const whole = planRun(allChecks, completeTarget(), loadCatalogue(), loadRegister());

const nameOf = ({ requirement, cell }: PlannedCheck): string =>
  `${requirement.id} ${cell.surface} ${cell.endpoint} ${cell.version} ${cell.auth}`;

const requestsOf = (checks: readonly PlannedCheck[]): number =>
  new Set(checks.flatMap(({ requests }) => requests.map(exchangeId))).size;

describe.each([1, 2, 3, 4, 6])("%i shards", (of) => {
  const shards = Array.from({ length: of }, (_, index) =>
    whole.filter(shardOf(whole, { part: index + 1, of })),
  );

  test("are the whole plan, nothing twice", () => {
    const covered = shards.flat().map(nameOf);
    expect(covered.length).toBe(whole.length);
    expect(new Set(covered)).toEqual(new Set(whole.map(nameOf)));
  });

  test("have about as many requests each", () => {
    const sizes = shards.map(requestsOf);
    expect(Math.max(...sizes)).toBeLessThan((1.35 * sizes.reduce((a, b) => a + b)) / of);
  });

  test("send few requests more than once", () => {
    const sum = shards.map(requestsOf).reduce((a, b) => a + b);
    expect(sum).toBeLessThan(requestsOf(whole) * (1 + 0.08 * (of - 1)) + 1);
  });

  test("keep the revocable key of a surface together", () => {
    const revoking = shards.flatMap((checks, index) =>
      checks
        .filter(({ requests }) => requests.some(({ after }) => after === "revocation"))
        .map(({ cell }) => `${cell.surface} ${index}`),
    );
    expect(revoking.length).toBeGreaterThan(0);
    expect(new Set(revoking).size).toBe(new Set(revoking.map((one) => one.split(" ")[0])).size);
  });
});

test("more shards than there are endpoints leave some without checks", () => {
  const last = whole.filter(shardOf(whole, { part: 99, of: 99 }));
  expect(last).toEqual([]);
});

test("shards are the same in whatever order the requests are planned", () => {
  const first = { part: 1, of: 3 };
  const again = planRun(allChecks, completeTarget(), loadCatalogue(), loadRegister());
  const isHere = shardOf(again, first);
  expect(whole.filter(shardOf(whole, first)).map(nameOf)).toEqual(again.filter(isHere).map(nameOf));
});
