import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import {
  expectNoOthers,
  expectSameInOrder,
  statedByPublishers,
  textCountAndOrder,
} from "../../../suites/matchers/publishers-found.ts";
import { expectOwnPublishers } from "../../../suites/matchers/publishers-of-codes.ts";
import { answered, at, found, letters, publishers, type Query, v1, v2 } from "./searches.ts";

const search = (query: Query, text: string) => found(v2, query, letters(text));
const refused = (query: Query, text: string) =>
  answered(v2, query, { articles: letters(text) }, 400);

describe("a code does not find the publishers of the other code", () => {
  const us = search({ country: "us" }, "abcde");
  const gb = search({ country: "gb" }, "vwxyz");
  const judge = (together: Exchange, ...more: readonly Exchange[]) =>
    expectOwnPublishers("country", [us, gb, ...more], [together], v2);
  const asked = { q: "x", country: "gb" };

  test("the finding names the code, a publisher and both responses", () => {
    const together = search(asked, "abn");
    expect(judge(together)).toEqual([
      {
        path: "/articles",
        expected: "publishers that country gb finds",
        actual:
          "2 of 3 articles from publishers such as a.example, which only the other country finds",
        exchange: together.id,
        beside: us.id,
      },
    ]);
    expect(judge(search({ q: "x", country: "us" }, "vw"))).toMatchObject([{ beside: gb.id }]);
  });

  test.each<readonly [string, Exchange]>([
    ["one of its articles is foreign", search(asked, "anm")],
    ["as many are its own", search(asked, "abvw")],
    ["the publishers are known from no code", search(asked, "nmopq")],
    ["it has another code", search({ q: "x", country: "fr" }, "ab")],
    ["it has none", search({ q: "x" }, "ab")],
    ["it is refused", refused(asked, "ab")],
  ])("nothing is concluded where %s", (_, together) => {
    expect(judge(together)).toEqual([]);
  });

  test("further searches with a code tell more of its publishers", () => {
    const more = search({ q: "y", country: "gb" }, "pq");
    expect(judge(search(asked, "abpq"))).toHaveLength(1);
    expect(judge(search(asked, "abpq"), more)).toEqual([]);
    expect(judge(search(asked, "abp"), more)).toHaveLength(1);
    expect(judge(search(asked, "abpq"), refused({ q: "y", country: "gb" }, "pq"))).toHaveLength(1);
    expect(judge(search(asked, "abpq"), search({ country: "fr" }, "pq"))).toHaveLength(1);
  });

  test("an article is of its source, or of its own host without one", () => {
    const sourced = letters("ab").map(({ url }) => ({
      url: "https://cache.example",
      source: { url },
    }));
    expect(judge(found(v2, asked, sourced))).toHaveLength(1);
    const others = letters("ab").map(({ url }) => ({ url, source: { url: "https://n.example" } }));
    expect(judge(found(v2, asked, others))).toEqual([]);
    const unknown = [...letters("ab"), { title: "without a host" }];
    expect(judge(found(v2, asked, unknown))).toMatchObject([
      { actual: expect.stringMatching(/^2 of 2 articles/) },
    ]);
  });

  test("nothing is concluded unless both codes were served alone with enough articles", () => {
    const together = [search(asked, "ab")];
    for (const alone of [[], [us], [us, search({ country: "gb" }, "vwxy")]])
      expect(expectOwnPublishers("country", alone, together, v2)).toEqual([]);
    const none = refused({ country: "gb" }, "vwxyz");
    expect(expectOwnPublishers("country", [us, none], together, v2)).toEqual([]);
  });
});

type Entry = Readonly<Record<string, unknown>>;
const listed = (query: Query, ...entries: readonly Entry[]) =>
  answered(publishers, query, { publishers: entries });

describe("a publisher shows that it passes a filter", () => {
  const shown = (kind: "category" | "language", query: Query, entry: Entry) =>
    statedByPublishers(kind, publishers).shows(
      { filtered: listed(query), whole: listed({}, entry) },
      publishers,
    )({ ...entry });

  test.each<readonly ["category" | "language", Query, Entry, string | null]>([
    ["category", { cat: "sports" }, { name: "A", category: "Sports" }, 'the publisher string "A"'],
    ["category", { cat: "Sports" }, { title: "B", category: "sports" }, 'the publisher string "B"'],
    ["category", { cat: "7" }, { name: "A", category: 7 }, null],
    ["category", {}, { name: "A", category: "Sports" }, null],
    ["category", { cat: "General" }, { name: "A", category: "general" }, null],
    [
      "language",
      { lang: "General" },
      { name: "A", language: "general" },
      'the publisher string "A"',
    ],
  ])("by its %s: %j, %j", (kind, query, entry, expected) => {
    expect(shown(kind, query, entry)).toBe(expected);
  });

  test.each<readonly [Entry, boolean]>([
    [{ name: 7, title: "Alpha News" }, true],
    [{ name: "Alpha" }, true],
    [{ name: "News Alpha", title: 7 }, false],
    [{}, false],
  ])("by the beginning of a name: %j, %s", (entry, expected) => {
    const text = textCountAndOrder(publishers).shows(
      { filtered: listed({ term: "alpha" }), whole: listed({}, entry) },
      publishers,
    )({ ...entry });
    expect(text !== null).toBe(expected);
  });
});

