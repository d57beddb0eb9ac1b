import { describe, expect, test } from "vitest";
import type { Cell, CheckResult } from "../../contracts/vocabulary.ts";
import type { CellPattern, Exclusion, Waiver } from "../../contracts/waivers.ts";
import { matchesCell, type StaleCause } from "../../reporters/verdict/waivers.ts";
import { judge, result } from "./fixtures.ts";

const cell: Cell = { surface: "news", endpoint: "/ping", version: "2024-01-01", auth: "bearer" };

describe("a pattern speaks of a cell", () => {
  const cases: readonly [CellPattern, Partial<Cell>, boolean][] = [
    [{}, {}, true],
    [{ surface: "news" }, {}, true],
    [{ surface: "aggregator" }, {}, false],
    [{ endpoint: "/ping" }, {}, true],
    [{ endpoint: "/pin" }, {}, false],
    [{ endpoint: "/ping/" }, {}, false],
    [{ version: "2024-01-01" }, {}, true],
    [{ version: "default" }, {}, false],
    [{ version: "default" }, { version: "default" }, true],
    [{ version: "2026-08-01" }, { version: "default" }, false],
    [{ auth: "bearer" }, {}, true],
    [{ auth: "bearer" }, { auth: null }, false],
    [{ auth: "api-key" }, {}, false],
    [{ surface: "news", endpoint: "/ping", version: "2024-01-01", auth: "bearer" }, {}, true],
    [{ surface: "news", endpoint: "/ping", version: "2022-01-01", auth: "bearer" }, {}, false],
  ];
  test.for(cases)("%j on %j: %s", ([pattern, differing, expected]) => {
    expect(matchesCell(pattern, { ...cell, ...differing })).toBe(expected);
  });
});

const requirement = "auth.missing-key-refused";
const waiver: Waiver = { requirement, reason: "ticket", until: "2027-01-31" };
const pass = result();
const fail = result({ outcome: "fail", version: "2022-01-01" });
const onNews = result({ requirement: "ping.public", surface: "news", endpoint: "/ping" });
const both = [pass, onNews];

interface Row {
  name: string;
  waiver?: Partial<Waiver>;
  results: readonly CheckResult[];
  exclusions?: readonly Exclusion[];
  partial?: boolean;
  unselected?: readonly CheckResult[];
  stale: StaleCause | null;
}

const rows: readonly Row[] = [
  { name: "all passed", results: both, stale: "passed" },
  { name: "all passed where one surface is tested", results: [pass], stale: "passed" },
  { name: "one of them still fails", results: [...both, fail], stale: null },
  {
    name: "the one that it names passed",
    waiver: { version: "2024-01-01" },
    results: [...both, fail],
    stale: "passed",
  },
  {
    name: "one still warns",
    results: [pass, result({ level: "should", outcome: "warn" })],
    stale: null,
  },
  { name: "one did not run", results: [pass, result({ outcome: "skip" })], stale: null },
  { name: "one is blocked", results: [pass, result({ outcome: "blocked" })], stale: null },
  { name: "one is our error", results: [pass, result({ outcome: "error" })], stale: null },
  {
    name: "no check is there",
    waiver: { endpoint: "/topic" },
    results: both,
    stale: "covers-nothing",
  },
  {
    name: "no check is there, on its tested surface",
    waiver: { surface: "aggregator", endpoint: "/topic" },
    results: [pass],
    stale: "covers-nothing",
  },
  { name: "its surface is not tested", waiver: { surface: "news" }, results: [pass], stale: null },
  {
    name: "it may speak of the surface that is not tested",
    waiver: { requirement: "limit.rate" },
    results: [pass],
    stale: null,
  },
  {
    name: "excluded as well",
    results: both,
    exclusions: [{ requirement, reason: "no" }],
    stale: "excluded",
  },
  {
    name: "excluded where it failed, and passed elsewhere",
    results: [...both, fail],
    exclusions: [{ requirement, version: "2022-01-01", reason: "no" }],
    stale: "passed",
  },
  {
    name: "expired, which is said by itself",
    waiver: { until: "2026-09-30" },
    results: both,
    stale: null,
  },
  {
    name: "partial, and what was left out is not known",
    results: both,
    partial: true,
    stale: null,
  },
  {
    name: "partial, and a cell of it was left out",
    results: both,
    partial: true,
    unselected: [fail],
    stale: null,
  },
  {
    name: "partial, but all of its cells were selected",
    results: both,
    partial: true,
    unselected: [result({ requirement: "ping.public" })],
    stale: "passed",
  },
  {
    name: "partial without any of its cells",
    results: [onNews],
    partial: true,
    unselected: [pass],
    stale: null,
  },
  { name: "nothing ran", results: [], stale: null },
];

describe("stale waivers", () => {
  test.for(rows)("$name → $stale", (row) => {
    const entry = { ...waiver, ...row.waiver };
    const { staleWaivers, exitCode } = judge(row.results, {
      waivers: [entry],
      exclusions: row.exclusions ?? [],
      partial: row.partial ?? false,
      ...(row.unselected === undefined ? {} : { unselected: row.unselected }),
    });
    expect(staleWaivers.map(({ cause }) => cause)).toEqual(row.stale === null ? [] : [row.stale]);
    if (row.stale !== null) expect(exitCode).toBe(1);
  });

  test("a stale waiver gives the line to delete", () => {
    const first = { ...waiver, requirement: "ping.public", surface: "aggregator" } as const;
    const { staleWaivers } = judge([result({ outcome: "fail" }), onNews], {
      waivers: [waiver, { ...first, surface: "news" }],
    });
    expect(staleWaivers).toEqual([
      {
        index: 1,
        cause: "passed",
        waiver: { ...first, surface: "news" },
        line: '{"requirement":"ping.public","reason":"ticket","until":"2027-01-31","surface":"news"}',
      },
    ]);
  });

  test("beats an incomplete verdict, allowed or not", () => {
    const results = [pass, result({ requirement: "ping.public", outcome: "blocked" })];
    for (const allowIncomplete of [false, true]) {
      const judgement = judge(results, { waivers: [waiver], allowIncomplete });
      expect(judgement).toMatchObject({ verdict: "incomplete", exitCode: 1 });
    }
  });
});

test("an expired waiver is listed with its position", () => {
  const old = { ...waiver, until: "2026-09-30" };
  const { expiredWaivers, exitCode } = judge([fail], { waivers: [waiver, old] });
  expect({ expiredWaivers, exitCode }).toEqual({
    expiredWaivers: [{ index: 1, waiver: old }],
    exitCode: 0,
  });
});
