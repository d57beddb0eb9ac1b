import { describe, expect, test } from "vitest";
import type { CheckResult, Finding } from "../../contracts/vocabulary.ts";
import type { FailureCard } from "../../reporters/view/card.ts";
import { casesText, placeText } from "../../reporters/view/card-parts.ts";
import { cardText } from "../../reporters/view/card-text.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { exchange, register, report, result } from "./fixtures.ts";

const found = (
  path: string,
  expected: string,
  actual: string,
  id = "x1",
  beside?: string,
): Finding => ({
  path,
  expected,
  actual,
  exchange: id,
  ...(beside === undefined ? {} : { beside }),
});

const broken = (
  requirement: string,
  findings: readonly Finding[],
  differing: Partial<CheckResult> = {},
): CheckResult =>
  result({
    requirement,
    outcome: differing.level === "should" ? "warn" : "fail",
    message: "broken",
    findings,
    exchanges: findings.flatMap((one) => one.exchange ?? []),
    ...differing,
  });

const exchanges = ["x1", "x2", "x3", "x4"].map((id) => exchange(id, "{}"));
const viewOf = (results: readonly CheckResult[]) =>
  reportView(report(results, { exchanges }), register);

/** `leader: follower, follower`, each card in a text. */
const told = (cards: readonly FailureCard[]) =>
  cards.map(({ requirement, also }) =>
    [requirement, ...also.map((one) => one.requirement)].join(" > "),
  );

type Row = readonly [what: string, results: readonly CheckResult[], cards: readonly string[]];

describe("failures of one cause are one card", () => {
  const rows: readonly Row[] = [
    [
      "at the same place of the same response",
      [
        broken("auth.a", [found("status", "a refusal", "500")]),
        broken("error.b", [found("status", "a 4xx", "500")]),
      ],
      ["auth.a > error.b"],
    ],
    [
      "inside of what is wrong as a whole",
      [
        broken("envelope.types", [found("/list", "array", "object")]),
        broken("item.types", [found("/list/0/name", "string", "absent")]),
      ],
      ["envelope.types > item.types"],
    ],
    [
      "with the same value at the same place in other responses of the cell",
      [
        broken("metadata.types", [found("/took", "integer", 'string "7"')]),
        broken("robustness.match", [found("/took", "integer, as described", 'string "9"', "x2")]),
      ],
      ["metadata.types > robustness.match"],
    ],
    [
      "with a status that every request of the cell gets",
      [
        broken("transport.status", [found("status", "200", "201")]),
        broken("parameter.optional", [found("status", "200", "201", "x2")]),
      ],
      ["transport.status > parameter.optional"],
    ],
    [
      "where another version's envelope came",
      [
        broken("version.default", [found("/a", "a member", "absent")]),
        broken("envelope.present", [found("/b", "member present", "absent", "x2")]),
        broken("error.envelope", [found("", "an envelope", "another", "x3")]),
      ],
      ["version.default > envelope.present > error.envelope"],
    ],
    [
      "where responses were mixed up, at every version of the endpoint, and that leads",
      [
        broken("version.own", [found("", "one", "another")]),
        broken("consistency.mixed", [found("/a", "a member", "absent", "x2", "x3")], {
          version: "2022-01-01",
        }),
      ],
      ["consistency.mixed > version.own"],
    ],
    [
      "where a status came from another request, in every cell of the endpoint with that status, and that leads",
      [
        broken("auth.missing-key", [found("status", "a refusal", "200")]),
        broken("auth.unknown-key", [found("status", "a refusal", "200", "x2")], {
          version: "2022-01-01",
        }),
        broken("consistency.mixed", [found("status", "a refusal", "200", "x3", "x4")], {
          version: "default",
        }),
      ],
      ["consistency.mixed > auth.missing-key > auth.unknown-key"],
    ],
    [
      "where no key is needed, with every wrong key",
      [
        broken("auth.a-missing-key", [found("status", "a refusal", "200")]),
        broken("auth.b-unknown-key", [found("status", "a refusal of it", "200", "x2")]),
        broken("auth.c-everywhere", [found("status", "a refusal of it", "200", "x3")]),
        broken("auth.c-everywhere", [found("status", "a refusal of it", "200", "x4")], {
          version: "default",
        }),
      ],
      ["auth.a-missing-key > auth.b-unknown-key", "auth.c-everywhere"],
    ],
    [
      "in general below the first that is specific, where each explains a part",
      [
        broken("limit.a", [found("status", "a refusal", "500")]),
        broken("limit.b", [found("status", "a refusal", "500", "x2")], { version: "2022-01-01" }),
        broken("error.general", [found("status", "a 4xx", "500")]),
        broken("error.general", [found("status", "a 4xx", "500", "x2")], { version: "2022-01-01" }),
      ],
      ["limit.a > error.general", "limit.b"],
    ],
    [
      "a should below a must",
      [
        broken("error.should", [found("status", "401", "500")], { level: "should" }),
        broken("zzz.must", [found("status", "a 4xx", "500")]),
      ],
      ["zzz.must > error.should"],
    ],
  ];
  test.each(rows)("%s", (_, results, cards) => {
    const { broken: shown, warnings } = viewOf(results);
    expect(told([...shown, ...warnings])).toEqual(cards);
  });
});

