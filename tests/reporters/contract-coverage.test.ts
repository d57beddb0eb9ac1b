import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { contractCoverage, neverSeen } from "../../reporters/model/contract-coverage.ts";
import { contractCoverageText } from "../../reporters/text/contract-coverage-text.ts";
import { contractView } from "../../reporters/view/contract-view.ts";

const contracts = loadCatalogue();

function answer(
  endpoint: string,
  version: string,
  status: number,
  body: unknown,
  more: Partial<NonNullable<RecordedExchange["response"]>> = {},
): RecordedExchange {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    id: "x",
    surface: "aggregator",
    endpoint,
    version,
    curl: "",
    request: { method: "GET", url: "", headers: {} },
    response: { status, headers: {}, body: text, bytes: text.length, truncated: false, ...more },
    failure: null,
    attempts: 1,
    startedAt: "2026-10-01T12:00:00.000Z",
    durationMs: 1,
  };
}

const coverageOf = (...exchanges: readonly RecordedExchange[]) =>
  contractCoverage(exchanges, contracts, (surface) => surface === "aggregator");

function rowOf(
  coverage: ReturnType<typeof coverageOf>,
  endpoint: string,
  version: string,
  of: string,
) {
  const found = coverage.operations.find(
    (one) => one.endpoint === endpoint && one.version === version && one.of === of,
  );
  if (found === undefined) throw new Error(`nothing is said of ${endpoint} at ${version}`);
  return found;
}

const article = { title: "t", url: "u", date: "2026-01-01T00:00:00Z", thumbnail: null };
const page = { success: true, articles: [article, { ...article, title: "other" }] };

describe("what answers show", () => {
  test("is counted by answer, not by entry", () => {
    const coverage = coverageOf(
      answer("/search", "2024-01-01", 200, page),
      answer("/search", "2024-01-01", 200, page),
      answer("/search", "2024-01-01", 200, { success: true }),
    );
    const { answers, features } = rowOf(coverage, "/search", "2024-01-01", "success");
    const seen = Object.fromEntries(
      features.map(({ kind, member, answers }) => [`${kind} ${member}`, answers]),
    );
    expect(answers).toBe(3);
    expect(seen).toMatchObject({
      "member /success": 3,
      "member /articles/*/title": 2,
      "null /articles/*/thumbnail": 2,
      "format /articles/*/date": 2,
      "member /articles/*/keywords": 0,
      "null /articles/*/source/publication_id": 0,
    });
  });

  test("without the version header belongs to the latest version", () => {
    const coverage = coverageOf(answer("/ping", "default", 200, { message: "pong" }));
    const latest = contracts.latest("aggregator");
    expect(rowOf(coverage, "/ping", latest, "success").answers).toBe(1);
  });

  test("in a refusal belongs to the error envelope", () => {
    const body = { success: false, code: 401, message: "m" };
    const coverage = coverageOf(answer("/search", "2022-01-01", 401, body));
    const { features } = rowOf(coverage, "/search", "2022-01-01", "error");
    expect(neverSeen(features).map(({ member }) => member)).toEqual(["/fields"]);
  });

  test.each([
    ["a server error", answer("/search", "2024-01-01", 500, page)],
    ["a truncated body", answer("/search", "2024-01-01", 200, page, { truncated: true })],
    ["a version that is not listed", answer("/search", "2019-01-01", 200, page)],
    ["a body that is not JSON", answer("/search", "2024-01-01", 200, "<html>")],
  ])("is nothing for %s", (_, exchange) => {
    expect(coverageOf(exchange).seen).toBe(0);
  });

  test("says nothing of a surface that was not tested", () => {
    expect(new Set(coverageOf().operations.map(({ surface }) => surface))).toEqual(
      new Set(["aggregator"]),
    );
  });
});

describe("in words", () => {
  const coverage = coverageOf(answer("/search", "2024-01-01", 200, page));

  test("has the share, and what is missing in most places first", () => {
    expect(contractCoverageText(coverage)).toMatch(
      /^contract coverage: \d+ % of members and values seen; never seen: .+ more$/,
    );
  });

  test("is 100 % only where everything was seen", () => {
    const all = { features: 300, seen: 299, operations: [] };
    expect(contractCoverageText(all)).toBe("contract coverage: 99 % of members and values seen");
    expect(contractCoverageText({ ...all, seen: 300 })).toBe(
      "contract coverage: 100 % of members and values seen",
    );
  });

  test("is nothing where no answer showed anything", () => {
    expect(contractView(coverageOf())).toBeNull();
    expect(contractView(undefined)).toBeNull();
  });

  test("has a row for each operation, with what was seen once", () => {
    const row = contractView(coverage)?.rows.find(
      ({ name, of }) => name === "aggregator /search 2024-01-01" && of === "success",
    );
    expect(row?.once).toContain("thumbnail: null");
    expect(row?.never).toContain("/articles/*/keywords");
    expect(row?.never).not.toContain("/articles/*/source/name");
  });
});
