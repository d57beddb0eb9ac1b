import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import { compareArticles, distinctArticles } from "../../../suites/matchers/same-articles.ts";
import { isChanging, whereSteady } from "../../../suites/matchers/steady-answers.ts";
import type { CheckContext, TogetherCheck } from "../../../suites/model/check.ts";
import { request } from "../../../suites/requests/ordinary-requests.ts";
import { madeUpExchange } from "../sources.ts";
import { completeTarget } from "../target.ts";
import { ending } from "./ending.ts";

const context: CheckContext = {
  cell: { surface: "aggregator", endpoint: "/search", version: "2024-01-01", auth: "bearer" },
  target: completeTarget(),
  contracts: loadCatalogue(),
};

/** A search that found articles with these letters as titles and in their URLs. */
function found(titles: string, query = "climate"): Exchange {
  const articles = [...titles].map((title) => ({ title, url: `https://n.example/${title}` }));
  return madeUpExchange(request(context, [["q", query]]), {
    status: 200,
    body: JSON.stringify({ articles }),
  });
}

const changing = (...pages: readonly string[]) =>
  isChanging(
    pages.map((titles) => found(titles)),
    context,
  );

describe("articles of two pages", () => {
  const page = (...articles: readonly Readonly<Record<string, string>>[]) =>
    articles.map((article, index) => ({ index, article }));

  test.each([
    ["a URL", { url: "https://n.example/1", title: "one" }, { url: "https://n.example/1" }, true],
    [
      "title and date",
      { url: "a:1", title: "x", date: "d" },
      { url: "a:2", title: "x", date: "d" },
      true,
    ],
    [
      "a title alone",
      { url: "a:1", title: "x", date: "d" },
      { url: "a:2", title: "x", date: "e" },
      false,
    ],
    ["nothing", { url: "a:1", title: "x" }, { url: "a:2", title: "y" }, false],
  ])("agree by %s", (_, one, other, isSame) => {
    expect(
      compareArticles(distinctArticles(page(one)), distinctArticles(page(other))).isLargelySame,
    ).toBe(isSame);
  });
});

describe("what the same search finds", () => {
  test("is steady where the responses fall into kinds", () => {
    expect(changing("abcdef", "abcdef", "abcdef")).toBe(false);
    expect(changing("abcdef", "uvwxyz", "abcdef")).toBe(false);
    expect(changing("abcdef", "uvwxyz", "abcdef", "uvwxyz", "abcdeg")).toBe(false);
  });

  test("changes where hardly any two agree, or they agree in no order", () => {
    expect(changing("abc", "def", "ghi")).toBe(true);
    expect(changing("abcd", "cdef", "efgh")).toBe(true);
  });

  test("is not known from two responses, or from other searches", () => {
    expect(changing("abc", "def")).toBe(false);
    expect(isChanging([found("abc", "x"), found("def", "y"), found("ghi", "z")], context)).toBe(
      false,
    );
  });
});

describe("articles of different requests are compared", () => {
  const finding = (path: string) => ({ path, expected: "other ones", actual: "these" });
  const judged = (path: string, order: "any order" | "same order", ...pages: readonly string[]) => {
    const check: TogetherCheck = {
      kind: "together",
      requirement: "parameter.page-in-its-place",
      where: () => [],
      send: () => ({}),
      expect: () => [finding(path)],
    };
    const exchanges = Object.fromEntries(
      pages.map((titles, index) => [`p${index}`, { ...found(titles), id: `x${index}` }]),
    );
    return ending(() => whereSteady(check, order).expect(exchanges, context));
  };

  test("where the same search finds the same", () => {
    expect(judged("/articles", "same order", "abc", "abc", "abd")).toBe("judged");
    expect(judged("/articles", "any order", "abc", "cba", "bac")).toBe("judged");
  });

  test("but not where it finds others, or in another order", () => {
    expect(judged("/articles", "any order", "abc", "def", "ghi")).toBe(
      "skip: the same search finds other articles each time",
    );
    expect(judged("/articles", "same order", "abc", "cba", "bac")).toBe(
      "skip: the same search finds its articles in another order each time",
    );
  });

  test("and a refusal stays one", () => {
    expect(judged("status", "any order", "abc", "def", "ghi")).toBe("judged");
  });
});
