import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../../harness/requests/request-spec.ts";
import {
  hasPage,
  isChanging,
  isComparable,
  otherVersionsOf,
  searchedFor,
  whereSteady,
} from "../../../suites/matchers/steady-answers.ts";
import type { CheckContext, Judgement, TogetherCheck } from "../../../suites/model/check.ts";
import { madeUpExchange } from "../sources.ts";
import { ending } from "./ending.ts";
import {
  answered,
  at,
  current,
  found,
  letters,
  publishers,
  type Query,
  v1,
  v2,
} from "./searches.ts";

const search = { q: "x" };
const page = (text: string, context: CheckContext = v2, query: Query = search) =>
  found(context, query, letters(text));
/** The same response to a request that differs in this. */
const sent = (exchange: Exchange, more: Partial<RequestSpec>): Exchange => ({
  ...exchange,
  spec: { ...exchange.spec, ...more },
});
const unlisted = (text: string) => sent(page(text), { version: "2019-01-01" });
const script = { accept: null, acceptEncoding: null };

describe("a response may be compared", () => {
  const { answer } = page("a");
  if (answer === null) throw new Error("no response");
  const group = { of: { order: "alone", requests: [] }, position: 0 } as const;

  test.each<readonly [string, Exchange, boolean]>([
    ["of an ordinary search", page("a"), true],
    ["of a search that finds nothing", page(""), true],
    ["at another version, with the list of that one", page("a", v1), true],
    ["at a version that is not listed, with the list of the cell", unlisted("a"), true],
    ["of another client", sent(page("a"), { negotiation: script }), false],
    ["in a sequence", sent(page("a"), { group }), false],
    ["after a revocation", sent(page("a"), { after: "revocation" }), false],
    ["to another spelling of the header", sent(page("a"), { versionHeader: "Api-Version" }), false],
    ["that is too large", { ...page("a"), answer: { ...answer, isLarge: true } }, false],
    ["that is no success", answered(v2, search, { articles: [] }, 400), false],
    ["without its list", answered(v2, search, {}), false],
    ["with a list that is no array", answered(v2, search, { articles: {} }), false],
    ["with the list of another version", answered(v2, search, { data: [] }), false],
    ["that never came", madeUpExchange(page("a").spec, null), false],
  ])("%s", (_, exchange, expected) => {
    expect(isComparable(exchange, v2)).toBe(expected);
  });

  test("not where no list is shown", () => {
    const articles = at("2026-08-01", "news", "/search/articles");
    expect(isComparable(answered(articles, { query: "x" }, { null: [] }), articles)).toBe(false);
  });
});

describe("requests and cells that are compared", () => {
  test("the other versions whose lists are shown", () => {
    const ofSearch = v2.contracts.operations.filter(({ endpoint }) => endpoint === "/search");
    const others = otherVersionsOf(v2);
    expect(others).toHaveLength(ofSearch.length - 1);
    for (const { cell } of [current, v1]) expect(others).toContainEqual({ ...cell, auth: null });
    expect(otherVersionsOf(publishers)).toEqual([]);
    expect(
      otherVersionsOf({ ...v2, contracts: { ...v2.contracts, operation: () => null } }),
    ).toEqual([]);
  });

  test("the search text has two names", () => {
    expect(searchedFor(page("", v2, { q: "x" }))).toBe(searchedFor(page("", v1, { query: "x" })));
    expect(searchedFor(page("", v2, { q: "x" }))).not.toBe(searchedFor(page("", v2, { p: "x" })));
  });

  test.each<readonly [Query, boolean]>([
    [{ q: "x", page: "2" }, true],
    [{ per: "3" }, true],
    [{ q: "page" }, false],
    [{}, false],
  ])("%j has a page: %s", (query, expected) => {
    expect(hasPage(page("", v2, query), v2)).toBe(expected);
  });
});