describe("a publisher that a code leaves out is not found with it and others", () => {
  const whole = listed({}, { name: "A" }, { title: "B" }, { name: "C" });
  const ofCode = listed({ cc: "mx", lang: "es" }, { name: "C" });
  const asked = { cc: "mx", lang: "es", term: "x" };
  const judge = (
    one: Exchange,
    code: Exchange | undefined = ofCode,
    all: Exchange | undefined = whole,
  ) => expectNoOthers(code, all, [one], publishers);

  test("the finding names the publisher, the code and both responses", () => {
    const one = listed(asked, { name: "C" }, { name: 7 }, { title: "B" }, { name: "new" });
    expect(judge(one)).toEqual([
      {
        path: "/publishers/2",
        expected: "one of the publishers that cc=mx&lang=es finds",
        actual: 'the publisher string "B"',
        exchange: one.id,
        beside: ofCode.id,
      },
    ]);
  });

  test.each<Entry>([{ name: 7 }, {}, { title: null }, { title: "A" }, { name: "C" }])(
    "nothing is concluded from a list for the code with an entry like %j, which may be any publisher",
    (entry) => {
      const listOfCode = listed({ cc: "mx", lang: "es" }, { name: "C" }, entry);
      expect(judge(listed(asked, { name: "A" }), listOfCode)).toEqual([]);
    },
  );

  test("entries without a name are none, on the list without parameters", () => {
    const unnamed = listed({}, { name: "A" }, { name: 7 }, {});
    expect(judge(listed(asked, { name: "A" }), ofCode, unnamed)).toEqual([]);
  });

  const refusal = (query: Query, ...entries: readonly Entry[]) =>
    answered(publishers, query, { publishers: entries }, 400);
  const older = at("2024-01-01", "news", "/search/publishers");
  test.each<readonly [string, Exchange]>([
    ["has the code and another language", listed({ ...asked, lang: "en" }, { name: "A" })],
    ["has part of the code", listed({ cc: "mx", term: "x" }, { name: "A" })],
    ["has the value under another name", listed({ xx: "mx", lang: "es" }, { name: "A" })],
    ["is refused", refusal(asked, { name: "A" })],
    ["is at another version", answered(older, asked, { publishers: [{ name: "A" }] })],
  ])("nothing is concluded from a search that %s", (_, one) => {
    expect(judge(one)).toEqual([]);
  });

  test("nor without a list of the code and one without parameters", () => {
    const one = [listed(asked, { name: "A" })];
    expect(expectNoOthers(undefined, whole, one, publishers)).toEqual([]);
    expect(expectNoOthers(ofCode, undefined, one, publishers)).toEqual([]);
    const [noCode, noWhole] = [refusal({ cc: "mx" }, { name: "C" }), refusal({}, { name: "A" })];
    expect(expectNoOthers(noCode, whole, one, publishers)).toEqual([]);
    expect(expectNoOthers(ofCode, noWhole, one, publishers)).toEqual([]);
  });
});

describe("a sort order finds no other publishers", () => {
  const [a, b, c] = [{ name: "A" }, { title: "B" }, { name: "C" }];
  const whole = listed({}, a, b, c);
  const unsorted = listed({ cc: "mx" }, a);
  const sorted = listed({ cc: "mx", order: "x" }, { name: 7 }, a, b, c);
  const judge = (...searches: readonly Exchange[]) => expectSameInOrder(searches, publishers);

  test("the finding names the first other publisher and both responses", () => {
    expect(judge(whole, unsorted, sorted)).toEqual([
      {
        path: "/publishers/2",
        expected: "one of the 1 publishers that are found without a sort order",
        actual: 'the publisher string "B"',
        exchange: sorted.id,
        beside: unsorted.id,
      },
    ]);
  });

  test("a list with fewer than it was asked for is whole", () => {
    const limited = (n: string, ...entries: readonly Entry[]) =>
      listed({ cc: "mx", n }, ...entries);
    const inOrder = (n: string) => listed({ cc: "mx", n, order: "x" }, b);
    expect(judge(limited("2", a), inOrder("2"))).toHaveLength(1);
    expect(judge(limited("1", a), inOrder("1"))).toEqual([]);
  });

  test.each<readonly [string, readonly Exchange[]]>([
    ["no list is longer", [unsorted, listed({ cc: "mx", order: "x" }, b)]],
    [
      "a longer one has a number of results",
      [listed({ n: "50" }, a, b, c), unsorted, listed({ cc: "mx", order: "x" }, b)],
    ],
    ["the search without it is another one", [whole, listed({ cc: "us" }, a), sorted]],
    ["both have a sort order", [whole, listed({ cc: "mx", order: "y" }, a), sorted]],
    ["all publishers are known", [whole, unsorted, listed({ cc: "mx", order: "x" }, a)]],
  ])("nothing is concluded where %s", (_, searches) => {
    expect(judge(...searches)).toEqual([]);
  });
});

test("codes are compared with the list of their own version", () => {
  const of = (country: string, text: string) => found(v1, { country }, letters(text));
  const together = found(v1, { country: "gb", query: "x" }, letters("ab"));
  const all = [of("us", "abcde"), of("gb", "vwxyz")];
  expect(expectOwnPublishers("country", all, [together], v1)).toMatchObject([{ path: "/data" }]);
});