describe("different defects stay apart", () => {
  const rows: readonly Row[] = [
    [
      "at different places of one response",
      [
        broken("envelope.a", [found("/total", "integer", "null")]),
        broken("item.b", [found("/list/0/name", "string", "null")]),
      ],
      ["envelope.a", "item.b"],
    ],
    [
      "with the same status for requests that differ",
      [
        broken("parameter.a", [found("status", "200", "500")]),
        broken("parameter.b", [found("status", "200", "500", "x2")]),
      ],
      ["parameter.a", "parameter.b"],
    ],
    [
      "in another cell",
      [
        broken("metadata.a", [found("/took", "integer", "null")]),
        broken("metadata.b", [found("/took", "a number", "null", "x2")], { version: "default" }),
      ],
      ["metadata.a", "metadata.b"],
    ],
    [
      "if each of them shows elsewhere too",
      [
        broken("error.a", [found("status", "a 4xx", "500"), found("/a", "1", "0", "x3")]),
        broken("error.b", [found("status", "a 4xx", "500"), found("/b", "1", "0", "x2")]),
      ],
      ["error.a", "error.b"],
    ],
    [
      "in a success that should be a refusal, and in its items",
      [
        broken("limit.a", [found("status", "a refusal", "200")]),
        broken("item.b", [found("/list/0/name", "string", "absent")]),
      ],
      ["item.b", "limit.a"],
    ],
    [
      "with another status than that which came from another request, or at another endpoint",
      [
        broken("auth.refused", [found("status", "a refusal", "500")]),
        broken("auth.elsewhere", [found("status", "a refusal", "200", "x2")], {
          endpoint: "/search",
        }),
        broken("consistency.mixed", [found("status", "a refusal", "200", "x3", "x4")]),
      ],
      // What is mixed up comes first, since what else is found may come from it.
      ["consistency.mixed", "auth.elsewhere", "auth.refused"],
    ],
    [
      "where two requests are compared, which is no mixture",
      [
        broken("auth.a", [found("status", "a refusal", "200")]),
        broken("version.default", [found("status", "as with the version", "200", "x2", "x3")]),
      ],
      ["auth.a", "version.default"],
    ],
    ["without any finding", [broken("auth.a", []), broken("auth.b", [])], ["auth.a", "auth.b"]],
  ];
  test.each(rows)("%s", (_, results, cards) => {
    expect(told(viewOf(results).broken)).toEqual(cards);
  });
  test("a should never leads a must", () => {
    const { broken: shown, warnings } = viewOf([
      broken("error.must", [found("/code", "number", "null")]),
      broken("transport.should", [found("", "an object", "a list")], { level: "should" }),
    ]);
    expect([told(shown), told(warnings)]).toEqual([["error.must"], ["transport.should"]]);
  });
});

