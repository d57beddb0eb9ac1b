import { expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { RequestSpec } from "../../../harness/requests/request-spec.ts";
import { expectVaried } from "../../../suites/matchers/varied-articles.ts";

const search = loadCatalogue().operation("aggregator", "/search", "default");
if (search === null) throw new Error("no such operation");

const article = (number: number, more: object = {}) => ({
  type: "article",
  url: `https://a.example/${number}`,
  title: `Title ${number}`,
  date: `2026-01-02T10:20:0${number}Z`,
  source: { name: `Source ${number}`, publication_id: `P${number}` },
  ...more,
});
const spec = (text: string): RequestSpec => ({
  surface: "aggregator",
  endpoint: "/search",
  version: "default",
  credential: { kind: "none" },
  query: [["query", text]],
});
const paths = (articles: readonly object[], text = "coal") =>
  expectVaried({ news_articles: articles }, search, spec(text)).map(({ path }) => path);
const five = (more: (number: number) => object) =>
  [1, 2, 3, 4, 5].map((number) => article(number, more(number)));

test("articles that differ are right", () => {
  expect(paths(five(() => ({})))).toEqual([]);
});

test.each([
  ["title", () => ({ title: "Untitled" })],
  ["date", () => ({ date: "2026-01-02T10:20:30Z" })],
  ["source/publication_id", (n: number) => ({ source: { name: `${n}`, publication_id: "P" } })],
] as const)("not all have one %s", (path, more) => {
  expect(paths(five(more))).toEqual([`/news_articles/0/${path}`]);
  // Fewer may.
  expect(paths(five(more).slice(1))).toEqual([]);
  expect(paths([article(6), ...five(more)])).toEqual([]);
});

test("the finding says how many there are", () => {
  expect(
    expectVaried({ news_articles: five(() => ({ title: "x" })) }, search, spec("coal")),
  ).toEqual([
    {
      path: "/news_articles/0/title",
      expected: "titles that differ",
      actual: '"x" in all 5 articles',
    },
  ]);
});

test("a day or an hour without minutes, one source, and one article many times are right", () => {
  expect(paths(five(() => ({ date: "2026-01-02T00:00:00Z" })))).toEqual([]);
  expect(paths(five(() => ({ date: "2026-01-02T10:00:00Z" })))).toEqual([]);
  expect(paths(five(() => ({ date: "2026-01-02T00:00:00+05:30" })))).toEqual([]);
  expect(paths(five(() => ({ date: "2026-01-01T18:15:00Z" })))).toEqual([]);
  expect(paths(five(() => ({ source: { name: "One", publication_id: "P" } })))).toEqual([]);
  expect(paths(Array.from({ length: 9 }, () => article(1)))).toEqual([]);
  expect(paths(five(() => ({ title: " " })))).toEqual([]);
});

test("the copies of a story that was searched for are right", () => {
  const copies = five(() => ({ title: "Deal on Coal signed", date: "2026-01-02T10:20:30Z" }));
  expect(paths(copies)).toEqual([]);
  expect(paths(copies, "of oil")).toEqual(["/news_articles/0/title", "/news_articles/0/date"]);
});
