import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { Surface } from "../../../contracts/vocabulary.ts";
import type { Exchange } from "../../../harness/exchanges/exchange.ts";
import {
  expectDifferent,
  expectSomeDifferent,
} from "../../../suites/matchers/different-results.ts";
import { eachOf, whereFound } from "../../../suites/matchers/filtered-results.ts";
import { metadataOf } from "../../../suites/matchers/metadata.ts";
import {
  expectServedLike,
  expectServedLikeControl,
} from "../../../suites/matchers/served-like-control.ts";
import type { CheckContext } from "../../../suites/model/check.ts";
import { request } from "../../../suites/requests/ordinary-requests.ts";
import { madeUpExchange } from "../sources.ts";
import { completeTarget } from "../target.ts";
import { ending } from "./ending.ts";

const contracts = loadCatalogue();
const at = (
  version: string,
  surface: Surface = "aggregator",
  endpoint = "/search",
): CheckContext => ({
  cell: { surface, endpoint, version, auth: "bearer" },
  target: completeTarget(),
  contracts,
});
const v1 = at("2022-01-01");
const current = at("2026-05-25");

const item = (title: string) => ({
  title,
  url: `https://a.example/${title}`,
  date: "2026-01-01T00:00:00Z",
});
const list = (total: number, ...titles: readonly string[]) => ({
  success: true,
  total,
  data: titles.map(item),
});

function answered(context: CheckContext, query: string, body: unknown, status = 200): Exchange {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return madeUpExchange(request(context, [["query", query]]), { status, body: text });
}

describe("two requests have different results", () => {
  const first = answered(v1, "one", list(2, "a", "b"));

  test.each([
    ["another item", list(2, "a", "c")],
    ["another order", list(2, "b", "a")],
    ["another total", list(3, "a", "b")],
    ["none", list(0)],
  ])("with %s", (_, body) => {
    expect(expectDifferent(first, answered(v1, "two", body), v1)).toEqual([]);
  });

  test("with other items, also without a total", () => {
    const [a, b] = ["a", "b"].map((title) => answered(v1, title, { data: [item(title)] }));
    expect(expectDifferent(a, b, v1)).toEqual([]);
  });

  test("not if total and items are equal, whatever else differs", () => {
    const same = answered(v1, "two", { ...list(2, "a", "b"), served: "now" });
    expect(expectDifferent(first, same, v1)).toMatchObject([
      {
        path: "/data",
        expected: "a different result for query=two",
        actual: "the same as for query=one",
      },
    ]);
  });

  test("and nothing is said where nothing was found, was listed or was asked", () => {
    const none = answered(v1, "one", list(0));
    expect(ending(() => expectDifferent(none, answered(v1, "two", list(0)), v1))).toBe(
      "skip: neither request had any results to compare",
    );
    const unlisted = answered(v1, "one", { success: true, total: 0 });
    expect(ending(() => expectDifferent(unlisted, none, v1))).toBe(
      "skip: the response has no data to compare",
    );
    const articles = at("2026-08-01", "news", "/search/articles");
    const [one, two] = ["one", "two"].map((query) => answered(articles, query, {}));
    expect(ending(() => expectDifferent(one, two, articles))).toBe(
      "skip: neither request had any results to compare",
    );
    expect(expectDifferent(undefined, none, v1)).toEqual([]);
    expect(expectDifferent(none, undefined, v1)).toEqual([]);
  });
});

describe("some of several requests have different results", () => {
  const five = ["a", "b", "c", "d", "e"];
  const answers = (...titles: readonly (readonly string[])[]) =>
    titles.map((one, index) => answered(v1, String(index), list(one.length, ...one)));

  test("if one differs from the first", () => {
    expect(expectSomeDifferent(answers(five, five, five.slice(1)), v1)).toEqual([]);
  });

  test("not if all are equal", () => {
    const [found, ...more] = expectSomeDifferent(answers(five, five, five), v1);
    expect(found).toMatchObject({ path: "/data", actual: "the same as for query=0" });
    expect(more).toEqual([]);
  });

  test("and none is compared with itself", () => {
    const [one, other] = answers(five, five);
    if (one === undefined || other === undefined) throw new Error("two are needed");
    expect(expectSomeDifferent([one, one], v1)).toEqual([]);
    expect(expectSomeDifferent([one, one, other], v1)).toMatchObject([
      { exchange: other.id, beside: one.id },
    ]);
  });

  test("and nothing is said of fewer than five items", () => {
    const few = five.slice(1);
    expect(ending(() => expectSomeDifferent(answers(few, few), v1))).toBe(
      "skip: fewer than 5 items, too few to compare",
    );
    expect(expectSomeDifferent([], v1)).toEqual([]);
    expect(expectSomeDifferent(answers(five), v1)).toEqual([]);
  });
});

