import { describe, expect, test } from "vitest";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import { cardsOf, type FailureCard } from "../../reporters/view/card.ts";
import { cardText } from "../../reporters/view/card-text.ts";
import { exchange, register, report, result } from "./fixtures.ts";

const body = '{"success":false,"code":"401","message":"no key"}';
const failure = {
  requirement: "error.code-is-status",
  outcome: "fail",
  message: "/code: expected the number 401, got a string",
  findings: [{ path: "/code", expected: "the number 401", actual: "a string", exchange: "x1" }],
  exchanges: ["x1"],
} as const satisfies Partial<CheckResult>;

function cards(results: readonly CheckResult[], bodies: Record<string, string> = { x1: body }) {
  const exchanges = Object.entries(bodies).map(([id, text]) => exchange(id, text));
  const written = report(results, { exchanges });
  return cardsOf(written.results, written, register);
}

function only(list: readonly FailureCard[]): FailureCard {
  const [first, ...rest] = list;
  if (first === undefined || rest.length > 0) throw new Error(`${list.length} cards`);
  return first;
}

test("the card of several cells at 80 columns", () => {
  const card = only(
    cards([
      result({ ...failure, auth: "bearer" }),
      result({ ...failure, auth: "api-key" }),
      result({ ...failure, version: "2022-01-01", auth: "api-key" }),
    ]),
  );
  expect(cardText(card, 80)).toMatchInlineSnapshot(`
    "✘ error.code-is-status (must, all 3 cells)
      /code
        expected: the number 401
        actual:   a string
      Where:         aggregator GET /topics at 2024-01-01 (api-key, bearer)
                     aggregator GET /topics at 2022-01-01 (api-key)

      > GET http://127.0.0.1:4000/headlines/topics
      > api-version: 2024-01-01
      > api-key: $AGGREGATOR_API_KEY
      < 401, application/json
      < {
      <   "success": false,
      ✘   "code": "401",
      <   "message": "no key"
      < }

      Reproduce:
        curl -sS -H 'api-version: 2024-01-01' -H "api-key: $AGGREGATOR_API_KEY" \\
          'http://127.0.0.1:4000/headlines/topics'
        npx news-conformance run --only error.code-is-status

      Impact:        Clients handle the wrong error.
      Specification: The code of the legacy envelope is the status.
                     Legacy error envelope"
  `);
});

test("the card of a request that was not answered", () => {
  const written = report([result({ outcome: "fail", message: "no answer", exchanges: ["x1"] })], {
    exchanges: [
      exchange("x1", "", {
        response: null,
        failure: { kind: "malformed", message: "two content-lengths\u001b[2J" },
      }),
    ],
  });
  const card = only(cardsOf(written.results, written, register));
  expect(card.cases[0].received).toEqual({
    kind: "failure",
    message: "malformed: two content-lengths\\u001b[2J",
  });
  expect(cardText(card, 80)).toContain("< no response: malformed: two content-lengths");
  expect(cardText(card, 80)).toContain('see docs/interpretations.md, section "keys"');
});

test("a card without any exchange still says what is wrong and how to run it again", () => {
  const text = cardText(
    only(cards([result({ outcome: "fail", message: "nothing was the same" })])),
    80,
  );
  expect(text).toMatch(/^ {2}nothing was the same$/m);
  expect(text).toContain("npx news-conformance run --only auth.missing-key-refused");
});

describe("findings", () => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    path: `/errors/${index}/code`,
    expected: "a string",
    actual: "a number",
    exchange: index === 8 ? "x2" : "x1",
  }));

  test("of one kind are one, with the number of places", () => {
    const card = only(cards([result({ ...failure, findings: many, exchanges: ["x2", "x1"] })]));
    expect(card.cases).toHaveLength(1);
    expect(card.cases[0].findings).toEqual([
      { paths: ["/errors/*/code"], expected: "a string", actual: "a number", places: 8 },
    ]);
    expect(card.cases[0].moreFindings).toBe(0);
    expect(cardText(card, 80)).toContain("  /errors/*/code (8 places)\n    expected: a string\n");
  });

  test("that say the same of several members are one", () => {
    const findings = ["a", "b", "c", "d"].map((name) => ({
      path: `/${name}`,
      expected: "member present",
      actual: "absent",
      exchange: "x1",
    }));
    const card = only(cards([result({ ...failure, findings })]));
    expect(cardText(card, 80)).toContain(
      "  /a, /b, /c and 1 more\n    expected: member present\n    actual:   absent\n",
    );
  });

  test("of many kinds the first five, and how many more", () => {
    const findings = Array.from({ length: 9 }, (_, index) => ({
      path: `/member${index}`,
      expected: "a string",
      actual: index % 2 === 0 ? `number ${index}` : `boolean ${index}`,
      exchange: "x1",
    }));
    const card = only(cards([result({ ...failure, findings })]));
    expect(card.cases[0].findings).toHaveLength(5);
    expect(card.cases[0].moreFindings).toBe(4);
    expect(cardText(card, 80)).toContain("and 4 more findings");
  });

  test("long values of a server are cut and made visible", () => {
    const findings = [
      { path: "/a\u0007", expected: "x", actual: `\u202e${"y".repeat(5000)}`, exchange: "x1" },
    ];
    const card = only(cards([result({ ...failure, findings })]));
    const [finding] = card.cases[0].findings;
    expect(finding?.paths).toEqual(["/a\\u0007"]);
    expect(finding?.actual).toMatch(/^\\u202ey{293}…$/);
  });

  test("the body is shown where the pointer points", () => {
    const large = JSON.stringify({ padding: "p".repeat(5000), errors: [{ code: 17 }] });
    const card = only(cards([result({ ...failure, findings: many.slice(0, 1) })], { x1: large }));
    expect(card.cases[0].received).toMatchObject({
      kind: "answer",
      body: expect.arrayContaining([{ depth: 3, text: '"code": 17', marked: true }]),
    });
  });
});

