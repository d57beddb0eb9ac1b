import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { terminalText } from "../../reporters/formats/terminal.ts";
import type { Report } from "../../reporters/model/report.ts";
import { displayWidth } from "../../reporters/text/columns.ts";
import { durationText } from "../../reporters/text/verdict-text.ts";
import { markOf } from "../../reporters/view/matrix.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { exchange, register, report, result } from "./fixtures.ts";

function page(written: Report, differing: { width?: number; color?: boolean } = {}): string {
  const reportFolder = "conformance-report";
  return terminalText({
    view: reportView(written, register),
    width: 80,
    color: false,
    reportFolder,
    ...differing,
  });
}

function full(): Report {
  return report(
    [
      result({ auth: "bearer" }),
      result({ auth: "api-key" }),
      result({ auth: "x-api-key", outcome: "blocked", message: "timeout after 10000 ms" }),
      result({ version: "default" }),
      result({ version: "default", auth: "bearer" }),
      result({
        requirement: "error.code-is-status",
        outcome: "fail",
        message: "/code: expected 401, got 400",
        findings: [{ path: "/code", expected: "401", actual: "400", exchange: "x1" }],
        exchanges: ["x1"],
      }),
      result({
        requirement: "error.status-401",
        level: "should",
        endpoint: "/search",
        outcome: "warn",
        message: "status: expected 401, got 403",
      }),
      result({
        endpoint: "/search",
        version: "2022-01-01",
        outcome: "skip",
        message: "no name is known for the domain",
      }),
      result({ endpoint: "/search", version: "2026-05-25", outcome: "fail", message: "it broke" }),
      result({
        requirement: "ping.public",
        surface: "news",
        endpoint: "/ping",
        version: "2026-08-01",
      }),
      result({
        requirement: "ping.public",
        surface: "news",
        endpoint: "/ping",
        version: "2024-01-01",
        outcome: "error",
        message: "defect of the suite: x",
      }),
    ],
    {
      exchanges: [exchange("x1", '{"success":false,"code":400}')],
      waivers: [
        {
          requirement: "auth.missing-key-refused",
          endpoint: "/search",
          version: "2026-05-25",
          reason: "ticket 1",
          until: "2027-01-01",
        },
        {
          requirement: "auth.missing-key-refused",
          version: "default",
          reason: "ticket 2",
          until: "2027-01-01",
        },
        { requirement: "error.code-is-status", reason: "ticket 3", until: "2026-09-30" },
      ],
      exclusions: [
        { requirement: "auth.missing-key-refused", surface: "news", reason: "no gate there" },
      ],
    },
  );
}

