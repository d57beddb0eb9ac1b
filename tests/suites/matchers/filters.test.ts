import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { Surface } from "../../../contracts/vocabulary.ts";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import { datesAsFilter } from "../../../suites/matchers/dates-in-range.ts";
import { expectFinds } from "../../../suites/matchers/filter-finds.ts";
import { expectFoundAlone } from "../../../suites/matchers/found-alone.ts";
import { domainAsFilter } from "../../../suites/matchers/publisher-domain.ts";
import {
  expectNoOthers,
  statedByPublishers,
  textCountAndOrder,
} from "../../../suites/matchers/publishers-found.ts";
import { expectOwnPublishers } from "../../../suites/matchers/publishers-of-codes.ts";
import type { CheckContext } from "../../../suites/model/check.ts";
import { request } from "../../../suites/requests/ordinary-requests.ts";
import { madeUpExchange } from "../sources.ts";
import { completeTarget } from "../target.ts";

const contracts = loadCatalogue();
const at = (version: string, surface: Surface, endpoint: string): CheckContext => ({
  cell: { surface, endpoint, version, auth: "bearer" },
  target: completeTarget(),
  contracts,
});
const search = at("2024-01-01", "aggregator", "/search");
const oldest = at("2022-01-01", "aggregator", "/search");
const publishers = at("2026-08-01", "news", "/search/publishers");

type Query = Readonly<Record<string, string>>;

function answered(context: CheckContext, query: Query, body: unknown): Exchange {
  return madeUpExchange(request(context, Object.entries(query)), {
    status: 200,
    body: JSON.stringify(body),
  });
}

interface Article {
  readonly host: string;
  readonly date?: string;
  readonly source?: string;
}

/** A search at 2024-01-01 that found these articles. */
function found(query: Query, ...articles: readonly Article[]): Exchange {
  return answered(search, query, {
    articles: articles.map(({ host, date = "2026-02-10T12:00:00Z", source = host }, index) => ({
      title: `${host} ${index}`,
      url: `https://${host}/${index}`,
      date,
      source: { url: `https://${source}` },
    })),
  });
}

/** A publisher search that found these. */
function listed(query: Query, ...entries: readonly Readonly<Record<string, string>>[]): Exchange {
  return answered(publishers, query, { publishers: entries });
}

describe("dates leave in what lies between them", () => {
  const dated = (date: string) => [{ host: "a.example", date }, { host: "b.example" }];
  const judge = (query: Query, whole: Exchange) =>
    expectFinds(datesAsFilter(search), [found(query)], [whole], search).length;
  const whole = found({ q: "x" }, ...dated("2026-02-10T12:00:00Z"));

  test.each([
    ["both", { q: "x", since: "2026-02-01", until: "2026-02-20" }],
    ["the first one alone", { q: "x", since: "2026-02-01" }],
    ["the last one alone", { q: "x", until: "2026-02-20" }],
    ["in another order of parameters", { since: "2026-02-01", q: "x" }],
  ])("%s", (_, query) => {
    expect(judge(query, whole)).toBe(1);
  });

  test.each([
    ["the first day", { q: "x", since: "2026-02-10" }],
    ["the last day", { q: "x", until: "2026-02-10" }],
    ["another text", { q: "y", since: "2026-02-01" }],
    ["a page", { q: "x", since: "2026-02-01", page: "2" }],
    ["no date", { q: "x" }],
  ])("but nothing is concluded from %s", (_, query) => {
    expect(judge(query, whole)).toBe(0);
  });

  test("nor from a list that dates have shortened", () => {
    const dates = found({ q: "x", until: "2026-03-01" }, ...dated("2026-02-10T12:00:00Z"));
    expect(judge({ q: "x", since: "2026-02-01" }, dates)).toBe(0);
  });
});

describe("a domain leaves in the articles of its publisher", () => {
  const judge = (site: string, ...articles: readonly Article[]) =>
    expectFinds(domainAsFilter(search), [found({ site })], [found({}, ...articles)], search).length;
  const other = { host: "other.example" };

  test.each([
    ["a host", "a.example", { host: "a.example" }],
    ["a host with www", "a.example", { host: "www.a.example" }],
    ["a host of three parts with www", "a.co.example", { host: "www.a.co.example" }],
    ["a source", "a.example", { host: "a.example", source: "www.a.example" }],
  ])("by %s", (_, site, article) => {
    expect(judge(site, article, other)).toBe(1);
  });

  test.each([
    ["part of a site", "news.a.example", [{ host: "news.a.example" }, other]],
    ["a platform", "a.example", [{ host: "a.example", source: "b.example" }, other]],
    ["one host for all", "a.example", [{ host: "a.example" }, { host: "a.example" }]],
  ])("but nothing is concluded from %s", (_, site, articles) => {
    expect(judge(site, ...articles)).toBe(0);
  });

  test("nor from the host of an article without a source, if no domain is configured", () => {
    const data = ["a.example", "b.example"].map((host) => ({
      title: host,
      url: `https://${host}/1`,
      date: "2026-02-10T12:00:00Z",
    }));
    const whole = answered(oldest, {}, { data });
    const none = answered(oldest, { site: "a.example" }, { data: [] });
    expect(expectFinds(domainAsFilter(oldest), [none], [whole], oldest)).toEqual([]);
  });
});

