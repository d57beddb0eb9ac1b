import { describe, expect, test } from "vitest";
import type { Operation } from "../../../contracts/catalogue.ts";
import { errorEnvelopeOwed } from "../../../contracts/error-envelope-owed.ts";
import { loadCatalogue } from "../../../contracts/load.ts";
import { anything, type Shape } from "../../../contracts/shape.ts";
import type { Surface } from "../../../contracts/vocabulary.ts";
import {
  count,
  expectPaginationAgrees,
  expectPaginationIntegers,
  expectTotalCoversItems,
  pagesOf,
  totalOf,
} from "../../../suites/matchers/counts.ts";
import { echoesText, echoesValue, isRegionalForm } from "../../../suites/matchers/echo.ts";
import { describeErrorBody, errorEnvelopesOf } from "../../../suites/matchers/error-envelope.ts";
import { entries, leaves, member } from "../../../suites/matchers/json.ts";
import { looksLike } from "../../../suites/matchers/looks-like.ts";
import { schemaFindings } from "../../../suites/matchers/schema-findings.ts";
import {
  articlesOf,
  envelopeText,
  expectNoForeignMembers,
  itemsOf,
} from "../../../suites/matchers/success-envelope.ts";

function operation(surface: Surface, endpoint: string, version: string): Operation {
  const found = loadCatalogue().operation(surface, endpoint, version);
  if (found === null) throw new Error(`no ${endpoint} at ${version}`);
  return found;
}
const current = operation("aggregator", "/search", "2026-05-25");
const v2 = operation("aggregator", "/search", "2024-01-01");
const v1 = operation("aggregator", "/search", "2022-01-01");
const ping = operation("aggregator", "/ping", "2026-05-25");

