import { describe, expect, test } from "vitest";
import { describeValue } from "../../contracts/describe-value.ts";
import { loadFirstContracts } from "./folder.ts";

const contracts = loadFirstContracts();

function validate(endpoint: string, version: string, body: unknown) {
  const surface = endpoint.startsWith("/info") ? "news" : "aggregator";
  return contracts.operation(surface, endpoint, version)?.validateSuccess(body);
}

describe("a finding says in a few words what is wrong", () => {
  const ping = { id: "x", message: "pong", version: "2024-01-01", timestamp: 1 };
  const dated = { title: "A", url: "a", date: "2022-01-01T10:00:00Z" };
  const list = (change: object) => ({ success: true, total: 1, data: [{ ...dated, ...change }] });
  const news = (...items: unknown[]) => ({ metadata: {}, parameters: {}, news_articles: items });
  const versions = "one of 2026-05-25, 2024-01-01, 2022-01-01";
  const kinds = "one of article, story, storyline, social_post";
  const dateTime = "an ISO 8601 date and time, joined by T";

  test.each<[string, string, unknown, string, string, string]>([
    ["/ping", "default", { ...ping, id: 12 }, "/id", "string", "number 12"],
    ["/ping", "default", { ...ping, id: null }, "/id", "string", "null"],
    ["/ping", "default", { ...ping, message: "hi" }, "/message", '"pong"', 'string "hi"'],
    ["/ping", "default", { ...ping, version: "v1" }, "/version", versions, 'string "v1"'],
    ["/ping", "default", [], "", "object", "empty array"],
    ["/search", "2022-01-01", list({ type: "a" }), "/data/0/type", "no member type", 'string "a"'],
    ["/search", "2022-01-01", list({ date: "now" }), "/data/0/date", dateTime, 'string "now"'],
    ["/geolocation", "default", news({}), "/news_articles/0/type", "member present", "absent"],
    ["/geolocation", "default", news({ type: "x" }), "/news_articles/0/type", kinds, 'string "x"'],
    ["/geolocation", "default", news([1, 2]), "/news_articles/0", "object", "array of 2"],
  ])("%s %s %j", (endpoint, version, body, path, expected, actual) => {
    expect(validate(endpoint, version, body)).toMatchObject([{ path, expected, actual }]);
  });

  test("null is named where it is allowed too", () => {
    const article = { ...dated, thumbnail: 1 };
    const page = { success: true, totalHits: 1, size: 1, pageSize: 1, page: 1, totalPages: 1 };
    expect(validate("/search", "2024-01-01", { ...page, articles: [article] })).toMatchObject([
      { path: "/articles/0/thumbnail", expected: "string or null", actual: "number 1" },
    ]);
  });

  test("a pattern is told by what it means", () => {
    const countries = [{ name: "N", code: "x", allowed: true }];
    const metadata = { id: "x", took_ms: 1, timestamp: "2026-08-01T10:00:00Z" };
    expect(
      validate("/info/countries", "default", { metadata, parameters: {}, countries }),
    ).toMatchObject([
      { expected: "an alpha-2 code, two letters, upper or lower case", actual: 'string "x"' },
    ]);
  });

  test("thousands of one kind hide none of another", () => {
    const entries = [...Array.from({ length: 6_000 }, () => ({})), { type: "x" }, 7];
    const found = validate("/geolocation", "default", news(...entries)) ?? [];
    expect(found).toHaveLength(202);
    expect(found.map(({ path }) => path)).toContain("/news_articles/6000/type");
    expect(found.map(({ path }) => path)).toContain("/news_articles/6001");
  });

  test("every wrong entry is found, not only the first", () => {
    const found = validate(
      "/geolocation",
      "default",
      news(...Array.from({ length: 120 }, () => ({}))),
    );
    expect(found).toHaveLength(120);
  });
});

describe("values of a server are safe to print", () => {
  test.each([
    [undefined, "absent"],
    [null, "null"],
    [true, "boolean true"],
    [1.5, "number 1.5"],
    ["a\nb", 'string "a\\nb"'],
    ["\u001b[31mred", 'string "\\u001b[31mred"'],
    ["\u009b31m", 'string "\\u009b31m"'],
    ["a\u202eb\u2028", 'string "a\\u202eb\\u2028"'],
    ["\ud83d", 'string "\\ud83d"'],
    ["é 日本 😀", 'string "é 日本 😀"'],
    [[], "empty array"],
    [[1, 2, 3], "array of 3"],
    [{ a: 1 }, "object"],
  ])("%j is %j", (value, text) => {
    expect(describeValue(value)).toBe(text);
  });

  test("long texts are cut", () => {
    expect(describeValue("x".repeat(5000))).toBe(`string "${"x".repeat(512)}…"`);
    expect(describeValue(`${"x".repeat(511)}😀😀`)).toMatch(/^string "x+\\ud83d…"$/);
  });
});
