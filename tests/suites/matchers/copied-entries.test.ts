import { describe, expect, test } from "vitest";
import type { Operation } from "../../../contracts/catalogue.ts";
import {
  expectFewCopies,
  expectFewItemsTwice,
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