describe("counts", () => {
  test.each([
    [current, { metadata: { total_hits: 3 } }, { path: "/metadata/total_hits", value: 3 }],
    [v2, { totalHits: 3, total: 4 }, { path: "/totalHits", value: 3 }],
    [v1, { total: 4, totalHits: 3 }, { path: "/total", value: 4 }],
    [v1, { total: "4" }, null],
  ])("the total of %#", (where, body, expected) => {
    expect(totalOf(body, where)).toEqual(expected);
  });

  test("a total that is too small", () => {
    const data = [{ title: "a" }, { title: "b" }, { title: "a" }];
    expect(expectTotalCoversItems({ total: 1, data }, v1)).toEqual([
      {
        path: "/total",
        expected: "at least 2, the number of different items on the page",
        actual: "1",
      },
    ]);
  });

  test("a count is a number", () => {
    expect([count({ page: 2 }, "page"), count({ page: "2" }, "page")]).toEqual([2, null]);
  });

  const at = (fields: object) => ({ metadata: {}, ...fields });
  test.each([
    ["at the top", { hits_per_page: "2" }, ["/hits_per_page"]],
    ["in metadata", { metadata: { hits_per_page: 1.5 } }, ["/metadata/hits_per_page"]],
    ["in an object for pagination", { paging: { total_pages: null } }, ["/paging/total_pages"]],
    [
      "of metadata",
      { metadata: { pageInfo: { total_pages: {} } } },
      ["/metadata/pageInfo/total_pages"],
    ],
    ["in a longer name", { result_paging: { total_pages: "x" } }, ["/result_paging/total_pages"]],
    ["in part of a word", { homepage: { total_pages: "x" } }, []],
    ["in a facet", { facets: [{ total_pages: "x" }] }, []],
    ["in parameters", { parameters: { hits_per_page: "10" } }, []],
    ["in an item", { news_articles: [{ hits_per_page: "10" }] }, []],
    ["in an object of metadata", { metadata: { engine: { hits_per_page: "x" } } }, []],
    ["in a list for pages", { pages: [{ total_pages: "x" }] }, []],
    ["deeper", { paging: { of: { total_pages: "x" } } }, []],
    ["integers", { hits_per_page: 10, total_pages: 3 }, []],
  ])("pagination that is no integer, %s", (_, fields, paths) => {
    const found = paths.map((path) => expect.objectContaining({ path, expected: "integer" }));
    expect(expectPaginationIntegers(at(fields))).toEqual(found);
  });

  const items = (n: number) => Array.from({ length: n }, () => ({}));
  test.each([
    [3, 30, { hits_per_page: 10, total_pages: 3 }, 0],
    [10, 30, { hits_per_page: 10, total_pages: 2 }, 0],
    [10, 30, { hits_per_page: 10, total_pages: 4 }, 1],
    [10, 30, { hits_per_page: 9 }, 1],
    [10, 30, { hits_per_page: 10, total_pages: 0 }, 1],
    [0, 0, { hits_per_page: 10, total_pages: 0 }, 0],
    [0, 0, { hits_per_page: 10, total_pages: 1 }, 0],
    [0, 0, { hits_per_page: 10, total_pages: 2 }, 1],
    [0, 0, { hits_per_page: 0, total_pages: 7 }, 0],
    [5, undefined, { hits_per_page: 10, total_pages: 7 }, 0],
    [5, 5, { pagination: { hits_per_page: 4, total_pages: 9 } }, 2],
    [5, 5, { total_pages: 9 }, 0],
    [5, 1, { hits_per_page: 10, total_pages: 9 }, 0],
    [5, 5, { hits_per_page: "4" }, 0],
    [5, 5, { hits_per_page: 4.5 }, 0],
    [0, 30, { hits_per_page: -5, total_pages: 7 }, 1],
    [5, 5, {}, 0],
  ])("%i items of %s hits agree with %j but for %i", (shown, total, fields, wrong) => {
    const body = { metadata: { total_hits: total }, news_articles: items(shown), ...fields };
    expect(expectPaginationAgrees(body, current)).toHaveLength(wrong);
  });

  test("pagination that does not agree is said with what agrees", () => {
    const body = (total: unknown, fields: object) => ({
      metadata: { total_hits: total },
      news_articles: items(5),
      ...fields,
    });
    const found = expectPaginationAgrees(body(9, { hits_per_page: 4, total_pages: 4 }), current);
    expect(found).toEqual([
      {
        path: "/hits_per_page",
        expected: "at least 5, the number of items on the page",
        actual: "4",
      },
      {
        path: "/total_pages",
        expected: "1 to 3 pages, according to the list and the total",
        actual: "4",
      },
    ]);
    expect(expectPaginationAgrees(body(null, { total_pages: 0 }), current)).toMatchObject([
      { expected: "1 or more pages, according to the list and the total" },
    ]);
  });

  test.each([
    [30, 10, 3],
    [31, 10, 4],
    [0, 10, 0],
    [30, 0, Number.POSITIVE_INFINITY],
    [0, 0, Number.POSITIVE_INFINITY],
    [30, -1, Number.POSITIVE_INFINITY],
  ])("%i hits in pages of %i take %s", (total, size, expected) => {
    expect(pagesOf(total, size)).toBe(expected);
  });
});

describe("echo", () => {
  test.each([
    [["other", "us"], "us", true],
    [{ n: 11 }, "10", false],
    [{ n: 0 }, "00", true],
    [{ n: "a1" }, "a1", true],
    [{ n: "a10" }, "a1", false],
    [{ n: "1a5" }, "1a", false],
    [{ from: "2026-05-02T00:00:00Z" }, "2026-05-01", true],
    [{ from: "2026-05-02T00:00:01Z" }, "2026-05-01", false],
    [{ from: "2026-05-01T23:00:00-02:00" }, "2026-05-02", true],
    [{ from: "2026-05-01 noon" }, "2026-05-01", true],
    [{ from: "see 2026-05-01" }, "2026-05-01", false],
    [{ from: "1777593600" }, "2026-05-01", false],
    [{ from: 1777593600 }, "on 2026-05-01", false],
    [{ from: 1777593600 }, "2026-05-01x", false],
    [{ site: "http://bbc.co.uk" }, "bbc.co.uk", true],
    [{ site: "bbc.co.uk" }, "https://www.bbc.co.uk/", true],
    [{ site: "a.b/c" }, "a.bc", false],
    [{ site: "xhttps://a.b" }, "xa.b", false],
    [{ site: "my.www.a.b" }, "my.a.b", false],
    [{ q: "Caf\u0065\u0301" }, "caf\u00e9", true],
    [{ q: true }, "true", true],
    [{ from: "2026-05-01xy" }, "2026-05-01x", false],
    [{ topic: "CAAqJg_8" }, "CAAqJg_8", true],
    [{ topic: " CAAqJg_8 " }, "CAAqJg_8", true],
    [{ topic: "caaqjg_8" }, "CAAqJg_8", false],
    [{ topic: "technology" }, "TECHNOLOGY", true],
    [{ lang: "english-US" }, "english", false],
  ])("%j echoes %s: %s", (parameters, value, good) => {
    expect(echoesValue(parameters, value)).toBe(good);
  });

  test.each([
    ["en-GB", "en", true],
    ["EN_us", "en", true],
    [" en-GB ", "EN", true],
    ["en", "en", false],
    ["en-", "en", false],
    ["fr-CA", "en", false],
  ])("%j is a regional form of %s: %s", (text, language, good) => {
    expect(isRegionalForm(text, language)).toBe(good);
  });

  test.each([
    [["climate", { rank: 1 }, "change"], "climate change", true],
    [["climate", null, "change"], "climate change", true],
    [["climate", true, "change"], "climate change", true],
    [["covid", 19], "covid 19", true],
  ])("the list %j echoes %s: %s", (terms, text, good) => {
    expect(echoesText({ terms }, text)).toBe(good);
  });
});

