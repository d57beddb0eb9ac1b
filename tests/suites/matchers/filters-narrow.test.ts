import { describe, expect, test } from "vitest";
import {
  expectFoundWithAll,
  expectNothingWithMore,
} from "../../../suites/matchers/filters-narrow.ts";
import {
  type Article,
  answered,
  at,
  found,
  letters,
  publishers,
  type Query,
  v2,
} from "./searches.ts";

const topics = at("2024-01-01", "aggregator", "/topics");
const places = at("2024-01-01", "aggregator", "/geolocation");
const older = at("2024-01-01", "news", "/search/publishers");

describe("a search that finds nothing finds nothing with a further filter", () => {
  const count = (context: typeof v2, nothing: Query, some: Query) =>
    expectNothingWithMore(
      [found(context, nothing, []), found(context, some, letters("a"))],
      context,
    ).length;

  test.each<readonly [string, typeof v2, Query, Query, number]>([
    ["a domain", v2, { query: "x" }, { query: "x", site: "a.example" }, 1],
    ["a first date", v2, { q: "x" }, { q: "x", since: "2026-01-01" }, 1],
    ["a last date", v2, { query: "x" }, { until: "2026-01-01", query: "x" }, 1],
    ["a page", v2, { query: "x" }, { query: "x", page: "1" }, 1],
    ["a second filter", v2, { query: "x", site: "a.b" }, { query: "x", site: "a.b", page: "1" }, 1],
    ["a subtopic", topics, { tid: "X" }, { tid: "X", sub: "CAAq" }, 1],
    ["a category", publishers, { term: "x" }, { term: "x", cat: "General" }, 1],
    ["a number of results", publishers, { cc: "us" }, { cc: "us", n: "5" }, 1],
    ["a sort order", publishers, { cat: "General" }, { cat: "General", order: "name" }, 1],
    [
      "a country, which may take the place of a default",
      v2,
      { query: "x" },
      { query: "x", country: "us" },
      0,
    ],
    ["a language", publishers, { term: "x" }, { term: "x", lang: "en" }, 0],
    ["a filter and a country", v2, { query: "x" }, { query: "x", page: "1", country: "us" }, 0],
    ["a filter of another text", v2, { query: "x" }, { query: "y", page: "1" }, 0],
    [
      "another value of the filter",
      v2,
      { query: "x", site: "a.b" },
      { query: "x", site: "c.d", page: "1" },
      0,
    ],
    [
      "fewer parameters",
      v2,
      { query: "x", site: "a.b", page: "1" },
      { query: "x", site: "a.b" },
      0,
    ],
    ["the same parameters", v2, { query: "x", site: "a.b" }, { query: "x", site: "a.b" }, 0],
    ["no text, which a server may need", v2, {}, { site: "a.b" }, 0],
    ["a domain alone", v2, { site: "a.b" }, { site: "a.b", page: "1" }, 0],
    ["a place", places, { location: "X" }, { location: "X", page: "1" }, 0],
    ["nothing asked of publishers", publishers, {}, { cat: "General" }, 0],
    ["a number of results alone", publishers, { n: "5" }, { n: "5", cat: "General" }, 0],
    ["a sort order alone", publishers, { order: "name" }, { order: "name", n: "5" }, 0],
  ])("%s", (_, context, nothing, some, findings) => {
    expect(count(context, nothing, some)).toBe(findings);
  });

  test("the finding names both requests", () => {
    const nothing = found(v2, { query: "x" }, []);
    const some = found(v2, { query: "x", page: "1" }, letters("a"));
    expect(expectNothingWithMore([some, nothing], v2)).toEqual([
      {
        path: "/articles",
        expected: "items, since query=x&page=1 finds some",
        actual: "no items",
        exchange: nothing.id,
        beside: some.id,
      },
    ]);
  });

  test("nothing is concluded where both find nothing, or something", () => {
    const [x, y] = [{ query: "x" }, { query: "x", page: "1" }];
    expect(expectNothingWithMore([found(v2, x, []), found(v2, y, [])], v2)).toEqual([]);
    const all = [found(v2, x, letters("a")), found(v2, y, letters("a"))];
    expect(expectNothingWithMore(all, v2)).toEqual([]);
  });

  test("an endpoint without such parameters has none that narrow", () => {
    const articles = at("2026-08-01", "news", "/search/articles");
    const served = [answered(articles, { query: "x" }, {}), answered(articles, { query: "y" }, {})];
    expect(expectNothingWithMore(served, articles)).toEqual([]);
    expect(expectNothingWithMore([found(older, {}, [])], older)).toEqual([]);
  });
});

describe("an article that a search shows to pass both filters is found with both", () => {
  const article = (host: string, date: string): Article => ({
    url: `https://${host}/1`,
    source: { url: `https://${host}` },
    date,
  });
  const whole = [
    article("a.example", "2026-02-10T12:00:00Z"),
    article("b.example", "2025-02-10T12:00:00Z"),
  ];
  const judge = (filters: Query) =>
    expectFoundWithAll([found(v2, { q: "x" }, whole), found(v2, { q: "x", ...filters }, [])], v2);

  test.each<readonly [string, Query, number]>([
    ["both", { site: "a.example", since: "2026-02-01" }, 1],
    ["the domain alone", { site: "a.example" }, 1],
    ["the date alone", { until: "2025-12-31" }, 1],
    ["another article has the domain", { site: "b.example", since: "2026-02-01" }, 0],
    ["no article has the date", { site: "a.example", since: "2026-03-01" }, 0],
    ["another parameter too", { site: "a.example", country: "us" }, 0],
  ])("%s", (_, filters, findings) => {
    expect(judge(filters)).toHaveLength(findings);
  });

  test("the finding shows what the article has", () => {
    expect(judge({ site: "a.example", since: "2026-02-01" })).toMatchObject([
      {
        expected:
          'an item, as without the filter: the article with the URL string "https://a.example", the article with the date string "2026-02-10T12:00:00Z"',
        actual: "no items",
      },
    ]);
  });

  test("only at /search", () => {
    const served = [found(topics, {}, whole), found(topics, { site: "a.example" }, [])];
    expect(expectFoundWithAll(served, topics)).toEqual([]);
  });
});