describe("filtered results", () => {
  const judge = whereFound((exchange) => [
    { path: exchange.spec.query[0]?.[1] ?? "", expected: "x", actual: "y" },
  ]);

  test("are judged one by one, and each finding names its exchange", () => {
    const all = [answered(v1, "one", list(1, "a")), answered(v1, "two", list(0))];
    expect(judge(all, v1).map(({ path, exchange }) => [path, exchange])).toEqual(
      all.map(({ spec, id }) => [spec.query[0]?.[1], id]),
    );
    expect(eachOf(() => [])(all, v1)).toEqual([]);
  });

  test("without items show nothing", () => {
    const none = [answered(v1, "one", list(0)), answered(v1, "two", list(0))];
    expect(ending(() => judge(none, v1))).toBe("skip: the response has no items to judge");
    const unshown = at("2026-08-01", "news", "/search/articles");
    expect(ending(() => judge([answered(unshown, "one", {})], unshown))).toBe(
      "skip: the response has no items to judge",
    );
  });

  test("of the current version show nothing without articles", () => {
    const body = (type: string) => ({ metadata: {}, news_articles: [{ type }] });
    const story = [answered(current, "one", body("story"))];
    expect(ending(() => judge(story, current))).toBe("skip: the response has no items to judge");
    expect(judge([answered(current, "one", body("article"))], current)).toHaveLength(1);
  });
});

describe("served like the control request", () => {
  const good = answered(v1, "one", list(2, "a", "b"));
  const broken = { ...list(1, "a"), total: "1" };
  const pathsIn = (exchange: Exchange, control?: Exchange) =>
    expectServedLikeControl(exchange, control === undefined ? v1 : { ...v1, control }).map(
      ({ path }) => path,
    );

  test("expects the body of the version", () => {
    expect(pathsIn(good)).toEqual([]);
    expect(pathsIn(answered(v1, "two", broken))).toEqual(["/total"]);
    expect(pathsIn(answered(v1, "two", broken), good)).toEqual(["/total"]);
  });

  test("leaves out what the control request has broken too, in whichever entry", () => {
    expect(pathsIn(answered(v1, "two", broken), answered(v1, "one", broken))).toEqual([]);
    const nameless = (...titles: readonly (string | number)[]) =>
      answered(v1, "x", { ...list(9), data: titles.map((title) => ({ ...item("a"), title })) });
    expect(pathsIn(nameless("a", 7), nameless(7))).toEqual([]);
    expect(pathsIn(nameless("a", 7), nameless("a"))).toEqual(["/data/1/title"]);
  });

  test("reports other defects than those of the control request", () => {
    const odd = (...data: readonly unknown[]) => answered(v1, "x", { ...list(20), data });
    const good = item("a");
    expect(pathsIn(odd({ ...good, title: 7 }), answered(v1, "x", broken))).toEqual([
      "/data/0/title",
    ]);
    expect(pathsIn(odd(good, 7), odd(7))).toEqual([]);
    const tenth = [...Array.from({ length: 10 }, () => good), { ...good, title: 7 }];
    expect(pathsIn(odd(...tenth), odd({ ...good, title: 7 }))).toEqual([]);
  });

  test("counts only control requests that were served", () => {
    const closed = madeUpExchange(request(v1, []), null);
    expect(expectServedLike(answered(v1, "two", broken), [closed], v1)).toHaveLength(1);
    const failed = answered(v1, "one", broken, 500);
    expect(expectServedLike(answered(v1, "two", broken), [failed], v1)).toHaveLength(1);
    const served = answered(v1, "one", broken);
    expect(expectServedLike(answered(v1, "two", broken), [failed, served], v1)).toEqual([]);
  });

  test("knows from control requests and others that the key is accepted", () => {
    const forbidden = answered(v1, "two", {}, 403);
    const paths = (controls: readonly Exchange[], others: readonly Exchange[]) =>
      expectServedLike(forbidden, controls, v1, others).map(({ path }) => path);
    expect(paths([good], [])).toEqual(["status"]);
    expect(paths([], [good])).toEqual(["status"]);
    expect(ending(() => paths([], []))).toBe(
      "blocked: the key was refused with 403: see auth.style-accepted",
    );
  });

  test("expects a 200", () => {
    expect(pathsIn(answered(v1, "two", list(0), 404))).toEqual(["status"]);
  });

  test("says nothing of the body at a version that is not listed", () => {
    const odd = madeUpExchange(
      { ...good.spec, version: "2019-01-01" },
      { status: 200, body: "{}" },
    );
    expect(expectServedLikeControl(odd, v1)).toEqual([]);
  });
});

describe("the metadata of a response", () => {
  const metadata = { id: "i", timestamp: "t" };
  test.each([
    ["of a success", { metadata }, 200, metadata],
    ["with further members", { metadata: { ...metadata, took_ms: 1 } }, 200, metadata],
    ["of a refusal", { metadata }, 401, null],
    ["without an id", { metadata: { timestamp: "t" } }, 200, null],
    ["with a number for a timestamp", { metadata: { id: "i", timestamp: 1 } }, 200, null],
    ["that is absent", {}, 200, null],
    ["of a body that is not JSON", "<html>", 200, null],
  ])("%s", (_, body, status, expected) => {
    expect(metadataOf(answered(v1, "one", body, status))).toEqual(expected);
  });

  test("of no response", () => {
    expect(metadataOf(madeUpExchange(request(v1, []), null))).toBeNull();
  });
});
