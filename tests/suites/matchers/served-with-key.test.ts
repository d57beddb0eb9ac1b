import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { Surface } from "../../../contracts/vocabulary.ts";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import { expectServedWithKey } from "../../../suites/matchers/served-with-key.ts";
import type { CheckContext } from "../../../suites/model/check.ts";
import { request } from "../../../suites/requests/ordinary-requests.ts";
import { madeUpExchange } from "../sources.ts";
import { completeTarget } from "../target.ts";
import { ending } from "./ending.ts";

const contracts = loadCatalogue();
const at = (version: string, surface: Surface, endpoint: string): CheckContext => ({
  cell: { surface, endpoint, version, auth: "bearer" },
  target: completeTarget(),
  contracts,
});
const search = at("2024-01-01", "aggregator", "/search");
const topics = at("2024-01-01", "aggregator", "/topics");
const publishers = at("2026-08-01", "news", "/search/publishers");

type Query = Readonly<Record<string, string>>;

const answered = (context: CheckContext, query: Query, status: number): Exchange =>
  madeUpExchange(request(context, Object.entries(query)), { status, body: "{}" });

/** What is concluded from a status, where the control request is served. */
function judged(context: CheckContext, query: Query, status: number): string {
  const control = answered(context, { query: "climate" }, 200);
  return ending(() =>
    expectServedWithKey(answered(context, query, status), { ...context, control }),
  );
}

const aboutKey = (status: number) =>
  `blocked: the key was refused with ${status}: see auth.style-accepted`;
const aboutPlan =
  "blocked: answered with 403, although the key is accepted: the country, language or topic may be outside the caller's plan";

describe("a 401 or 403 is about the key", () => {
  test.each([401, 403])("where nothing was served with it: %i", (status) => {
    const asked = answered(search, { site: "a.example" }, status);
    const refused = answered(search, {}, 400);
    const atOther = answered(at("2022-01-01", "aggregator", "/search"), {}, 200);
    const inOther = answered({ ...search, cell: { ...search.cell, auth: "api-key" } }, {}, 200);
    for (const control of [refused, atOther, inOther]) {
      expect(ending(() => expectServedWithKey(asked, { ...search, control }))).toBe(
        aboutKey(status),
      );
    }
    expect(ending(() => expectServedWithKey(asked, search))).toBe(aboutKey(status));
  });
});

test("without a context every 401 and 403 is about the key, whatever was served", () => {
  const asked = answered(search, { site: "a.example" }, 401);
  const served = [answered(search, {}, 200)];
  expect(ending(() => expectServedWithKey(asked, undefined, served))).toBe(aboutKey(401));
});

test("a request that was not answered shows nothing, also where the key is accepted", () => {
  const closed = madeUpExchange(answered(search, {}, 200).spec, null);
  const control = answered(search, { query: "climate" }, 200);
  expect(ending(() => expectServedWithKey(closed, { ...search, control }))).toBe(
    "blocked: connection closed",
  );
});

describe("where the same key is accepted", () => {
  test.each([
    ["a publisher domain", search, { site: "a.example" }],
    ["dates", search, { since: "2026-01-01", until: "2026-02-01" }],
    ["a page", search, { page: "2" }],
    ["a number of results", publishers, { n: "100" }],
    ["a category", publishers, { cat: "General" }],
  ])("a 403 for %s is a failure", (_, context, query) => {
    expect(judged(context, query, 403)).toBe("judged");
    const control = answered(context, { query: "climate" }, 200);
    expect(
      expectServedWithKey(answered(context, query, 403), { ...context, control }),
    ).toMatchObject([{ path: "status", actual: "403" }]);
  });

  test.each([
    ["a country", search, { country: "gb", site: "a.example" }],
    ["a language", search, { language: "fr" }],
    ["a country of publishers", publishers, { cc: "gb" }],
    ["a language of publishers", publishers, { lang: "fr" }],
    ["a topic", topics, { tid: "CAAq1" }],
    ["a subtopic", topics, { sub: "CAAq2" }],
  ])("a 403 for %s may be about the plan, a 401 is not", (_, context, query) => {
    expect(judged(context, query, 403)).toBe(aboutPlan);
    expect(judged(context, query, 401)).toBe("judged");
  });

  test("a code that was served with another request at the version is on the plan", () => {
    const both = answered(search, { country: "gb", site: "a.example" }, 403);
    const control = answered(search, {}, 200);
    const alone = (version: string, status: number) =>
      answered(at(version, "aggregator", "/search"), { country: "gb" }, status);
    const judge = (other: Exchange) =>
      ending(() => expectServedWithKey(both, search, [control, other]));
    expect(judge(alone("2024-01-01", 200))).toBe("judged");
    expect(judge(answered(search, { language: "gb" }, 200))).toBe(aboutPlan);
    expect(judge(answered(search, { country: "us" }, 200))).toBe(aboutPlan);
    expect(judge(alone("2024-01-01", 403))).toBe(aboutPlan);
    expect(judge(alone("2022-01-01", 200))).toBe(aboutPlan);
  });
});
