import { describe, expect, test } from "vitest";
import {
  among,
  areInOrder,
  compareArticles,
  distinctArticles,
  expectLargelySame,
  isTelling,
} from "../../../suites/matchers/same-articles.ts";
import type { PlacedArticle } from "../../../suites/matchers/success-envelope.ts";
import { type Article, found, letters, v2 } from "./searches.ts";

const placed = (articles: readonly Article[]): readonly PlacedArticle[] =>
  articles.map((article, index) => ({ index, article: { ...article } }));
const page = (text: string) => placed(letters(text));
const distinct = (text: string) => distinctArticles(page(text));
const one = (article: Article): PlacedArticle => ({ index: 0, article: { ...article } });

describe("an article can be told from others", () => {
  test.each<readonly [Article, boolean]>([
    [{ url: "u" }, true],
    [{ title: "t", date: "d" }, true],
    [{ title: "t" }, false],
    [{ date: "d" }, false],
    [{ url: 1, title: "t", date: 2 }, false],
    [{ url: null, title: 1, date: "d" }, false],
    [{}, false],
  ])("%j: %s", (article, expected) => {
    expect(isTelling(one(article))).toBe(expected);
  });
});

describe("an article is among others", () => {
  test.each<readonly [Article, Article, boolean]>([
    [{ url: "u", title: "a" }, { url: "u", title: "b" }, true],
    [{ url: "u", title: "t", date: "d" }, { url: "v", title: "t", date: "d" }, true],
    [{ url: "u", title: "t", date: "d" }, { url: "v", title: "t", date: "e" }, false],
    [{ url: "u", title: "t", date: "d" }, { url: "v", title: "s", date: "d" }, false],
    [{ title: "t", date: "d" }, { url: "v", title: "t", date: "d" }, true],
    [{ title: "t", date: "d" }, { title: "s", date: "d" }, false],
    [{ url: "u", title: "t" }, { url: "v", title: "t" }, false],
    [{ url: "u", date: "d" }, { url: "v", date: "d" }, false],
    [{ title: "t" }, { title: "t" }, true],
    [{ title: "t" }, { title: "s" }, false],
  ])("%j among %j: %s", (article, other, expected) => {
    expect(among([one(other)])(one(article))).toBe(expected);
  });
});

describe("two pages have largely the same articles", () => {
  test.each([
    ["", "", 0, true],
    ["", "a", 0, false],
    ["a", "b", 0, false],
    ["a", "abcdef", 1, true],
    ["ab", "acdefg", 1, true],
    ["abc", "cdefgh", 1, false],
    ["abc", "bcdefg", 2, true],
    ["abcd", "cdef", 2, true],
    ["abcde", "cdefghi", 3, true],
  ])("%j and %j have %i in common: %s", (shorter, longer, common, isLargelySame) => {
    expect(compareArticles(distinct(shorter), distinct(longer))).toMatchObject({
      common,
      isLargelySame,
    });
    expect(compareArticles(distinct(longer), distinct(shorter))).toMatchObject({
      common,
      isLargelySame,
    });
  });

  test("an article that is repeated counts once", () => {
    expect(compareArticles(distinct("aaaa"), distinct("abcd"))).toMatchObject({
      common: 1,
      needed: 1,
    });
    expect(compareArticles(distinct("aabc"), distinct("adefg"))).toMatchObject({
      common: 1,
      needed: 1.5,
    });
  });

  test("an article whose URL is made for each response counts once too", () => {
    const same = ["1", "2", "3"].map((url): Article => ({ url, title: "t", date: "d" }));
    expect(compareArticles(distinctArticles(placed(same)), distinct("abcd"))).toMatchObject({
      common: 0,
      needed: 1,
    });
  });

  test("the finding says how many are needed", () => {
    const whole = found(v2, { q: "x" }, letters("abcde"));
    const part = found(v2, { q: "y" }, letters("efghi"));
    expect(expectLargelySame(part, whole, v2)).toEqual([
      {
        path: "/articles",
        expected: "3 or more of the articles that q=x finds",
        actual: "1 of them",
        exchange: part.id,
        beside: whole.id,
      },
    ]);
    expect(expectLargelySame(whole, found(v2, { q: "y" }, letters("cdefg")), v2)).toEqual([]);
  });
});

describe("the articles in common are in the same order", () => {
  test.each([
    ["abc", "abc", true],
    ["ac", "abc", true],
    ["axc", "abyc", true],
    ["xbzc", "abc", true],
    ["cab", "abc", false],
    ["xba", "abc", false],
    ["acb", "abc", false],
    ["xyz", "abc", true],
    ["", "abc", true],
    ["aab", "ab", true],
  ])("%s and %s: %s", (some, others, expected) => {
    expect(areInOrder(page(some), page(others))).toBe(expected);
  });

  test("by title and date where URLs are made for each response", () => {
    const dated = (url: string, title: string): Article => ({ url, title, date: "d" });
    const first = placed([dated("1", "a"), dated("2", "b")]);
    expect(areInOrder(first, placed([dated("3", "b"), dated("4", "a")]))).toBe(false);
    expect(areInOrder(first, placed([dated("3", "a"), dated("4", "b")]))).toBe(true);
  });
});
