import { describe, expect, test } from "vitest";
import { expectAsMuch, expectSameItems } from "../../../suites/matchers/same-answer.ts";
import { type Article, answered, current, found, letters, v2 } from "./searches.ts";

const articles = (count: number) => letters("abcdefghijkl".slice(0, count));

describe("two responses to the same request find as much", () => {
  const first = { q: "x" };
  const second = { q: "y" };

  test.each([
    [0, 0, true],
    [0, 1, false],
    [1, 0, false],
    [4, 1, true],
    [1, 4, true],
    [4, 2, true],
    [5, 3, true],
    [5, 2, false],
    [2, 5, false],
    [6, 3, false],
    [7, 4, true],
  ])("%i and %i items: %s", (one, other, agree) => {
    const findings = expectAsMuch(
      found(v2, first, articles(one)),
      found(v2, second, articles(other)),
      v2,
    );
    expect(findings.length === 0).toBe(agree);
  });

  test.each([
    [0, 3, true],
    [0, 4, false],
    [4, 0, false],
    [20, 23, true],
    [23, 20, true],
    [20, 24, false],
    [90, 100, true],
    [100, 90, true],
    [89, 100, false],
    [100, 89, false],
  ])("%i and %i hits: %s", (one, other, agree) => {
    const hits = (totalHits: number) => found(v2, first, [], { totalHits });
    expect(expectAsMuch(hits(one), hits(other), v2).length === 0).toBe(agree);
  });

  test("a total that does not cover its own items is judged elsewhere", () => {
    const covered = found(v2, first, articles(2), { totalHits: 90 });
    const uncovered = found(v2, second, articles(2), { totalHits: 1 });
    expect(expectAsMuch(covered, uncovered, v2)).toEqual([]);
    expect(expectAsMuch(uncovered, covered, v2)).toEqual([]);
    expect(expectAsMuch(found(v2, first, articles(2)), covered, v2)).toEqual([]);
  });

  const link = { name: "a" };
  test.each([
    [[link], [], false],
    [[], [link], false],
    [[], [], true],
    [[link], [link, link, link], true],
    [Array(6).fill(link), Array(3).fill(link), false],
    [Array(6).fill(link), Array(4).fill(link), true],
    [[link], undefined, true],
    [[link], { a: 1 }, true],
    [undefined, [link], true],
  ])("links %j and %j: %s", (one, other, agree) => {
    const linked = (navigation_links: unknown) =>
      found(current, first, articles(1), { navigation_links });
    const findings = expectAsMuch(linked(one), linked(other), current);
    expect(findings.map(({ path }) => path)).toEqual(agree ? [] : ["/navigation_links"]);
  });

  test("there may be more or fewer related topics, but not none", () => {
    const related = (related_topics: readonly object[]) =>
      found(current, first, articles(1), { related_topics });
    const count = (one: number, other: number) =>
      expectAsMuch(related(Array(one).fill(link)), related(Array(other).fill(link)), current)
        .length;
    expect([count(6, 1), count(6, 0)]).toEqual([0, 1]);
  });

  test.each([
    ["World", "", false],
    [" ", "World", false],
    ["", " ", true],
    ["World", "The world", true],
  ])("titles %j and %j: %s", (one, other, agree) => {
    const titled = (title: string) => found(current, first, articles(1), { title });
    const findings = expectAsMuch(titled(one), titled(other), current);
    expect(findings.map(({ path }) => path)).toEqual(agree ? [] : ["/title"]);
  });

  test("bodies that are no objects have no other lists", () => {
    const [none, empty] = [answered(v2, first, null), answered(v2, second, { links: [link] })];
    expect(expectAsMuch(none, empty, v2)).toEqual([]);
    expect(expectAsMuch(empty, none, v2)).toEqual([]);
  });

  test("the first difference is reported, with both responses", () => {
    const [one, other] = [5, 2].map((count) =>
      found(v2, { q: `${count}` }, articles(count), { totalHits: 10 * count }),
    );
    if (one === undefined || other === undefined) throw new Error("no responses");
    expect(expectAsMuch(one, other, v2)).toEqual([
      {
        path: "/articles",
        expected: "about 5 entries, as in another response to the same request",
        actual: "2 entries",
        exchange: other.id,
        beside: one.id,
      },
    ]);
    const hits = (totalHits: number) => found(v2, first, [], { totalHits });
    expect(expectAsMuch(hits(9), hits(20), v2)).toMatchObject([
      {
        path: "/totalHits",
        expected: "about 9, as in another response to the same request",
        actual: "20",
      },
    ]);
    const emptied = found(v2, second, [], { totalHits: 0 });
    const full = found(v2, first, articles(1), { totalHits: 90 });
    expect(expectAsMuch(full, emptied, v2)).toMatchObject([{ path: "/articles" }]);
    const links = (...navigation_links: readonly unknown[]) =>
      found(current, first, [], { navigation_links });
    expect(expectAsMuch(links(link, link), links(), current)).toMatchObject([
      {
        expected: "about 2 entries, as in another response to the same request",
        actual: "0 entries",
      },
    ]);
  });
});

describe("two responses to the same request have the same items", () => {
  const untold: readonly Article[] = [{ title: "a" }];
  test.each<readonly [string, readonly Article[], readonly Article[], number]>([
    ["half of them are the same", letters("abcd"), letters("cdef"), 0],
    ["less than half of them are the same", letters("abcd"), letters("defg"), 1],
    ["one of them has none", letters("abcd"), [], 0],
    ["one of them has articles that cannot be told apart", letters("ab"), untold, 0],
    ["some articles cannot be told apart", letters("ab"), [...letters("cd"), ...untold], 0],
  ])("%s", (_, one, other, findings) => {
    const [first, second] = [found(v2, { q: "x" }, one), found(v2, { q: "y" }, other)];
    expect(expectSameItems(first, second, v2)).toHaveLength(findings);
    expect(expectSameItems(second, first, v2)).toHaveLength(findings);
  });

  test("the second response is the one that is judged", () => {
    const [first, second] = [
      found(v2, { q: "x" }, letters("a")),
      found(v2, { q: "y" }, letters("b")),
    ];
    expect(expectSameItems(first, second, v2)).toMatchObject([
      { exchange: second.id, beside: first.id },
    ]);
  });
});

describe("a page has no title of another one", () => {
  const named = (title: unknown, list = "navigation_links") =>
    answered(current, {}, { title, [list]: [{ name: "A" }, { name: "B" }], news_articles: [] });

  test.each<readonly [unknown, unknown, number]>([
    ["A", "A", 0],
    ["A", "B", 1],
    ["A", "Today", 0],
    ["Today", "B", 0],
    ["A", 7, 0],
    [undefined, "B", 0],
  ])("%j and %j", (one, other, count) => {
    for (const list of ["navigation_links", "subtopic_links"])
      expect(expectAsMuch(named(one, list), named(other, list), current)).toHaveLength(count);
  });
});
