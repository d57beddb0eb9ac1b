import { describe, expect, test } from "vitest";
import type { CheckResult, Remedy } from "../../contracts/vocabulary.ts";
import { fullMatrix } from "../../harness/configuration/matrix-choice.ts";
import { failureText } from "../../library/certification/text.ts";
import { reportHtml } from "../../reporters/formats/html/page.tsx";
import { reportMarkdown } from "../../reporters/formats/markdown.ts";
import { terminalText } from "../../reporters/formats/terminal.ts";
import { displayWidth } from "../../reporters/text/columns.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { waitingFor, waitingResults } from "../../reporters/view/waiting.ts";
import { register, report, result } from "./fixtures.ts";

const name = (group: string, role: string): Remedy => ({
  wants: "parameter names",
  set: ["--openapi-news FILE", `surfaces.news.parameters.${group}.${role}`],
});
const revoked: Remedy = { wants: "a revoked key", set: ["NEWS_REVOKED_KEY", "exclusions"] };
const slower: Remedy = { wants: "a lower request rate", set: ["--rate N", "network.rate"] };

describe("what checks wait for", () => {
  test.each<[string, readonly Remedy[], readonly string[]]>([
    ["nothing", [], []],
    ["one thing", [revoked], ["1 a revoked key: NEWS_REVOKED_KEY or exclusions"]],
    [
      "several, what most wait for first",
      [
        revoked,
        name("publishers", "limit"),
        name("publishers", "limit"),
        name("publishers", "sort"),
      ],
      [
        "3 parameter names: --openapi-news FILE or surfaces.news.parameters.publishers.{limit, sort}",
        "1 a revoked key: NEWS_REVOKED_KEY or exclusions",
      ],
    ],
    [
      "the same noun with other ways out, apart",
      [name("publishers", "limit"), { wants: "parameter names", set: ["surfaces.x.y"] }],
      [
        "1 parameter names: --openapi-news FILE or surfaces.news.parameters.publishers.limit",
        "1 parameter names: surfaces.x.y",
      ],
    ],
    [
      "what nobody has thought of yet",
      [{ wants: "a full moon", set: ["MOON"] }],
      ["1 a full moon: MOON"],
    ],
  ])("%s", (_, remedies, lines) => {
    const found = waitingFor(remedies).map(
      ({ checks, wants, ways }) => `${checks} ${wants}: ${ways}`,
    );
    expect(found).toEqual(lines);
  });
});

const skipped = (remedy: Remedy, differing: Partial<CheckResult> = {}) =>
  result({ outcome: "skip", message: `waits for ${remedy.wants}`, remedy, ...differing });

test("what passed, was excluded or is explained by a problem of the run waits for nothing", () => {
  const problem = "nothing answers";
  const written = report(
    [
      result({ remedy: revoked }),
      skipped(revoked, { requirement: "ping.public", endpoint: "/ping" }),
      skipped(slower, { outcome: "blocked", message: problem, version: "default" }),
      skipped(slower, { outcome: "blocked", version: "2022-01-01" }),
    ],
    { exclusions: [{ requirement: "ping.public", reason: "no" }], problems: [problem] },
  );
  expect(waitingResults(written).map(({ remedy }) => remedy)).toEqual([slower]);
});

test("samples are no remedy where the body as a whole is another one, and a key is one everywhere", () => {
  const samples = { wants: "samples with hits", set: ["surfaces.aggregator.samples.query"] };
  const written = report([
    result({ requirement: "version.own-envelope", outcome: "fail", version: "default" }),
    skipped(samples, { requirement: "ping.public", version: "default" }),
    skipped(samples, { requirement: "ping.public", version: "2022-01-01" }),
    skipped(revoked, { requirement: "auth.missing-key-refused", version: "default" }),
  ]);
  const waiting = waitingResults(written).map(({ version, remedy }) => [version, remedy?.wants]);
  expect(waiting).toEqual([
    ["2022-01-01", samples.wants],
    ["default", revoked.wants],
  ]);
});

describe("every page says it near its verdict", () => {
  const written = report([
    result({ version: "default" }),
    skipped(revoked),
    ...["limit", "query", "category", "country", "language", "sort"].map((role) =>
      skipped(name("publishers", role), { endpoint: "/search", version: "2022-01-01" }),
    ),
  ]);
  const folder = { reportFolder: null, color: false };

  test.each([60, 80, 100])("the terminal, in %i columns", (width) => {
    const text = terminalText({ ...folder, view: reportView(written, register), width });
    const block = text.slice(text.indexOf("7 checks wait"), text.indexOf("\nmust:"));
    expect(block.replace(/\s+/g, " ").trim()).toBe(
      "7 checks wait for input 6 for parameter names: --openapi-news FILE or " +
        "surfaces.news.parameters.publishers.{limit, query, category, country, language, sort} " +
        "1 for a revoked key: NEWS_REVOKED_KEY or exclusions",
    );
    expect(block.split("\n").filter((line) => displayWidth(line) > width)).toEqual([]);
  });

  test("Markdown and HTML", () => {
    const ways = "NEWS_REVOKED_KEY or exclusions";
    const markdown = reportMarkdown(reportView(written, register)) ?? "";
    expect(markdown.indexOf(`- 1 for a revoked key: \`${ways}\``)).toBeGreaterThan(0);
    expect(markdown.indexOf(ways)).toBeLessThan(markdown.indexOf("| aggregator |"));
    const html = reportHtml(reportView(written, register));
    expect(html).toContain(`1 for a revoked key: <code>${ways}</code>`);
  });

  test("the library, with the names of its options", () => {
    const text = failureText(written, { width: 200 });
    expect(text).toContain("1 for a revoked key: keys.newsRevoked or exclusions");
    expect(text).toContain(
      "6 for parameter names: surfaces.news.openapi or surfaces.news.parameters.publishers.{limit,",
    );
    expect(text).not.toContain("--openapi");
  });

  test("where descriptions were looked for in vain", () => {
    const base = "http://127.0.0.1:4000/headlines";
    const surface = {
      baseUrl: base,
      parameters: {},
      samples: { query: "", location: "", country: "", language: "", topic: "", domain: null },
      description: null,
      lookup: {
        found: null,
        tried: [
          { url: `${base}/openapi.json`, outcome: "answered with 404" },
          { url: `${base}/openapi`, outcome: "answered with 404" },
          { url: "http://127.0.0.1:4000/x\u001b[2J", outcome: "no OpenAPI \u202edocument" },
        ],
      },
      revokeKeyEnv: null,
    };
    const held = { own: true, revoked: false, revocable: false };
    const configuration = {
      surfaces: { aggregator: surface },
      keys: { aggregator: held, news: held },
      network: { concurrency: 1, rate: null, timeoutMs: 1, retries: 0, headers: [] },
      matrix: fullMatrix,
      robustness: { seed: 1, runs: 1 },
      only: [],
      skip: [],
    };
    const looked = report([skipped(revoked)], { configuration });
    const wanted = `aggregator description: none found below ${base}: /openapi.json, /openapi (answered with 404), http://127.0.0.1:4000/x\\u001b[2J (no OpenAPI \\u202edocument)`;
    const text = terminalText({ ...folder, view: reportView(looked, register), width: 110 });
    expect(text.replace(/\s+/g, " ")).toContain(wanted);
    expect(reportMarkdown(reportView(looked, register))).toContain("none found below");
    expect(reportHtml(reportView(looked, register))).toContain("none found below");
    expect(failureText(looked)).toContain("none found below");
  });
});
