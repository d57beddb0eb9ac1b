import { describe, expect, test } from "vitest";
import type { Operation } from "../../../contracts/catalogue.ts";
import {
  expectFewCopies,
  expectFewItemsTwice,
  expectOwnValues,
  expectSeveralUrls,
} from "../../../suites/matchers/copied-entries.ts";
import { operationOf } from "../../../suites/model/operation.ts";
import { answered, current, publishers, type Query } from "./searches.ts";

const links = (text: string) => [...text].map((letter) => ({ name: letter, topic_id: letter }));
const judge = (body: unknown, query: Query = {}) =>
  expectFewCopies(body, answered(current, query, body));

describe("lists of links and of errors are not mostly copies", () => {
  test("the finding counts the entries, and the different ones", () => {
    expect(judge({ navigation_links: links("aaab") })).toEqual([]);
    expect(judge({ navigation_links: links("aaaab") })).toEqual([
      {
        path: "/navigation_links",
        expected: "entries that are not copies of each other",
        actual: "5 entries, only 2 of them distinct",
      },
    ]);
  });

  test.each(["related_topics", "related_publications", "subtopic_links", "errors", "fields"])(
    "in %s too",
    (name) => {
      expect(judge({ [name]: links("aaaa") })).toMatchObject([{ path: `/${name}` }]);
    },
  );

  test("each list is judged", () => {
    const body = { errors: links("aaaa"), related_topics: links("abcd"), fields: links("bbbbb") };
    expect(judge(body).map(({ path }) => path)).toEqual(["/errors", "/fields"]);
  });

  test.each<readonly [string, string, Query]>([
    ["three entries", "aaa", {}],
    ["half of them different", "aabb", {}],
    ["one for each parameter, and one more", "aaaa", { a: "1", b: "2", c: "3" }],
  ])("%s are no copies", (_, text, query) => {
    expect(judge({ errors: links(text) }, query)).toEqual([]);
  });

  test("one more than that are", () => {
    expect(judge({ errors: links("aaaa") }, { a: "1", b: "2" })).toHaveLength(1);
  });

  test("other lists, and what is no list, say nothing", () => {
    expect(judge({ news_articles: links("aaaa"), errors: "aaaa", fields: {} })).toEqual([]);
    expect(judge(links("aaaa"))).toEqual([]);
  });
});

describe("articles and publishers are listed once", () => {
  const search = operationOf(current);
  const article = (title: string, more: object = {}) => ({
    type: "article",
    title,
    date: "2026-11-01T10:00:00Z",
    source: { name: "A" },
    ...more,
  });
  const twice = (news_articles: readonly object[]) =>
    expectFewItemsTwice({ news_articles }, search);

  test("those that a join has multiplied count once", () => {
    const joined = [article("a"), article("a", { authors: ["b"] }), article("a", { url: "c" })];
    expect(twice([...joined, article("d")])).toMatchObject([
      { actual: "4 items, only 2 of them distinct" },
    ]);
    expect(twice([...joined.slice(0, 2), article("d"), article("e")])).toEqual([]);
    const printed = ["A", "B", "C", "D"].map((name) => article("a", { source: { name } }));
    expect(twice(printed)).toEqual([]);
    const unnamed = ["A", "B", "C", "D"].map((url) => article("a", { source: null, url }));
    expect(twice(unnamed)).toEqual([]);
  });

  test("publishers that differ in their links only, but not in anything else", () => {
    const listed = (all: readonly object[]) =>
      expectFewItemsTwice({ publishers: all }, operationOf(publishers)).length;
    const own = (index: number, language = "en") => ({ name: "a", language, links: [{ index }] });
    expect(listed([0, 1, 2, 3].map((index) => own(index)))).toBe(1);
    expect(listed(["en", "fr", "de", "es"].map((language) => own(0, language)))).toBe(0);
  });
});