describe("a card is in parts by what came instead", () => {
  const statuses = (statusOf: readonly (readonly [string, string, string])[]) =>
    viewOf(
      statusOf.map(([version, status, id]) =>
        broken("transport.status", [found("status", "200", status, id)], { version }),
      ),
    ).broken[0];

  test("each with its cells and its exchange, that of most cells first", () => {
    const card = statuses([
      ["2026-05-25", "400", "x1"],
      ["default", "201", "x2"],
      ["2024-01-01", "201", "x3"],
      ["2022-01-01", "500", "x4"],
    ]);
    if (card === undefined) throw new Error("no card");
    expect(casesText(card)).toBe("201 in 2 cells · 400 in 1 · 500 in 1");
    expect(card.cases.map((one) => one.exchange)).toEqual(["x2", "x1", "x4"]);
    const text = cardText(card, 80);
    expect(text).toContain(
      "✘ transport.status (must, all 4 cells)\n  201 in 2 cells · 400 in 1 · 500 in 1\n",
    );
    for (const came of ["201 in 2 cells", "400 in 1 cell", "500 in 1 cell"]) {
      expect(text).toContain(`\n  ${came}\n    status\n      expected: 200\n`);
    }
  });

  test("values that differ from item to item are of one kind", () => {
    const card = viewOf([
      broken("item.types", [
        found("/list/0/authors", "array", 'string "A"'),
        found("/list/3/authors", "array", 'string "B"'),
      ]),
      broken("item.types", [found("/list/1/authors", "array", 'string "C"', "x2")], {
        version: "2022-01-01",
      }),
    ]).broken[0];
    expect(card?.cases.map(({ findings }) => findings.map(placeText))).toEqual([
      ["/list/*/authors (2 places)"],
    ]);
    expect(card?.cases[0].cells).toHaveLength(2);
  });
});

test("checks that could not be judged for a failure are counted in its card", () => {
  const view = viewOf([
    broken("transport.status", [found("status", "200", "201")]),
    result({ outcome: "blocked", message: "needs a 200", exchanges: ["x1"], auth: "bearer" }),
    result({ outcome: "blocked", message: "timeout", exchanges: ["x2"], version: "2022-01-01" }),
  ]);
  expect(view.broken[0]?.blocks).toBe(1);
  expect(view.blocked.cards.map(({ blocked }) => blocked?.because)).toEqual([
    "transport.status",
    null,
  ]);
});

describe("a request with more parameters fails for the reason of one with fewer", () => {
  const at = (id: string, query: string) => {
    const one = exchange(id, "{}");
    return { ...one, request: { ...one.request, url: `${one.request.url}${query}` } };
  };
  const cards = (queries: readonly [string, string], statuses: readonly [string, string]) =>
    told(
      reportView(
        report(
          [
            broken("parameter.a", [found("status", "200", statuses[0], "y1")]),
            broken("parameter.b", [found("status", "200", statuses[1], "y2")]),
          ],
          { exchanges: [at("y1", queries[0]), at("y2", queries[1])] },
        ),
        register,
      ).broken,
    );
  const apart = ["parameter.a", "parameter.b"];

  test.each<
    readonly [string, readonly [string, string], readonly [string, string], readonly string[]]
  >([
    ["the first is shorter", ["?a=1", "?b=2&a=1"], ["500", "500"], ["parameter.a > parameter.b"]],
    ["the second is shorter", ["?b=2&a=1", "?a=1"], ["500", "500"], ["parameter.b > parameter.a"]],
    ["both are equal", ["?a=1", "?a=1"], ["400", "400"], ["parameter.a > parameter.b"]],
    ["with another value", ["?a=1", "?a=2&b=2"], ["500", "500"], apart],
    ["with another status", ["?a=1", "?a=1&b=2"], ["500", "400"], apart],
    ["served though it should be refused", ["?a=1", "?a=1&b=2"], ["200", "200"], apart],
    ["the ordinary request", ["", "?a=1"], ["500", "500"], apart],
  ])("%s", (_, queries, statuses, expected) => {
    expect(cards(queries, statuses)).toEqual(expected);
  });
});

test("checks of members are blocked by the body of another version, but not by one member of it", () => {
  const blockedBeside = (requirement: string, path: string) =>
    viewOf([
      broken(requirement, [found(path, "a member of 2026-05-25", "absent")]),
      result({ outcome: "blocked", message: "no timestamp", exchanges: ["x1"], auth: "bearer" }),
    ]).blocked.cards.map(({ blocked }) => blocked?.because);
  expect(blockedBeside("version.default-is-latest", "/metadata")).toEqual([
    "version.default-is-latest",
  ]);
  expect(blockedBeside("version.default-is-latest", "/list/0/url")).toEqual([null]);
  expect(blockedBeside("metadata.members-present", "/metadata")).toEqual([null]);
});

test("checks are blocked by what is mixed up at their endpoint with the same status", () => {
  const view = viewOf([
    broken("consistency.mixed", [found("status", "200", "401", "x2", "x3")]),
    result({ outcome: "blocked", message: "needs a 200", exchanges: ["x1"], auth: "bearer" }),
    result({ outcome: "blocked", message: "timeout", exchanges: [], version: "2022-01-01" }),
  ]);
  expect(view.blocked.cards.map(({ blocked }) => blocked?.because)).toEqual([
    "consistency.mixed",
    null,
  ]);
});