test("one card per requirement, in the order of the register", () => {
  const list = cards([
    result({ requirement: "error.status-401", level: "should", outcome: "warn" }),
    result(failure),
    result({ outcome: "fail", version: "default" }),
    result({ outcome: "fail" }),
  ]);
  expect(list.map(({ requirement, cells }) => [requirement, cells.length])).toEqual([
    ["auth.missing-key-refused", 2],
    ["error.code-is-status", 1],
    ["error.status-401", 1],
  ]);
});

test("nothing of a hostile answer reaches the page unescaped, and nothing is wider than the page", () => {
  const hostile = `\u001b]0;title\u0007\u009b2J\u202e${"漢".repeat(300)}\r\n${"x".repeat(900)}`;
  const card = only(
    cards(
      [
        result({
          ...failure,
          message: hostile,
          findings: [{ path: hostile, expected: hostile, actual: hostile, exchange: "x1" }],
        }),
      ],
      {
        x1: hostile,
      },
    ),
  );
  for (const width of [40, 80, 100]) {
    const lines = cardText(card, width).split("\n");
    expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    const tooWide = lines.filter((line) => [...line].length > width && !/curl|http|-H /.test(line));
    expect(tooWide).toEqual([]);
  }
});

describe("the command that judges it again", () => {
  const again = (facts: Parameters<typeof report>[1], differing: Partial<CheckResult> = {}) => {
    const written = report([result({ ...failure, ...differing })], facts);
    return only(cardsOf(written.results, written, register)).rerun;
  };

  test("names the target as it was named", () => {
    expect(again({})).toBe("npx news-conformance run --only error.code-is-status");
    expect(
      again({
        targetFlags: ["--news-url", "https://staging.example/news", "--config", "./it's.yaml"],
      }),
    ).toBe(
      "npx news-conformance run --only error.code-is-status --news-url https://staging.example/news --config './it'\\''s.yaml'",
    );
  });
  test("makes up the same requests", () => {
    expect(
      again({ targetFlags: ["--env-file", ".env"] }, { generated: { seed: 7, runs: 2 } }),
    ).toBe(
      "npx news-conformance run --only error.code-is-status --seed 7 --runs 2 --env-file .env",
    );
  });
  test("reads recorded traffic again, whatever its files are called", () => {
    const traffic = { files: ["a.har", "my $HOME.har"], entries: 3, judged: 2, ignored: {} };
    expect(again({ traffic, targetFlags: ["--news-url", "https://x.example"] })).toBe(
      "npx news-conformance check-har a.har 'my $HOME.har' --only error.code-is-status --news-url https://x.example",
    );
  });
  test("holds nothing that acts on a terminal", () => {
    expect(again({ targetFlags: ["--config", "a\u001b[31m"] })).toContain("'a\\u001b[31m'");
  });
});

test("of generated requests the shortest is shown, wherever it was found", () => {
  const long = exchange("x1", body);
  const exchanges = [
    { ...long, request: { ...long.request, url: `${long.request.url}?query=long` } },
    exchange("x2", body),
    exchange("x3", body),
  ];
  const shownOf = (generated: CheckResult["generated"]) => {
    const differing = generated === undefined ? {} : { generated };
    const results = ["x1", "x2", "x3"].map((id, index) =>
      result({
        ...failure,
        ...differing,
        version: ["default", "2024-01-01", "2022-01-01"][index] ?? "",
        exchanges: [id],
        findings: failure.findings.map((found) => ({ ...found, exchange: id })),
      }),
    );
    const written = report(results, { exchanges });
    const card = only(cardsOf(written.results, written, register));
    expect(card.cells).toHaveLength(3);
    return card.cases[0].exchange;
  };
  expect(shownOf({ seed: 1, runs: 1 })).toBe("x2");
  expect(shownOf(undefined)).toBe("x1");
});