test("the whole page at 80 columns without colours", () => {
  expect(page(full())).toMatchInlineSnapshot(`
    "target: aggregator http://127.0.0.1:4000/headlines, news http://127.0.0.1:4001

    aggregator  default  2026-05-25  2024-01-01  2022-01-01
      /search            ~           !           –
      /topics   ✔  ✔                 ✘✔?✔
      /ping

    news                  default  2026-08-01  2024-01-01
      /search/publishers
      /ping                        ✔           ?

    ✔ pass   ✘ fail   ! warning   ◐ partly skipped   – skipped   ? not judged
    ~ waived or excluded
    each square, from left to right: no specific auth style, api-key, x-api-key,
    bearer

    1 requirement broken

    ✘ error.code-is-status (must)
      /code
        expected: 401
        actual:   400
      Where:         aggregator GET /topics at 2024-01-01

      > GET http://127.0.0.1:4000/headlines/topics
      > api-version: 2024-01-01
      > api-key: $AGGREGATOR_API_KEY
      < 401, application/json
      < {
      <   "success": false,
      ✘   "code": 400
      < }

      Reproduce:
        curl -sS -H 'api-version: 2024-01-01' -H "api-key: $AGGREGATOR_API_KEY" \\
          'http://127.0.0.1:4000/headlines/topics'
        npx news-conformance run --only error.code-is-status

      Impact:        Clients handle the wrong error.
      Specification: The code of the legacy envelope is the status.
                     Legacy error envelope

    1 should requirement broken

    ! error.status-401 (should)
      status: expected 401, got 403
      Where:         aggregator GET /search at 2024-01-01

      Reproduce:
        npx news-conformance run --only error.status-401

      Impact:        Clients don't ask for a new key.
      Specification: A refused key is a 401 & nothing else.
                     Errors, rule 3

    ? 1 check blocked
      Cause:         timeout after 10000 ms
      Checks:        auth.missing-key-refused
      Where:         aggregator GET /topics at 2024-01-01 (x-api-key)

      Reproduce:
        npx news-conformance run --only auth.missing-key-refused

    2 checks not judged
      1 × error: defect of the suite: x (ping.public)
      1 × skip: no name is known for the domain (auth.missing-key-refused)

    1 waiver, 1 exclusion
    ~ waived until 2027-01-01: auth.missing-key-refused at /search 2026-05-25 (1
      check): ticket 1
    ~ excluded: auth.missing-key-refused at news (0 checks): no gate there

    ✘ waivers[1] auth.missing-key-refused at default: stale: everything it covers
      passed, so it must be deleted
      delete this entry from "waivers":
      {"requirement":"auth.missing-key-refused","version":"default","reason":"ticket
      2","until":"2027-01-01"}
    ! waivers[2] error.code-is-status: expired on 2026-09-30 and covers nothing:
      ticket 3

    1 should requirement broken
    ! error.status-401 (1 cell) aggregator GET /search at 2024-01-01: status:
      expected 401, got 403

    1 requirement broken
    ✘ error.code-is-status (must, 1 cell) aggregator GET /topics at 2024-01-01
        /code: expected 401, got 400 (in a 401)

    must:   1 failed · 3 not judged · 1 waived · 5 passed
    should: 1 warned

    non-conformant: aggregator http://127.0.0.1:4000/headlines, news
    http://127.0.0.1:4001; 1 of 10 must checks failed, 3 could not be judged, 1
    waived, 1 warning, 1 stale waiver; 1 request in 4.1 s
    report: conformance-report/report.html
    "
  `);
});

test("colours change nothing but colours", () => {
  const colored = page(full(), { color: true });
  expect(colored).toContain("\u001b[31m✘\u001b[39m");
  expect(colored).toContain("\u001b[32m✔\u001b[39m");
  expect(stripVTControlCharacters(colored)).toBe(page(full()));
});

describe("width", () => {
  test.for([60, 80, 100, 200])(
    "%i columns are enough for all but the target and the verdict",
    (width) => {
      const tooWide = page(full(), { width })
        .split("\n")
        .filter((line) => !/^(target|non-conformant): /.test(line))
        .filter((line) => displayWidth(line) > width);
      expect(tooWide).toEqual([]);
    },
  );

  test("a narrow page has a line per version", () => {
    expect(page(full(), { width: 40 })).toContain("  /topics\n    default     ✔  ✔\n");
  });
});

describe("marks", () => {
  const cases = [
    [[], undefined],
    [["pass"], "✔"],
    [["pass", "skip"], "◐"],
    [["skip"], "–"],
    [["skip", "excluded"], "–"],
    [["skip", "waived"], "~"],
    [["warn", "waived"], "!"],
    [["warn", "blocked"], "?"],
    [["error"], "?"],
    [["fail", "blocked", "error"], "✘"],
    [["excluded"], "~"],
    [["excluded", "pass"], "✔"],
  ] as const;
  test.for(cases)("%j → %s", ([statuses, shape]) => {
    expect(markOf(statuses.map((status) => ({ status })))?.shape).toBe(shape);
  });
});

test("a conforming run is short", () => {
  const written = report(
    [
      result({
        requirement: "ping.public",
        surface: "news",
        endpoint: "/ping",
        version: "default",
      }),
    ],
    { target: { aggregator: null, news: "http://127.0.0.1:1", embedded: false } },
  );
  expect(page(written)).toMatchInlineSnapshot(`
    "target: news http://127.0.0.1:1

    news                  default  2026-08-01  2024-01-01
      /search/publishers
      /ping               ✔

    ✔ pass   ✘ fail   ! warning   ◐ partly skipped   – skipped   ? not judged
    ~ waived or excluded
    each square, from left to right: no specific auth style, api-key, x-api-key,
    bearer

    must:   1 passed

    conformant: news http://127.0.0.1:1; 1 of 1 must check passed; 0 requests in 4.1
    s
    report: conformance-report/report.html
    "
  `);
});