describe("publisher search leaves in what publishers state", () => {
  const whole = listed(
    {},
    { name: "Alpine Weekly", title: "The Weekly", category: "Sports", language: "de" },
    { name: "Bay News", category: "General", language: "en" },
  );
  const stated = (kind: "category" | "language", query: Query) =>
    expectFinds(statedByPublishers(kind, publishers), [listed(query)], [whole], publishers).length;
  const other = (query: Query) =>
    expectFinds(textCountAndOrder(publishers), [listed(query)], [whole], publishers).length;

  test("a category and a language", () => {
    expect(stated("category", { cat: "sports" })).toBe(1);
    expect(stated("language", { lang: "en" })).toBe(1);
    expect(stated("category", { cat: "Science" })).toBe(0);
  });

  test("but General may stand for an unknown category", () => {
    expect(stated("category", { cat: "General" })).toBe(0);
  });

  test.each([
    [{ n: "1" }, 1],
    [{ order: "name" }, 1],
    [{ order: "name", n: "5" }, 1],
    [{ term: "alpine" }, 1],
    [{ term: "The", n: "1" }, 1],
    [{ term: "weekly" }, 0],
    [{ term: "alp" }, 0],
    [{ n: "1", cc: "US" }, 0],
  ])("%j", (query, findings) => {
    expect(other(query)).toBe(findings);
  });

  test("one that a country leaves out is not found with it", () => {
    const ofCountry = listed({ cc: "MX" }, { name: "Capital" });
    const together = [listed({ cc: "MX", term: "Bay" }, { name: "Bay News" }, { name: "New" })];
    expect(expectNoOthers(ofCountry, whole, together, publishers)).toMatchObject([
      { path: "/publishers/0", actual: 'the publisher string "Bay News"' },
    ]);
    const long = listed({ cc: "MX" }, { name: "Capital" }, { name: "Coast" });
    expect(expectNoOthers(long, whole, together, publishers)).toEqual([]);
  });
});

describe("codes beside other parameters", () => {
  const sites = (...names: readonly string[]) => names.map((name) => ({ host: `${name}.example` }));
  const us = found({ country: "us" }, ...sites("a", "b", "c", "d", "e"));
  const gb = found({ country: "gb" }, ...sites("v", "w", "x", "y", "z"));
  const judge = (alone: readonly Exchange[], ...together: readonly Exchange[]) =>
    expectOwnPublishers("country", alone, together, search).length;
  const dated = { country: "gb", since: "2026-01-01" };

  test("do not find the publishers of the other code", () => {
    expect(judge([us, gb], found(dated, ...sites("a", "b", "n")))).toBe(1);
    expect(judge([us, gb], found(dated, ...sites("v", "a", "n")))).toBe(0);
    expect(judge([us, gb], found(dated, ...sites("a", "b", "v", "w")))).toBe(0);
    expect(judge([us, gb], found({ ...dated, site: "a.example" }, ...sites("a", "a")))).toBe(0);
  });

  test("but nothing is concluded from codes with publishers in common, or from few articles", () => {
    const both = found({ country: "gb" }, ...sites("a", "w", "x", "y", "z"));
    expect(judge([us, both], found(dated, ...sites("b", "c", "d")))).toBe(0);
    const few = found({ country: "gb" }, ...sites("v", "w"));
    expect(judge([us, few], found(dated, ...sites("a", "b", "c")))).toBe(0);
  });

  test("find something alone if they find it beside others", () => {
    const none = found({ country: "us" });
    const beside = found({ q: "x", country: "us" }, ...sites("a"));
    const alone = (...unfiltered: readonly [Exchange, Exchange]) =>
      expectFoundAlone(none, [beside], unfiltered, search).length;
    const text = found({ q: "x" }, ...sites("a", "b"));
    expect(alone(found({}, ...sites("n")), text)).toBe(1);
    // What is found without a code may be of a default one, and a text may be needed.
    expect(alone(found({}, ...sites("n")), found({ q: "x" }, ...sites("v")))).toBe(0);
    expect(alone(found({}), text)).toBe(0);
  });
});
