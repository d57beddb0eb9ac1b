import { describe, expect, test } from "vitest";
import type { FailureCard } from "../../reporters/view/card.ts";
import { type ReportView, reportView } from "../../reporters/view/report-view.ts";
import { register, report, result } from "./fixtures.ts";

const waiver = { requirement: "auth.missing-key-refused", reason: "ticket 1", until: "2999-01-01" };
const expired = { ...waiver, until: "2020-01-01" };
const exclusion = { requirement: "ping.public", reason: "no monitor" };
const failing = result({ outcome: "fail", message: "got 200" });
const warning = result({
  requirement: "error.status-401",
  level: "should",
  outcome: "warn",
  message: "got 403",
});
const other = result({ requirement: "ping.public", endpoint: "/ping" });

/** Which cards there are, each with the number of its cells. */
const named = (cards: readonly FailureCard[]) =>
  cards.map(({ requirement, cells }) => `${requirement} ${cells.length}`);

type Row = readonly [
  what: string,
  report: Parameters<typeof report>,
  derived: (view: ReportView) => unknown,
  expected: unknown,
];

const rows: readonly Row[] = [
  [
    "a card for each broken requirement, whatever the number of its cells",
    [[failing, { ...failing, auth: "bearer" }, other]],
    ({ broken }) => named(broken),
    ["auth.missing-key-refused 2"],
  ],
  [
    "a broken should after every broken must, where it makes the run fail",
    [[warning, result({ ...failing, requirement: "zzz.last" })], { failOn: "should" }],
    ({ broken, warnings }) => [named(broken), named(warnings)],
    [["zzz.last 1", "error.status-401 1"], []],
  ],
  [
    "a broken should as a warning, where it does not",
    [[warning, other]],
    ({ broken, warnings }) => [named(broken), named(warnings)],
    [[], ["error.status-401 1"]],
  ],
  [
    "waivers that hold apart from those to be deleted",
    [[failing, other], { waivers: [expired, waiver], exclusions: [exclusion] }],
    ({ waivers, exclusions, waiversToDelete, waived, broken }) => ({
      accepted: [...waivers, ...exclusions],
      toDelete: waiversToDelete.map(({ name }) => name),
      waived: named(waived),
      broken: named(broken),
    }),
    {
      accepted: [
        {
          kind: "waived until 2999-01-01",
          requirement: "auth.missing-key-refused",
          cells: "",
          checks: 1,
          reason: "ticket 1",
        },
        {
          kind: "excluded",
          requirement: "ping.public",
          cells: "",
          checks: 1,
          reason: "no monitor",
        },
      ],
      toDelete: ["waivers[0] auth.missing-key-refused"],
      waived: ["auth.missing-key-refused 1"],
      broken: [],
    },
  ],
  [
    "how many checks a problem of the run cost, and no reason besides",
    [
      [
        other,
        result({ outcome: "blocked", message: "down" }),
        result({ outcome: "skip", message: "down", auth: "bearer" }),
      ],
      { problems: ["down"] },
    ],
    ({ problems, unjudged, blocked }) => [problems, unjudged, blocked],
    [[{ message: "down", cost: " (2 checks not judged)" }], [], { checks: 0, cards: [] }],
  ],
  [
    "reasons for what was skipped, and a card for each cause of what was blocked",
    [
      [
        other,
        result({ outcome: "skip", message: "no name" }),
        result({ outcome: "skip", message: "no name", auth: "bearer" }),
        result({ outcome: "blocked", message: "timeout", version: "default" }),
      ],
    ],
    ({ unjudged, blocked }) => [
      unjudged.map(({ reason, results, requirements }) => [reason, results.length, requirements]),
      blocked.checks,
      blocked.cards.map(({ cases }) => cases[0].message),
    ],
    [[["skip: no name", 2, "auth.missing-key-refused"]], 1, ["timeout"]],
  ],
  [
    "one reason for what was skipped with different numbers, but not for different statuses",
    [
      [
        other,
        result({ outcome: "skip", message: "too few (2)" }),
        result({ outcome: "skip", message: "too few (1)", auth: "bearer" }),
        result({ outcome: "skip", message: "too few to call (3)", version: "default" }),
        result({ outcome: "error", message: "failed (401)", auth: "api-key" }),
        result({ outcome: "error", message: "failed (403)", auth: "x-api-key" }),
      ],
    ],
    ({ unjudged }) => unjudged.map(({ reason, results }) => [reason, results.length]),
    [
      ["skip: too few to call (3)", 1],
      ["skip: too few (1 to 2)", 2],
      ["error: failed (401)", 1],
      ["error: failed (403)", 1],
    ],
  ],
  [
    "nothing that certifies, of a part of the checks",
    [[other], { partial: true }],
    ({ partial }) => partial,
    "This is a partial run: it covers only the selected checks and certifies nothing.",
  ],
  [
    "nothing that certifies, of recorded traffic",
    [
      [other],
      {
        partial: true,
        traffic: { files: ["a.har"], entries: 3, judged: 1, ignored: { "another host": 2 } },
      },
    ],
    ({ partial }) => partial,
    "Recorded traffic: 1 of 3 entries judged, each on its own. The verdict covers only the recorded requests and " +
      "certifies nothing. Not judged: 2 × another host.",
  ],
  ["nothing to say of a whole run", [[other]], ({ partial }) => partial, null],
  [
    "squares for every version that an endpoint has, with the most severe mark of each style",
    [[failing, result({ auth: "bearer" }), result({ outcome: "skip", auth: "bearer" })]],
    ({ matrix }) => {
      const row = matrix[0]?.rows.find(({ endpoint }) => endpoint === "/topics");
      return row?.squares.map((square) => square?.marks.map((mark) => mark?.shape ?? " ").join(""));
    },
    ["    ", "    ", "✘  ◐", "    "],
  ],
];

describe("a view of a report has", () => {
  test.each(rows)("%s", (_, made, derived, expected) => {
    expect(derived(reportView(report(...made), register))).toEqual(expected);
  });
});

test("what a baseline knows is no broken requirement of the view", () => {
  const before = report([failing, other]);
  const after = report([failing, other, { ...failing, version: "default" }], {
    baseline: { file: "old.json", digest: "sha256:1", report: before },
  });
  const { broken, known, baseline } = reportView(after, register);
  expect([named(broken), named(known)]).toEqual([
    ["auth.missing-key-refused 1"],
    ["auth.missing-key-refused 1"],
  ]);
  expect(baseline).toMatchObject({ name: `old.json of ${before.startedAt}`, lost: null });
});
