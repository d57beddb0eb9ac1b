import { expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import { dataIn } from "../../../suites/matchers/data-in-body.ts";

const contracts = loadCatalogue();
const article = { title: "Rain", url: "https://a.example/1", date: "2026-01-01T00:00:00Z" };
const country = { name: "Chile", code: "CL", allowed: true, languages: [] };

test.each([
  ["at the top", { errors: [], news_articles: [article] }, "/news_articles", 1],
  [
    "in the details of an error",
    { errors: [{ details: { articles: [article, article] } }] },
    "/errors/0/details/articles",
    2,
  ],
  ["under the name of another version", { success: false, data: [article] }, "/data", 1],
  ["beside entries of another kind", { news_articles: [7, article] }, "/news_articles", 2],
] as const)("finds a list of the surface %s", (_, body, path, entries) => {
  expect(dataIn(body, "aggregator", contracts)).toEqual({ path, entries });
});

test.each([
  ["no object", null],
  [
    "an error",
    { success: false, code: 401, message: "no", fields: [{ name: "key", type: "string" }] },
  ],
  ["an empty list", { news_articles: [] }],
  ["entries of another kind", { data: [{ reason: "expired" }, "x", 7] }],
  ["a list of the other surface", { countries: [country] }],
  ["a list under another name", { items: [article] }],
])("finds none in %s", (_, body) => {
  expect(dataIn(body, "aggregator", contracts)).toBeNull();
});

test("finds the list of the news surface there", () => {
  expect(dataIn({ countries: [country] }, "news", contracts)).toEqual({
    path: "/countries",
    entries: 1,
  });
});

test("does not follow a body that is nested without end", () => {
  const deep = JSON.parse(
    `${'{"a":'.repeat(900)}{"data":[${JSON.stringify(article)}]}${"}".repeat(900)}`,
  );
  expect(dataIn(deep, "aggregator", contracts)).toBeNull();
});
