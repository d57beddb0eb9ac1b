import { describe, expect, test } from "vitest";
import { expectPartsApart } from "../../../suites/matchers/borrowed-parts.ts";
import { operationOf } from "../../../suites/model/operation.ts";
import { current, publishers } from "./searches.ts";

const page = (list: string, entry: (index: number) => object, count = 3) => ({
  [list]: Array.from({ length: count }, (_, index) => ({ type: "article", ...entry(index) })),
});
const search = operationOf(current);
const inArticles = (entry: (index: number) => object, count = 3) =>
  expectPartsApart(page("news_articles", entry, count), search).map(({ path }) => path);
const url = (index: number) => `https://a.example/${index}`;

describe("a part of an entry does not repeat the entry in all of a list", () => {
  test.each<readonly [string, string, (index: number) => object]>([
    ["address of the source", "source/url", (n) => ({ url: url(n), source: { url: url(n) } })],
    [
      "icon of the source",
      "source/favicon",
      (n) => ({ image: url(n), source: { favicon: url(n) } }),
    ],
    ["author", "authors", (n) => ({ title: `${n}`, authors: [`${n}`] })],
    ["keyword", "keywords", (n) => ({ url: url(n), keywords: [url(n)] })],
  ])("%s", (_, path, entry) => {
    expect(inArticles(entry)).toEqual([`/news_articles/0/${path}`]);
    expect(inArticles(entry, 2)).toEqual([]);
    expect(inArticles((index) => entry(index % 2), 6)).toEqual([]);
  });

  test("the language of a publisher", () => {
    const body = page("publishers", (n) => ({ language: `c${n}`, category: `c${n}` }));
    expect(expectPartsApart(body, operationOf(publishers))).toEqual([
      {
        path: "/publishers/0/language",
        expected: "something other than /category, which it repeats in every entry",
        actual: '"c0"',
      },
    ]);
  });

  test("one entry that differs is enough, and what is missing or empty shows nothing", () => {
    const differs = (n: number) => ({ title: `${n}`, authors: [n === 3 ? "Ada" : `${n}`] });
    expect(inArticles(differs, 4)).toEqual([]);
    expect(inArticles((n) => ({ title: `${n}`, authors: [`${n}`, "Ada"] }))).toEqual([]);
    expect(inArticles(() => ({ title: "", authors: [""], source: null }))).toEqual([]);
    expect(expectPartsApart(null, search)).toEqual([]);
  });
});