test("a run that nothing answered says so once", () => {
  const message = "nothing responds at http://127.0.0.1:1: connection refused";
  const written = report(
    [
      result({ outcome: "blocked", message }),
      result({ version: "default", outcome: "blocked", message }),
    ],
    { problems: [message], interrupted: true },
  );
  expect(page(written)).toMatchInlineSnapshot(`
    "target: aggregator http://127.0.0.1:4000/headlines, news http://127.0.0.1:4001

    ✘ nothing responds at http://127.0.0.1:1: connection refused (2 checks not
      judged)

    must:   2 not judged

    incomplete: aggregator http://127.0.0.1:4000/headlines, news
    http://127.0.0.1:4001; 0 of 2 must checks passed, 2 could not be judged, the run
    was interrupted; 0 requests in 4.1 s
    report: conformance-report/report.html
    "
  `);
});

test("a partial run certifies nothing", () => {
  expect(page(report([result()], { partial: true }))).toContain(
    "This is a partial run: it covers only the selected checks and certifies nothing.\nconformant: aggregator http",
  );
});

test("with --fail-on should, warnings have cards, after those of musts", () => {
  const text = page(
    report(
      [
        result({
          requirement: "error.status-401",
          level: "should",
          outcome: "warn",
          message: "403",
        }),
        result({ outcome: "fail", message: "it broke" }),
      ],
      { failOn: "should" },
    ),
  );
  expect(text).toMatch(
    /2 requirements broken[\s\S]*✘ auth\.missing-key-refused \(must\)[\s\S]*! error\.status-401 \(should\)/,
  );
  expect(text).not.toContain("should requirement");
});

test("of many broken requirements twenty have a card", () => {
  const results = Array.from({ length: 23 }, (_, index) =>
    result({
      requirement: `error.number-${String(index).padStart(2, "0")}`,
      outcome: "fail",
      message: "no",
    }),
  );
  const text = page(report(results));
  const [cards = "", inShort = ""] = text.split(/\n\n23 requirements broken\n(?=✘)/);
  expect(cards.match(/^✘ /gm)).toHaveLength(20);
  expect(cards).toContain("\n\nand 3 more causes; all are in conformance-report/report.html");
  // The last screen names those that have a card.
  expect(
    inShort.match(
      /^✘ error\.number-\d\d \(must, 1 cell\) aggregator GET \/topics at 2024-01-01$/gm,
    ),
  ).toHaveLength(20);
  expect(inShort).toContain("\n  and 3 more causes\n\nmust:   23 failed\n\nnon-conformant: ");
});

test("a hostile answer can't act on the terminal", () => {
  const hostile = "\u001b]0;x\u0007\u202e\r\n\u009b2J";
  const results = (["fail", "warn", "skip", "blocked"] as const).map((outcome, index) =>
    result({
      requirement:
        ["auth.missing-key-refused", "error.status-401", "ping.public", "ping.public"][index] ?? "",
      level: outcome === "warn" ? "should" : "must",
      outcome,
      message: hostile,
      findings: [{ path: hostile, expected: hostile, actual: hostile, exchange: "x1" }],
      exchanges: ["x1"],
    }),
  );
  const written = report(results, {
    exchanges: [exchange("x1", hostile)],
    problems: [hostile],
    exclusions: [{ requirement: "error.code-is-status", reason: hostile }],
    waivers: [{ requirement: "error.code-is-status", reason: hostile, until: "2020-01-01" }],
  });
  expect(page(written).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});

test("durations", () => {
  expect([999, 1000, 59_949, 61_000, 3_600_000].map(durationText)).toEqual([
    "999 ms",
    "1.0 s",
    "59.9 s",
    "1 min 1 s",
    "60 min 0 s",
  ]);
});

test("a warning is told whole, over as many lines as it takes, and counted once", () => {
  const message = `https://staging.example/openapi.json#/paths/~1search: ${"expected the default ".repeat(5)}`;
  const text = page(
    report([
      result({ requirement: "error.status-401", level: "should", outcome: "warn", message }),
    ]),
  );
  expect(text).toContain("1 should requirement broken\n");
  expect(text.replace(/\s+/g, " ")).toContain(message.trim().replace(/\s+/g, " "));
});
