import { describe, expect, test } from "vitest";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import { ctrfJson } from "../../reporters/formats/ctrf.ts";
import { reportHtml } from "../../reporters/formats/html/page.tsx";
import { junitXml } from "../../reporters/formats/junit.ts";
import { reportMarkdown } from "../../reporters/formats/markdown.ts";
import { terminalText } from "../../reporters/formats/terminal.ts";
import { blockedCards } from "../../reporters/view/blocked-cards.ts";
import { cardText } from "../../reporters/view/card-text.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { exchange, register, report, result } from "./fixtures.ts";

const answered = (id: string, status: number) => ({
  ...exchange(id, "{}"),
  response: { status, headers: {}, body: "{}", bytes: 2, truncated: false },
});
const silent = (id: string) => ({
  ...exchange(id, "{}"),
  response: null,
  failure: { kind: "timeout" as const, message: "no answer within 1000 ms" },
});
const exchanges = [silent("x1"), answered("x2", 503), answered("x3", 200), silent("x4")];

const blocked = (message: string, ids: readonly string[], differing: Partial<CheckResult> = {}) =>
  result({ outcome: "blocked", message, exchanges: ids, ...differing });

const timeout = "no answer within 1000 ms";
const outage = "answered with 503 after all retries";
const other = { requirement: "error.code-is-status", version: "default" };

describe("a card for each cause", () => {
  test.each<[string, readonly CheckResult[], readonly string[]]>([
    ["none", [result()], []],
    ["one check", [blocked(timeout, ["x1"])], [`1 ${timeout} at x1`]],
    [
      "the same words at several exchanges",
      [blocked(timeout, ["x1"]), blocked(timeout, ["x4"], other)],
      [`2 ${timeout} at x1`],
    ],
    [
      "several words for the same exchange",
      [
        blocked(outage, ["x2"]),
        blocked("the control request was answered with 503", ["x2"], other),
      ],
      [`2 ${outage} at x2`],
    ],
    [
      "words that lead from one exchange to another",
      [
        blocked(outage, ["x2"]),
        blocked("needs a body", ["x2"], other),
        blocked("needs a body", ["x4"], { version: "2022-01-01" }),
      ],
      [`3 ${outage} at x2`],
    ],
    [
      "two causes, that of more checks first",
      [
        blocked(outage, ["x2"]),
        blocked(timeout, ["x1"], other),
        blocked(timeout, ["x1"], { version: "2022-01-01" }),
      ],
      [`2 ${timeout} at x1`, `1 ${outage} at x2`],
    ],
    [
      "the exchange that is to blame among good ones",
      [blocked(timeout, ["x3", "x1", "x3"]), blocked(outage, ["x3", "x2"], other)],
      [`1 ${timeout} at x1`, `1 ${outage} at x2`],
    ],
    ["without any exchange", [blocked("no description", [])], ["1 no description at null"]],
    [
      "the surfaces apart",
      [blocked(timeout, ["x1"]), blocked(timeout, ["x4"], { surface: "news", endpoint: "/ping" })],
      [`1 ${timeout} at x1`, `1 ${timeout} at x4`],
    ],
  ])("%s", (_, results, cards) => {
    const found = blockedCards(report(results, { exchanges }), register).map(
      ({ blocked, cases: [one] }) => `${blocked?.checks} ${one.message} at ${one.exchange}`,
    );
    expect(found).toEqual(cards);
  });

  test("but none where a problem of the run explains it", () => {
    const written = report([blocked("nothing answers", ["x1"])], {
      exchanges,
      problems: ["nothing answers"],
    });
    expect(blockedCards(written, register)).toEqual([]);
  });

  test("excluded checks have none", () => {
    const exclusions = [{ requirement: "auth.missing-key-refused", reason: "no" }];
    const written = report([blocked(timeout, ["x1"])], { exchanges, exclusions });
    expect(blockedCards(written, register)).toEqual([]);
  });
});

describe("the card", () => {
  const remedy = { wants: "a longer timeout", set: ["--timeout MS", "network.timeoutMs"] };
  const written = report(
    [
      ...["2026-05-25", "2024-01-01", "2022-01-01"].map((version) =>
        blocked(timeout, ["x1"], { version, remedy }),
      ),
      blocked(timeout, ["x1"], { ...other, remedy }),
      result({ requirement: "error.code-is-status", outcome: "fail", message: "it broke" }),
    ],
    { exchanges },
  );
  const [card] = blockedCards(written, register);
  if (card === undefined) throw new Error("no card");

  test("has the request, what happened to it, its curl line and the line to run it again", () => {
    expect(cardText(card, 80)).toMatchInlineSnapshot(`
      "? 4 checks blocked
        Cause:         no answer within 1000 ms
        Set:           --timeout MS or network.timeoutMs
        Checks:        auth.missing-key-refused, error.code-is-status
        Where:         aggregator GET /topics at 2026-05-25, 2024-01-01, 2022-01-01,
                       default

        > GET http://127.0.0.1:4000/headlines/topics
        > api-version: 2024-01-01
        > api-key: $AGGREGATOR_API_KEY
        < no response: timeout: no answer within 1000 ms

        Reproduce:
          curl -sS -H 'api-version: 2024-01-01' -H "api-key: $AGGREGATOR_API_KEY" \\
            'http://127.0.0.1:4000/headlines/topics'
          npx news-conformance run --only auth.missing-key-refused"
    `);
  });

  test("stands in the terminal, in Markdown and in HTML once", () => {
    const options = { width: 80, color: false, reportFolder: null };
    const text = terminalText({ ...options, view: reportView(written, register) });
    expect(text.split("? 4 checks blocked")).toHaveLength(2);
    expect(text).toContain("curl");
    const markdown = reportMarkdown(reportView(written, register)) ?? "";
    expect(markdown.split("4 checks blocked")).toHaveLength(2);
    expect(markdown).toContain("no answer within 1000 ms");
    const html = reportHtml(reportView(written, register));
    expect(html.match(/id="blocked-\d+"/g)).toHaveLength(1);
    expect(html).toContain('id="blocked-1"');
  });

  test("stands with each of its checks in JUnit and CTRF, whose elements stay what they are", () => {
    const xml = junitXml(written, register);
    expect(xml.match(/<(skipped|error) /g)).toHaveLength(4);
    expect(xml.match(/\? 1 check blocked/g)).toHaveLength(4);
    expect(ctrfJson(written, register).match(/\? 1 check blocked/g)).toHaveLength(4);
  });
});
