import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import { expectNothingEither } from "../../../suites/matchers/different-results.ts";
import { expectFinds } from "../../../suites/matchers/filter-finds.ts";
import { expectFoundAlone } from "../../../suites/matchers/found-alone.ts";
import { askedFor, asksForAllOf } from "../../../suites/matchers/same-query.ts";
import { madeUpExchange } from "../sources.ts";
import { answered, found, letters, type Query, v1, v2 } from "./searches.ts";

const some = (query: Query, text = "ab") => found(v2, query, letters(text));
const none = (query: Query) => some(query, "");
const refused = (query: Query, text = "ab") =>
  answered(v2, query, { articles: letters(text) }, 400);

describe("what a query asks for", () => {
  test("does not depend on the order of its parameters", () => {
    const one = askedFor(some({ a: "1", b: "2" }).spec);
    expect(askedFor(some({ b: "2", a: "1" }).spec)).toBe(one);
    expect(askedFor(some({ a: "2", b: "1" }).spec)).not.toBe(one);
    expect(askedFor(some({ a: "1", b: "2", c: "3" }).spec, new Set(["c"]))).toBe(one);
  });

  test.each<readonly [Query, Query, boolean]>([
    [{ a: "1", b: "2" }, { a: "1" }, true],
    [{ a: "1" }, {}, true],
    [{ a: "1", b: "2" }, { b: "2", a: "1" }, true],
    [{ a: "1" }, { a: "1", b: "2" }, false],
    [{ a: "1", b: "3" }, { a: "1", b: "2" }, false],
    [{ a: "1" }, { a: "2" }, false],
    [{ a: "1" }, { b: "1" }, false],
  ])("%j contains %j: %s", (more, less, expected) => {
    expect(asksForAllOf(some(more).spec, some(less).spec)).toBe(expected);
  });
});

describe("a query without matches has none with other parameters", () => {
  test("the finding names both requests", () => {
    const [nothing, other] = [none({ q: "x" }), some({ q: "x", site: "a.example" })];
    expect(expectNothingEither(nothing, [other], v2)).toEqual([
      {
        path: "/articles",
        expected: "no items for q=x&site=a.example, as without the other parameters",
        actual: "2 items",
        exchange: other.id,
        beside: nothing.id,
      },
    ]);
  });

  const more = { q: "x", country: "us" };
  test.each<readonly [string, Exchange | undefined, Exchange]>([
    ["no query was sent alone", undefined, some(more)],
    ["the query finds something alone", some({ q: "x" }), some(more)],
    ["the query alone is refused", refused({ q: "x" }, ""), some(more)],
    ["the query alone is not answered", madeUpExchange(none({ q: "x" }).spec, null), some(more)],
    ["the other one finds nothing either", none({ q: "x" }), none(more)],
    ["the other one is refused", none({ q: "x" }), refused(more)],
    ["the other one is not answered", none({ q: "x" }), madeUpExchange(some(more).spec, null)],
    ["the other one asks for something else", none({ q: "x" }), some({ q: "y", country: "us" })],
    [
      "the other one is at another version",
      none({ q: "x" }),
      found(v1, more, [], { articles: [1] }),
    ],
  ])("nothing is concluded where %s", (_, nothing, other) => {
    expect(expectNothingEither(nothing, [other], v2)).toEqual([]);
  });
});

describe("a filter that an article passes", () => {
  const filter = {
    names: ["site", null],
    shows:
      () =>
      ({ url }: { readonly url?: unknown }) =>
        url === "https://b.example/1" ? "b" : null,
  };
  const judge = (filtered: Exchange, ...others: readonly Exchange[]) =>
    expectFinds(filter, [filtered], others, v2);
  const asked = { q: "x", site: "b.example" };

  test("finds something", () => {
    const [nothing, other, whole] = [none(asked), some({ q: "x" }, "ac"), some({ q: "x" })];
    expect(judge(nothing, other, whole)).toEqual([
      {
        path: "/articles",
        expected: "an item, as without the filter: b",
        actual: "no items",
        exchange: nothing.id,
        beside: whole.id,
      },
    ]);
  });

  test.each<readonly [string, Exchange, Exchange]>([
    ["a refusal", refused(asked, ""), some({ q: "x" })],
    ["a page", none({ ...asked, page: "2" }), some({ q: "x", page: "2" })],
    ["a request without the filter", none({ q: "x" }), some({ q: "x" })],
    ["a response without its list", answered(v2, asked, {}), some({ q: "x" })],
    ["a response that lists something", some(asked, "c"), some({ q: "x" })],
    ["a whole that was refused", none(asked), refused({ q: "x" })],
    ["a whole that has a filter too", none(asked), some({ q: "x", site: "c.example" })],
    ["a whole of another text", none(asked), some({ q: "y" })],
    ["a whole without such an article", none(asked), some({ q: "x" }, "ac")],
  ])("says nothing of %s", (_, filtered, whole) => {
    expect(judge(filtered, whole)).toEqual([]);
  });
});

describe("a code that finds an article beside others finds something alone", () => {
  const code = { country: "us" };
  const beside = some({ country: "us", q: "x" }, "az");
  const judge = (
    alone: Exchange,
    together: readonly Exchange[],
    unfiltered: readonly [Exchange | undefined, ...(Exchange | undefined)[]] = [some({}, "an")],
  ) => expectFoundAlone(alone, together, unfiltered, v2);

  test("one of its articles is found without it too", () => {
    const alone = none(code);
    expect(judge(alone, [beside])).toEqual([
      {
        path: "/articles",
        expected: "an article, since country=us&q=x finds some",
        actual: "no items",
        exchange: alone.id,
        beside: beside.id,
      },
    ]);
    expect(judge(alone, [beside], [some({}, "n"), undefined, some({ q: "x" }, "a")])).toHaveLength(
      1,
    );
  });

  test.each<readonly [string, readonly Exchange[]]>([
    ["asks for another code", [some({ country: "gb", q: "x" })]],
    ["is refused", [refused({ country: "us", q: "x" })]],
    ["finds articles that only it finds", [some({ country: "us", q: "x" }, "yz")]],
  ])("nothing is concluded from a search that %s", (_, together) => {
    expect(judge(none(code), together)).toEqual([]);
  });

  test("nor where a search without a text is not known to find something", () => {
    const text = some({ q: "x" }, "a");
    for (const first of [undefined, refused({}, "a"), none({})])
      expect(judge(none(code), [beside], [first, text])).toEqual([]);
  });

  test("nor from what a refusal lists, or where the code was not served or finds something", () => {
    expect(judge(none(code), [beside], [some({}, "n"), refused({ q: "x" }, "a")])).toEqual([]);
    expect(judge(refused(code, ""), [beside])).toEqual([]);
    expect(judge(some(code, "q"), [beside])).toEqual([]);
  });
});
