import { describe, expect, test } from "vitest";
import type { Operation } from "../../../contracts/catalogue.ts";
import type { Credential, RequestSpec } from "../../../harness/requests/request-spec.ts";
import { type Mixture, mixtures, notItsOwn } from "../../../suites/matchers/own-answer.ts";
import { loadFirstContracts } from "../../contracts/folder.ts";
import { type MadeUp, madeUpExchange } from "../sources.ts";
import { ending } from "./ending.ts";

const contracts = loadFirstContracts();
const ownKey: Credential = { kind: "key", key: "own", form: "bearer" };
const wrongKey: Credential = { kind: "key", key: "unknown", form: "bearer" };
const noKey: Credential = { kind: "none" };

const search: RequestSpec = {
  surface: "aggregator",
  endpoint: "/search",
  version: "2026-05-25",
  credential: ownKey,
  query: [],
};
const ping: RequestSpec = { ...search, endpoint: "/ping", credential: noKey };
const at = (version: string): RequestSpec => ({ ...search, version });
const countries = (version: string): RequestSpec => ({
  ...search,
  surface: "news",
  endpoint: "/info/countries",
  version,
});

const answered = (spec: RequestSpec, status: number, body: unknown = {}) =>
  madeUpExchange(spec, {
    status,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const noNeighbours = { all: [], before: undefined };

/** What is found in a response, without its exchange. */
function found(
  mixture: Mixture,
  spec: RequestSpec,
  status: number,
  body?: unknown,
  all: readonly RequestSpec[] = [],
  before?: RequestSpec,
) {
  const exchange = answered(spec, status, body);
  const finding = notItsOwn(mixture, exchange, { all, before }, contracts);
  if (finding === null) return null;
  const { exchange: id, ...rest } = finding;
  expect(id).toBe(exchange.id);
  return rest;
}

test("nothing is expected at a version that is not listed", () => {
  for (const mixture of mixtures) {
    expect(found(mixture, at("2019-01-01"), 500)).toBeNull();
    expect(found(mixture, { ...at("2019-01-01"), credential: noKey }, 200)).toBeNull();
  }
});

describe("the key of another request", () => {
  const refusal = "a refusal (4xx)";
  const acceptance = "the valid key to be accepted";
  test.each<readonly [string, RequestSpec, number, string | null]>([
    ["the own key is refused", search, 401, acceptance],
    ["the own key is forbidden", search, 403, acceptance],
    ["the own key is accepted", search, 200, null],
    ["the own key with another error", search, 400, null],
    [
      "no key is accepted",
      { ...search, credential: noKey },
      200,
      `${refusal} of a request without a key`,
    ],
    [
      "a wrong key is accepted",
      { ...search, credential: wrongKey },
      200,
      `${refusal} of a key that was never issued in "Authorization: Bearer"`,
    ],
    ["a wrong key is refused", { ...search, credential: wrongKey }, 401, null],
    ["a wrong key with another error", { ...search, credential: wrongKey }, 500, null],
    ["ping without a key is refused", ping, 401, acceptance],
    ["ping without a key is accepted", ping, 200, null],
    ["ping with a wrong key is accepted", { ...ping, credential: wrongKey }, 200, null],
  ])("%s", (_, spec, status, expected) => {
    const finding = expected === null ? null : { path: "status", expected, actual: `${status}` };
    expect(found("key", spec, status)).toEqual(finding);
  });
});

describe("the status of another request", () => {
  test.each<readonly [string, RequestSpec, number, unknown, object | null]>([
    ["an object", search, 200, {}, null],
    ["a list", search, 200, [], { path: "", expected: "a JSON object", actual: "none" }],
    ["no JSON", search, 200, "<p>", { path: "", expected: "a JSON object", actual: "none" }],
    ["a refusal", search, 404, {}, { path: "status", expected: "200", actual: "404" }],
    ["an empty success", search, 204, "", { path: "status", expected: "200", actual: "204" }],
    ["a server error", search, 500, {}, { path: "status", expected: "200", actual: "500" }],
    ["a refused key, judged elsewhere", search, 401, {}, null],
    ["a forbidden key, judged elsewhere", search, 403, {}, null],
  ])("%s, where a success is owed", (_, spec, status, body, expected) => {
    expect(found("status", spec, status, body)).toEqual(expected);
  });

  test.each([
    [200, null],
    [401, null],
    [499, null],
    [500, { path: "status", expected: "a refusal (4xx)", actual: "500" }],
  ])("%i, where a refusal is owed", (status, expected) => {
    expect(found("status", { ...search, credential: wrongKey }, status)).toEqual(expected);
  });

  test("a dropped connection is no response to anything", () => {
    const dropped = (credential: Credential, made: MadeUp) =>
      notItsOwn("status", madeUpExchange({ ...search, credential }, made), noNeighbours, contracts);
    expect(dropped(ownKey, { failure: "dropped" })).toMatchObject({
      expected: "200",
      actual: "a dropped connection",
    });
    expect(dropped(noKey, { failure: "dropped" })).toMatchObject({
      expected: "a refusal (4xx)",
      actual: "a dropped connection",
    });
    expect(ending(() => dropped(ownKey, null))).toBe("blocked: connection closed");
  });
});

test("without a response there is no key, body or query to compare", () => {
  for (const credential of [ownKey, noKey]) {
    const closed = madeUpExchange({ ...search, credential }, null);
    for (const mixture of ["key", "version", "query"] as const) {
      expect(notItsOwn(mixture, closed, noNeighbours, contracts)).toBeNull();
    }
  }
});

describe("the version of another request", () => {
  const current = { metadata: {}, parameters: {}, news_articles: [], navigation_links: [] };
  const whole = { ...current, related_topics: [], related_publications: [] };
  const v1 = { success: true, total: 0, data: [] };
  const absent = (name: string, version: string, as: string) => ({
    path: `/${name}`,
    expected: `a member of the body at ${version}`,
    actual: `absent, as in the body at ${as}`,
  });

  test.each<readonly [string, RequestSpec, unknown, object | null]>([
    ["the own body", search, whole, null],
    ["the body of an older version", search, v1, absent("metadata", "2026-05-25", "2022-01-01")],
    [
      "the body of a newer version",
      at("2022-01-01"),
      whole,
      absent("success", "2022-01-01", "2026-05-25"),
    ],
    [
      "a body of no version",
      search,
      { success: true },
      {
        path: "/metadata",
        expected: "a member of the body at 2026-05-25",
        actual: "absent",
      },
    ],
    [
      "the body of an older version without the header",
      at("default"),
      v1,
      absent("metadata", "2026-05-25, the latest", "2022-01-01"),
    ],
    ["the own body and more", at("2022-01-01"), { ...whole, ...v1 }, null],
    ["not JSON", search, "<p>", null],
  ])("%s", (_, spec, body, expected) => {
    expect(found("version", spec, 200, body)).toEqual(expected);
  });

  test.each<readonly [string, unknown, object | null]>([
    [
      "that of a newer version",
      { metadata: {}, parameters: {}, countries: [] },
      {
        path: "",
        expected: "the body at 2024-01-01",
        actual: `the body at ${contracts.latest("news")}`,
      },
    ],
    ["part of a newer version's", { metadata: {}, countries: [] }, null],
    ["anything else", { success: true }, null],
  ])("a body that is not shown: %s", (_, body, expected) => {
    expect(found("version", countries("2024-01-01"), 200, body)).toEqual(expected);
  });

  test("another endpoint or surface says nothing about a body that is not shown", () => {
    const own = contracts.operation("news", "/info/countries", "2024-01-01");
    const newer = contracts.operation("news", "/info/countries", "2026-08-01");
    if (own === null || newer === null) throw new Error("no countries");
    const body = { metadata: {}, parameters: {}, countries: [] };
    const among = (other: Partial<Operation>) =>
      notItsOwn("version", answered(countries("2024-01-01"), 200, body), noNeighbours, {
        ...contracts,
        operations: [own, { ...newer, ...other }],
      });
    expect(among({})).not.toBeNull();
    expect(among({ surface: "aggregator" })).toBeNull();
    expect(among({ endpoint: "/info/regions" })).toBeNull();
  });

  test.each([
    ["2026-05-25", null],
    ["2024-01-01", { path: "/version", expected: '"2026-05-25"', actual: 'string "2024-01-01"' }],
    [20260525, null],
  ])("ping tells %j", (version, expected) => {
    expect(found("version", ping, 200, { message: "pong", version })).toEqual(expected);
  });

  test("is not told by a refusal, nor where a refusal is owed", () => {
    expect(found("version", search, 400, v1)).toBeNull();
    expect(found("version", { ...search, credential: wrongKey }, 200, v1)).toBeNull();
  });
});

describe("the query of another request", () => {
  const asking = (...query: RequestSpec["query"]): RequestSpec => ({ ...search, query });
  const climate = asking(["query", "climate"], ["language", "en"]);
  const echo = (parameters: unknown) => ({ parameters });
  const lost = (sent: string, actual = "`parameters` without that value") => ({
    path: "/parameters",
    expected: sent,
    actual,
  });
  const foreign = (value: string) => ({
    path: "/parameters",
    expected: "no value that another request sent",
    actual: JSON.stringify(value),
  });
  const football = asking(["query", "Football"]);

  test.each<readonly [string, object, readonly RequestSpec[], object | null]>([
    ["its own values", { query: "climate", language: "en" }, [climate, football], null],
    ["no values", {}, [climate, football], lost('"climate", sent as query')],
    ["one value less", { query: "climate" }, [climate], lost('"en", sent as language')],
    [
      "another's value in place of its own",
      { query: "football", language: "en" },
      [climate, football],
      lost('"climate", sent as query', 'string "football"'),
    ],
    [
      "another's value beside its own",
      { query: "climate", language: "en", words: ["football"] },
      [climate, football],
      foreign("Football"),
    ],
    [
      "the second value of the second neighbour",
      { query: "climate", language: "en", location: "London" },
      [climate, asking(["page", "2"], ["location", "London"])],
      foreign("London"),
    ],
    [
      "a default that another sent",
      { query: "climate", language: "en", country: "US" },
      [asking(["country", "US"])],
      null,
    ],
    [
      "a number that another sent",
      { query: "climate", language: "en", page: 2026 },
      [asking(["page", "2026"])],
      null,
    ],
    [
      "its own value in the letter case of another",
      { query: "climate", language: "en" },
      [asking(["query", "CLIMATE"])],
      null,
    ],
  ])("%s", (_, parameters, neighbours, expected) => {
    expect(found("query", climate, 200, echo(parameters), neighbours)).toEqual(expected);
  });

  const kept = (name: string, value: string) => ({
    path: `/parameters/${name}`,
    expected: `no ${name} that the previous request sent`,
    actual: JSON.stringify(value),
  });
  const own = { query: "climate", language: "en" };
  test.each<readonly [string, object, readonly (readonly [string, string])[], object | null]>([
    ["a number", { ...own, page: 2 }, [["page", "2"]], kept("page", "2")],
    [
      "a code in another letter case",
      { ...own, country: "GB" },
      [["country", "gb"]],
      kept("country", "gb"),
    ],
    ["a number that it reads otherwise", { ...own, page: 1 }, [["page", "2"]], null],
    ["the same value under another name", { ...own, size: 2 }, [["page", "2"]], null],
    ["a parameter that it has too", own, [["language", "en"]], null],
  ])("%s of the request before", (_, parameters, query, expected) => {
    expect(found("query", climate, 200, echo(parameters), [], asking(...query))).toEqual(expected);
  });

  test("is not told by a body without parameters", () => {
    expect(found("query", climate, 200, {})).toBeNull();
    expect(found("query", climate, 200, echo("climate"))).toBeNull();
    expect(found("query", { ...climate, version: "2024-01-01" }, 200, echo({}))).toBeNull();
  });
});