describe("lists within entries have each value once", () => {
  const search = operationOf(current);
  const of = (lists: readonly unknown[]) =>
    expectOwnValues(
      { news_articles: lists.map((authors) => ({ type: "article", authors })) },
      search,
    );

  test("not all of five lists have every value several times", () => {
    expect(of(Array(5).fill(["a", "a", "b", "b"]))).toEqual([
      {
        path: "/news_articles/*/authors",
        expected: "each value once",
        actual: "each value several times in all 5 lists",
      },
    ]);
    expect(of(Array(4).fill(["a", "a"]))).toEqual([]);
    expect(of([...Array(5).fill(["a", "a"]), ["a", "a", "b"]])).toEqual([]);
    expect(of([...Array(4).fill(["a", "a"]), [], null, "a"])).toEqual([]);
  });
});

describe("the list of an entry does not go on from that of the entry before", () => {
  const judge = (text: string) =>
    expectOwnValues(
      {
        news_articles: text.split(" ").map((one) => ({ type: "article", keywords: [...one] })),
      },
      operationOf(current),
    ).map(({ actual }) => actual);

  test("in any order", () => {
    expect(judge("a ab cab cab cabd")).toEqual(["all values of the entry before, in all 5 lists"]);
  });

  test.each([
    ["four lists", "a ab abc abcd"],
    ["lists of which two are longer", "a ab abc abc abc"],
    ["a list that lacks a value", "a ab abc abcd bcde"],
    ["a shorter list", "abcde abcd abc ab a"],
    ["equal lists", "ab ab ab ab ab"],
  ])("nothing is concluded from %s", (_, text) => {
    expect(judge(text)).toEqual([]);
  });
});

describe("the articles of a page do not all have one URL", () => {
  const urls = (list: string, operation: Operation, entries: readonly object[]) =>
    expectSeveralUrls({ [list]: entries }, operation).map(({ actual }) => actual);
  const publishersAt = operationOf(publishers);
  const named = (url: string, name: (index: number) => string) =>
    Array.from({ length: 5 }, (_, index) => ({ url, name: name(index) }));

  test("five may not, four may, and a blank one is none", () => {
    const five = (url: string) => Array(5).fill({ type: "article", url });
    const search = operationOf(current);
    expect(urls("news_articles", search, five("https://a.example/"))).toHaveLength(1);
    expect(urls("news_articles", search, five("https://a.example/").slice(1))).toEqual([]);
    expect(urls("news_articles", search, five(""))).toEqual([]);
  });

  test("the publishers of a group may, but not one publisher", () => {
    const group = named("https://group.example/", (index) => `Gazette ${index}`);
    expect(urls("publishers", publishersAt, group)).toEqual([]);
    expect(
      urls(
        "publishers",
        publishersAt,
        named("https://a.example/", () => "A"),
      ),
    ).toHaveLength(1);
  });
});

describe("an item is listed once on a page", () => {
  const ofPage = (body: unknown) => expectFewItemsTwice(body, operationOf(current));
  const items = (text: string, type = "article") => links(text).map((one) => ({ ...one, type }));

  test("the finding counts the items, and the different ones", () => {
    expect(ofPage({ news_articles: items("aabbc") })).toEqual([
      {
        path: "/news_articles",
        expected: "items that are listed once",
        actual: "5 items, only 3 of them distinct",
      },
    ]);
  });

  test.each(["", "aaa", "abca", "abcdefaa", "abcdefghab"])("%j is no page of copies", (text) => {
    expect(ofPage({ news_articles: items(text) })).toEqual([]);
  });

  test.each(["aabb", "abcdaaa"])("%j is one", (text) => {
    expect(ofPage({ news_articles: items(text) })).toHaveLength(1);
  });

  test("what stories contain says nothing", () => {
    expect(ofPage({ news_articles: [...items("aaaaaa", "story"), ...items("abcd")] })).toEqual([]);
  });

  test("another list says nothing", () => {
    expect(ofPage({ articles: links("aaaa"), news_articles: "aaaa" })).toEqual([]);
  });
});
