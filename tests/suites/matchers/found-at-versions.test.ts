import { describe, expect, test } from "vitest";
import { type AtVersion, expectFoundAsAt } from "../../../suites/matchers/found-at-versions.ts";
import type { CheckContext } from "../../../suites/model/check.ts";
import { operationOf } from "../../../suites/model/operation.ts";
import { answered, current, found, letters, v1, v2 } from "./searches.ts";

/** A search that found so many articles, with this total if it has one. */
function searched(context: CheckContext, articles: number, total?: number): AtVersion {
  const list = letters("abcdefghijklmnop".slice(0, articles));
  const more =
    total === undefined
      ? {}
      : context === current
        ? { metadata: { total_hits: total } }
        : { total, totalHits: total };
  const exchange = found(context, { query: "x" }, list, more);
  return { exchange, operation: operationOf(context) };
}

describe("a version finds something where all others do", () => {
  test("a version that finds nothing is reported beside the first of the others", () => {
    const [own, first] = [searched(current, 0), searched(v2, 3)];
    expect(expectFoundAsAt(own, [first, searched(v1, 3)])).toEqual([
      {
        path: "/news_articles",
        expected: "items, as for the same search at 2024-01-01",
        actual: "no items",
        exchange: own.exchange.id,
        beside: first.exchange.id,
      },
    ]);
  });

  test.each([
    ["one other version", [searched(v2, 3)]],
    ["no other version", []],
    ["another one that finds two articles", [searched(v2, 3), searched(v1, 2)]],
    ["another one that finds two, first", [searched(v2, 2), searched(v1, 3)]],
  ])("nothing is concluded from %s", (_, others) => {
    expect(expectFoundAsAt(searched(current, 0), others)).toEqual([]);
  });

  test("items of other kinds are no articles, but items", () => {
    const stories = (context: CheckContext) => ({
      exchange: answered(
        context,
        {},
        { news_articles: [1, 2, 3, 4].map(() => ({ type: "story" })) },
      ),
      operation: operationOf(current),
    });
    expect(expectFoundAsAt(searched(v1, 0), [searched(v2, 3), stories(current)])).toEqual([]);
    expect(expectFoundAsAt(stories(current), [searched(v2, 3), searched(v1, 3)])).toEqual([]);
  });
});

describe("a total counts all hits where those of all others do", () => {
  test("a total of the items of the page is reported", () => {
    const own = searched(v1, 3, 3);
    expect(expectFoundAsAt(own, [searched(v2, 3, 7), searched(current, 3, 9)])).toMatchObject([
      {
        path: "/total",
        expected: "all hits to be counted, as for the same search at 2024-01-01",
        actual: "3, the number of items on the page",
        exchange: own.exchange.id,
      },
    ]);
  });

  test.each([
    ["all others count more", searched(v1, 3, 3), [searched(v2, 3, 7), searched(current, 3, 7)], 1],
    [
      "one counts as twice as many",
      searched(v1, 3, 3),
      [searched(v2, 3, 6), searched(current, 3, 9)],
      0,
    ],
    ["one has no total", searched(v1, 3, 3), [searched(v2, 3), searched(current, 3, 9)], 0],
    [
      "its own total is larger than the page",
      searched(v1, 3, 4),
      [searched(v2, 3, 9), searched(current, 3, 10)],
      0,
    ],
    ["it has no total", searched(v1, 3), [searched(v2, 3, 9), searched(current, 3, 9)], 0],
    ["it finds two items", searched(v1, 2, 2), [searched(v2, 3, 9), searched(current, 3, 9)], 0],
  ] as const)("%s", (_, own, others, findings) => {
    expect(expectFoundAsAt(own, others)).toHaveLength(findings);
  });

  test.each([
    [3, 3, 1],
    [3, 4, 0],
  ])("another one with %i articles and %i stories", (articles, stories, findings) => {
    const list = [
      ...letters("abcdef".slice(0, articles)).map((article) => ({ type: "article", ...article })),
      ...Array.from({ length: stories }, () => ({ type: "story" })),
    ];
    const exchange = answered(current, {}, { metadata: { total_hits: 90 }, news_articles: list });
    const others = [searched(v2, 3, 90), { exchange, operation: operationOf(current) }];
    expect(expectFoundAsAt(searched(v1, 3, 3), others)).toHaveLength(findings);
  });
});