describe("the same search finds other articles each time", () => {
  const refused = answered(v2, search, { articles: [] }, 400);
  test.each<readonly [string, readonly Exchange[], boolean]>([
    ["in three responses of the version", [page("a"), page("b"), page("c")], true],
    ["in three of which one is of another version", [page("a"), page("b"), page("c", v1)], true],
    [
      "in three of which one is of an unlisted version",
      [page("a"), page("b"), unlisted("c")],
      true,
    ],
    ["not in two and a refusal", [page("a"), page("b"), refused], false],
    ["not at other versions alone", [page("a", v1), page("b", v1), page("c", v1)], false],
    [
      "not where three of the version agree, whatever others find",
      [page("a"), page("a"), page("a"), page("x", v1), page("y", v1), page("z", v1)],
      false,
    ],
    [
      "not where each version finds the same kinds",
      [page("a"), page("b"), page("a", v1), page("b", v1)],
      false,
    ],
    ["where two of four agree", [page("a"), page("a"), page("b"), page("c")], true],
    [
      "where some agree with two that do not agree, beside one that is alone",
      ["abcd", "cdef", "cdef", "efgh", "wxyz"].map((text) => page(text)),
      true,
    ],
  ])("%s", (_, exchanges, expected) => {
    expect(isChanging(exchanges, v2)).toBe(expected);
  });

  test("but pages of other versions have other sizes", () => {
    const query = { q: "x", page: "2" };
    const all = [page("a", v2, query), page("b", v2, query), page("c", v1, query)];
    expect(isChanging(all, v2)).toBe(false);
  });
});

describe("a check that compares articles", () => {
  const finding = (path: string) => ({ path, expected: "other ones", actual: "these" });
  const check: TogetherCheck = {
    kind: "together",
    requirement: "parameter.page-in-its-place",
    where: () => [],
    send: () => ({}),
    expect: () => [finding("/articles")],
  };
  type Named = Readonly<Record<string, Exchange>>;
  const named = (exchanges: readonly Exchange[]): Named =>
    Object.fromEntries(exchanges.map((one, index) => [`p${index}`, { ...one, id: `x${index}` }]));
  const inOrder = (...exchanges: readonly Exchange[]) =>
    ending(() => whereSteady(check, "same order").expect(named(exchanges), v2));
  const reordered = "skip: the same search finds its articles in another order each time";

  test("needs the same order at its own version only", () => {
    expect(inOrder(page("ab"), page("ab"), page("ab"), page("ba", v1))).toBe("judged");
    expect(inOrder(page("ab"), page("ab"), page("ab"), unlisted("ba"))).toBe("judged");
    const other = sent(page("ba"), { negotiation: script });
    expect(inOrder(page("ab"), page("ab"), page("ab"), other)).toBe("judged");
  });

  test("is skipped if one search of several comes in another order once", () => {
    expect(inOrder(page("ab"), page("ab"), page("ba"))).toBe(reordered);
    const steady = page("ab", v2, { q: "y" });
    expect(inOrder(steady, steady, page("ab"), page("ba"))).toBe(reordered);
  });

  test("sees the exchanges that it asked for, and of the others those that it wants", () => {
    const seen: string[] = [];
    const judge = (others?: TogetherCheck["others"]) => {
      const watching: TogetherCheck = {
        ...check,
        ...(others && { others }),
        expect: (exchanges) => {
          seen.push(Object.keys(exchanges).join());
          return [];
        },
      };
      const [own, other] = [page("a"), page("b")];
      whereSteady(watching, "any order").expect({ own, [other.id]: { ...other } }, v2);
    };
    judge();
    judge(() => false);
    judge(() => true);
    expect(seen).toEqual(["own", "own", `own,${page("b").id}`]);
  });

  test("is shown comparable responses, and those that it wants itself", () => {
    const wanted = (exchange: Exchange, others?: TogetherCheck["others"]) =>
      whereSteady({ ...check, ...(others && { others }) }, "any order").others?.(exchange, v2);
    const refused = answered(v2, search, {}, 400);
    expect(wanted(page("a"))).toBe(true);
    expect(wanted(page("a"), () => false)).toBe(true);
    expect(wanted(refused)).toBe(false);
    expect(wanted(refused, () => false)).toBe(false);
    expect(wanted(refused, () => true)).toBe(true);
  });

  test.each<readonly [string, Judgement]>([
    ["nothing that is owed", { notOwed: "no filter" }],
    ["no finding", []],
    ["a refusal beside another finding", [finding("/articles"), finding("status")]],
  ])("keeps %s where the search finds other articles each time", (_, judgement) => {
    const steady = whereSteady({ ...check, expect: () => judgement }, "same order");
    const changing = named([page("a"), page("b"), page("c")]);
    expect(steady.expect(changing, v2)).toEqual(judgement);
  });
});