describe("error envelopes", () => {
  test.each([
    ["/geolocation", "2026-05-25", 400, "legacy"],
    ["/geolocation", "2026-05-25", 401, "legacy"],
    ["/geolocation", "2026-05-25", 403, "metadata-and-errors"],
    ["/search", "2026-05-25", 400, "metadata-and-errors"],
    ["/search", "2024-01-01", 400, "legacy"],
  ])("%s at %s owes with %i the %s one", (endpoint, version, status, expected) => {
    const where = operation("aggregator", endpoint, version);
    expect(errorEnvelopeOwed(where, status)).toBe(expected);
  });

  test.each([
    [{ metadata: {} }, ["metadata-and-errors"]],
    [{ message: "no" }, []],
  ])("%j looks like %j", (body, names) => {
    expect([...errorEnvelopesOf(body)]).toEqual(names);
  });

  test.each([
    [{ metadata: {}, errors: [] }, "the error envelope with metadata and errors"],
    [{ success: false, code: 1, message: "" }, "the legacy error envelope"],
    [{ errors: [] }, "an object with errors"],
    [{ success: false }, "an object with success"],
    [undefined, "a body that is not JSON"],
    [[], "JSON, but not an object"],
    [{}, "an object with no members"],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, "an object with a, b, c, d, e"],
  ])("%j is described as %s", (body, expected) => {
    expect(describeErrorBody(body)).toBe(expected);
  });
});

