import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import { expectSomeNews } from "../../../suites/matchers/opened-topics.ts";
import { answered, at, found, letters } from "./searches.ts";

const topics = at("2026-05-25", "aggregator", "/topics");
const opened = (topic: string, text = "") => found(topics, { topic }, letters(text));
const page = found(topics, {}, letters("a"));
const refused = answered(topics, { topic: "z" }, { news_articles: [] }, 404);

describe("not all links of a page with news are empty", () => {
  test("two different ones that are empty are reported beside the page", () => {
    const all = [opened("a"), opened("b"), opened("b"), refused];
    expect(expectSomeNews(all, page, topics)).toEqual([
      {
        path: "/news_articles",
        expected: "news for at least one of the links",
        actual: "no items for any of 2 links",
        exchange: all[0]?.id,
        beside: page.id,
      },
    ]);
  });

  test.each<readonly [string, readonly Exchange[], Exchange | undefined]>([
    ["one has news", [opened("a"), opened("b", "x")], page],
    ["only one was opened", [opened("a")], page],
    ["the same was opened twice", [opened("a"), opened("a")], page],
    ["all others are refused", [opened("a"), refused], page],
    ["none is served", [refused], page],
    ["the page is empty", [opened("a"), opened("b")], found(topics, {}, [])],
    ["there is no page", [opened("a"), opened("b")], undefined],
  ])("nothing is concluded where %s", (_, all, from) => {
    expect(expectSomeNews(all, from, topics)).toEqual([]);
  });
});
