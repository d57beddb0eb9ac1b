import { beforeAll, describe, expect, test } from "vitest";
import { loadRegister } from "../../../../contracts/load.ts";
import type { DriftRow } from "../../../../description/drift.ts";
import { largestPage, reportHtml } from "../../../../reporters/formats/html/page.tsx";
import type { Report, ReportExchange, ReportResult } from "../../../../reporters/model/report.ts";
import { reportView } from "../../../../reporters/view/report-view.ts";
import { healthyReport, hostile } from "./reports.ts";

const register = loadRegister();
const less = "too large to be shown in full";

let healthy: Report;
beforeAll(async () => {
  healthy = await healthyReport();
});

/** Texts that the page spells with up to six times their bytes, each longer than anybody reads. */
const texts = [
  ["of tags", hostile.repeat(50)],
  ["of quotes", '"'.repeat(5000)],
  ["of ampersands", "&".repeat(5000)],
  ["of control characters", "\u0001".repeat(5000)],
  ["of what can't be seen beyond the first plane", "\u{e0001}".repeat(2500)],
  ["of emoji", "🗞️".repeat(2500)],
  ["of plain letters", "n".repeat(5000)],
] as const;

const failing = (result: ReportResult, text: string): ReportResult => ({
  ...result,
  outcome: "fail",
  status: "fail",
  red: true,
  message: text,
  findings: [0, 1, 2, 3, 4, 5].map((index) => ({
    path: `/${index}/${text}`,
    expected: text,
    actual: text,
    exchange: result.exchanges[0] ?? null,
  })),
});

/** The recorded answer with a body and headers that are nothing but a text. */
function filled(exchange: ReportExchange, text: string): ReportExchange {
  const list = Array.from({ length: 6 }, () => ({ [text.slice(0, 2000)]: text.slice(0, 2000) }));
  const headers = Object.fromEntries(
    Array.from({ length: 25 }, (_, index) => [`x-${index}`, text.slice(0, 8000)]),
  );
  const { request, response } = exchange;
  return {
    ...exchange,
    curl: `curl '${request.url}' ${text.slice(0, 3990)}`,
    request: { ...request, url: `${request.url}?${text.slice(0, 3000)}`, headers },
    response:
      response === null
        ? null
        : { ...response, headers, body: JSON.stringify(Object.assign({}, list)), truncated: false },
  };
}

/** Everything that a report can hold too much of, at once. */
function overfull(text: string): Report {
  const results = healthy.results.map((result, index): ReportResult => {
    const failed = failing(result, text);
    // Each requirement in as many sections as have cards.
    if (index % 4 === 1) return { ...failed, known: true };
    if (index % 4 === 2) return { ...failed, status: "waived", red: false };
    if (index % 4 === 3) return { ...failed, status: "warn", red: false };
    return failed;
  });
  const drift = Array.from(
    { length: 300 },
    (_, index): DriftRow => ({
      endpoints: ["/search"],
      versions: ["2024-01-01"],
      statuses: [200],
      member: `/${index}/${text}`,
      specification: text,
      description: text,
      server: text,
      looser: [text],
      stricter: [text],
      breaks: [],
    }),
  );
  const waivers = Array.from({ length: 3000 }, () => ({
    requirement: "auth.missing-key-refused",
    reason: text.slice(0, 1000),
    until: "2999-01-01",
    checks: 1,
  }));
  const described = {
    source: text,
    openapi: text,
    problem: text,
    roles: [],
    drift,
    driftLeftOut: 5,
  };
  return {
    ...healthy,
    results,
    waivers,
    exclusions: waivers,
    problems: Array.from({ length: 500 }, () => text),
    descriptions: { aggregator: described, news: described },
    exchanges: Object.fromEntries(
      Object.entries(healthy.exchanges).map(([id, one]) => [id, filled(one, text)]),
    ),
  };
}

describe("the page is at most 1.5 MB", () => {
  test("of a run in which everything is right, with nothing left out", () => {
    const html = reportHtml(reportView(healthy, register));
    expect(Buffer.byteLength(html)).toBeLessThan(largestPage);
    expect(html.includes(less)).toBe(false);
  });

  test.each(texts)("where every check fails with long texts %s, and it says so", (_, text) => {
    const results = healthy.results.map((result) => failing(result, text));
    const html = reportHtml(reportView({ ...healthy, results }, register));
    expect(Buffer.byteLength(html)).toBeLessThan(largestPage);
    expect(html.includes(less)).toBe(true);
    for (const { id } of register.requirements) expect(html.includes(`id="${id}"`)).toBe(true);
  });

  test.each(texts.slice(0, 4))("where all else is long too: texts %s", (_, text) => {
    const html = reportHtml(reportView(overfull(text), register));
    expect(Buffer.byteLength(html)).toBeLessThan(largestPage);
    expect(html.includes(less)).toBe(true);
  });

  test.each(
    texts.map(([name, text], index) => [name, text, index % 2 === 0 ? "skip" : "blocked"] as const),
  )("where nothing is judged, for reasons %s that differ", (_, text, outcome) => {
    const results = healthy.results.map(
      (result, index): ReportResult => ({
        ...result,
        outcome,
        status: outcome,
        // Otherwise one exchange without an answer would be the cause of many.
        exchanges: result.exchanges.slice(0, index % 2),
        message: `${index} ${text}`,
      }),
    );
    const html = reportHtml(reportView({ ...healthy, results, problems: [] }, register));
    expect(Buffer.byteLength(html)).toBeLessThan(largestPage);
    const noun = outcome === "skip" ? "reasons" : "causes";
    expect(html.includes(`more ${noun} in report.json`)).toBe(true);
  });

  test("of much recorded traffic", () => {
    const exchanges = Object.fromEntries(
      Object.entries(healthy.exchanges).flatMap(([id, one]) =>
        Array.from({ length: 100 }, (_, index) => [
          `${id}#${index}`,
          { ...one, durationMs: 1 + index },
        ]),
      ),
    );
    const html = reportHtml(reportView({ ...healthy, exchanges }, register));
    expect(Buffer.byteLength(html)).toBeLessThan(largestPage);
    expect(html.includes("of its responses, evenly spaced by rank")).toBe(true);
  });
});