describe("success envelopes", () => {
  test.each([
    [current, "the envelope with metadata, parameters, news_articles"],
    [v2, "the envelope with success, totalHits, articles"],
    [v1, "the envelope with success, total, data"],
  ])("of %#, for people", ({ generation }, expected) => {
    expect(envelopeText(generation)).toBe(expected);
  });

  const legacyItem = { title: "A", url: "u", date: "2024-01-01T00:00:00Z" };
  test.each([
    ["success", true],
    ["success", false],
    ["data", []],
    ["data", [legacyItem]],
    ["data", [{ type: "story" }, { ...legacyItem, type: "article" }]],
    ["total", 1],
    ["articles", [legacyItem]],
    ["totalHits", 0],
    ["pageSize", 1],
    ["totalPages", 1],
  ])("%s: %j is foreign to the envelope with metadata", (name, value) => {
    expect(expectNoForeignMembers({ [name]: value }, current, loadCatalogue())).toMatchObject([
      {
        path: `/${name}`,
        expected: "no member of another version's envelope at 2026-05-25",
      },
    ]);
  });

  test.each([
    ["success", "yes"],
    ["data", {}],
    ["data", ["a", "b"]],
    ["data", [{ title: "A" }]],
    ["data", null],
    ["total", "1"],
    ["total", { value: 1 }],
    ["articles", 7],
    ["totalHits", null],
    ["totalHits", 1.5],
    ["page", 1],
    ["size", 1],
  ])("%s: %j is not", (name, value) => {
    expect(expectNoForeignMembers({ [name]: value }, current, loadCatalogue())).toEqual([]);
  });

  test.each([
    ...(["metadata", "parameters"] as const).map((name) => [name, {}] as const),
    ...(["news_articles", "navigation_links", "related_topics"] as const).map(
      (name) => [name, []] as const,
    ),
    ["related_publications", []],
    ["subtopic_links", []],
    ["totalHits", 1],
  ] as const)("%s is foreign to the envelope of 2022-01-01", (name, value) => {
    expect(expectNoForeignMembers({ [name]: value }, v1, loadCatalogue())).toHaveLength(1);
  });

  test.each([
    ["title", "A", v1],
    ["publishers", [], v1],
    ["message", "hello", current],
    ["subtopic_links", [], current],
  ] as const)("%s is not: other endpoints and surfaces have it", (name, value, where) => {
    expect(expectNoForeignMembers({ [name]: value }, where, loadCatalogue())).toEqual([]);
  });

  test("a member is foreign if another envelope both describes and requires it", () => {
    const among = (other: Partial<Operation>) =>
      expectNoForeignMembers({ totalHits: 1 }, v1, { operations: [{ ...v2, ...other }] });
    expect(among({})).toHaveLength(1);
    expect(among({ requiredMembers: [] })).toEqual([]);
    expect(among({ successShape: anything })).toEqual([]);
  });

  test.each<readonly [unknown, Shape, boolean]>([
    [[1], anything, true],
    ["text", { ...anything, items: anything }, true],
    [[], { ...anything, items: { ...anything, kinds: new Set() } }, true],
    [["text"], { ...anything, items: { ...anything, kinds: new Set(["object"]) } }, false],
    [{}, { ...anything, kinds: new Set(["array"]) }, false],
  ])("%j looks like the shape of %#: %s", (value, shape, expected) => {
    expect(looksLike(value, shape)).toBe(expected);
  });

  test("what is no object has no members", () => {
    expect(expectNoForeignMembers(null, current, loadCatalogue())).toEqual([]);
  });

  test("items and articles", () => {
    expect(itemsOf({ data: [1] }, v1)).toEqual([1]);
    expect(itemsOf({ data: {} }, v1)).toEqual([]);
    expect(itemsOf({ null: [1] }, ping)).toEqual([]);
    const article = { type: "article" };
    expect(articlesOf({ news_articles: ["article", { type: "x" }, article] }, current)).toEqual([
      { index: 2, article },
    ]);
    expect(articlesOf({ data: ["article", article] }, v1)).toEqual([{ index: 1, article }]);
    const unshown = { ...current, entries: null };
    expect(articlesOf({ news_articles: [{ type: "x" }] }, unshown)).toHaveLength(1);
  });
});

describe("JSON", () => {
  test("members are an object's own", () => {
    expect(member({ a: 1 }, "a")).toBe(1);
    expect(member({}, "toString")).toBeUndefined();
    expect(member([1], "0")).toBeUndefined();
    expect(member(null, "a")).toBeUndefined();
  });

  test("entries are an array's", () => {
    expect(entries([1])).toEqual([1]);
    expect(entries({ 0: 1 })).toEqual([]);
  });

  test("leaves of what has none, and beside null", () => {
    expect(leaves(undefined)).toEqual([]);
    expect(leaves([1, [], {}, null, "a", true]).toSorted()).toEqual([1, "a", true]);
  });
});

test("a body is judged once per operation, and by itself for each of them", () => {
  let judged = 0;
  const counting = (where: Operation): Operation => ({
    ...where,
    validateSuccess: (body) => {
      judged += 1;
      return where.validateSuccess(body);
    },
  });
  const [one, other] = [counting(v1), counting(v2)];
  const body = { success: true, total: 0, data: [] };
  expect(schemaFindings(body, one)).toEqual([]);
  expect(schemaFindings(body, one)).toEqual([]);
  expect(judged).toBe(1);
  expect(schemaFindings(body, other)).not.toEqual([]);
  expect(schemaFindings({ ...body, total: "0" }, one)).toHaveLength(1);
  expect(judged).toBe(3);
  for (const odd of [null, "text"]) expect(schemaFindings(odd, one)).toHaveLength(1);
});
