import { expect, test } from "vitest";
import { expectSentNames } from "../../../suites/matchers/refused-names.ts";
import { answered, publishers } from "./searches.ts";

const known = new Set(["query", "limit", "sort", "country"]);
const judge = (body: unknown) =>
  expectSentNames(answered(publishers, { limit: "0" }, body, 400), known);
const fields = (...names: readonly unknown[]) => ({ fields: names.map((name) => ({ name })) });
const details = (...all: readonly unknown[]) => ({ errors: all.map((one) => ({ details: one })) });

test.each([
  ["none", {}],
  ["the one that was sent", fields("limit")],
  ["the one that was sent among others", fields("query", "limit")],
  ["something else than a parameter", fields("query", "range")],
  ["what is no text", fields(7)],
  ["the part of the request", fields("query")],
  ["another one, with the one that was sent", details({ field: "sort", path: ["q", "limit"] })],
  ["details of another kind", details({ minimum: 1 }, "limit", null)],
  ["the one that was sent, in details", details({ parameter: "sort" }, { field: "limit" })],
  ["a text of the request under another member", details({ reason: "sort" })],
])("an error may name %s", (_, body) => {
  expect(judge(body)).toEqual([]);
});

test.each([
  [fields("country"), "/fields/0/name", '"country"'],
  [fields("sort", "query"), "/fields/0/name", '"sort"'],
  [details({}, { param: "sort" }), "/errors/1/details/param", '"sort"'],
  [details({ name: "country" }), "/errors/0/details/name", '"country"'],
])("an error does not name only what was not sent: %j", (body, path, actual) => {
  expect(judge(body)).toEqual([{ path, expected: "limit, which was sent", actual }]);
});

test("an error for a missing location names it, if it names anything", () => {
  const missing = (body: unknown) =>
    expectSentNames(answered(publishers, {}, body, 400), new Set(["location", "country"]));
  expect(missing(fields("country"))).toEqual([
    { path: "/fields/0/name", expected: "location, which was not sent", actual: '"country"' },
  ]);
  expect(missing(fields("country", "location"))).toEqual([]);
});
