import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { type ReferenceServer, startReferenceServer } from "../../reference/server/server.ts";
import { at, isRecord, listOf, type Reply, spec } from "./client.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());

function members(reply: Reply): readonly string[] {
  return isRecord(reply.json) ? Object.keys(reply.json) : [];
}

function expectMetadata(reply: Reply, paged: boolean): void {
  expect(at(reply.json, "metadata")).toEqual({
    id: expect.stringMatching(uuid),
    timestamp: expect.stringMatching(rfc3339),
    took_ms: expect.any(Number),
    ...(paged
      ? {
          total_hits: expect.any(Number),
          hits_per_page: 10,
          total_pages: expect.any(Number),
        }
      : {}),
  });
  const age = Date.now() - Date.parse(String(at(reply.json, "metadata", "timestamp")));
  expect(Math.abs(age)).toBeLessThan(60_000);
  expect(Number.isInteger(at(reply.json, "metadata", "took_ms"))).toBe(true);
}

const contracts = loadCatalogue();
const latest = { aggregator: contracts.latest("aggregator"), news: contracts.latest("news") };

const current: readonly (readonly ["aggregator" | "news", string, string, readonly string[]])[] = [
  [
    "aggregator",
    "/search",
    latest.aggregator,
    ["news_articles", "navigation_links", "related_topics", "related_publications"],
  ],
  [
    "aggregator",
    "/topics?topic_id=TECHNOLOGY",
    latest.aggregator,
    ["news_articles", "title", "navigation_links", "subtopic_links"],
  ],
  ["aggregator", "/geolocation?location=London", latest.aggregator, ["news_articles"]],
  ["news", "/search/articles?query=climate", latest.news, ["articles"]],
  ["news", "/search/publishers", latest.news, ["publishers"]],
  ["news", "/info/countries", latest.news, ["countries"]],
  ["news", "/info/topics", latest.news, ["topics"]],
];

describe("the current version", () => {
  it.each(current)("%s %s has metadata, parameters and its own members", async (...row) => {
    const [surface, target, version, own] = row;
    for (const sending of [{ version }, {}]) {
      const reply = await spec(server, surface, target, sending);
      expect(reply.status).toBe(200);
      expect(reply.headers["content-type"]).toMatch(/^application\/json/);
      expect(reply.headers.date).toBeDefined();
      expect([...members(reply)].sort()).toEqual(["metadata", "parameters", ...own].sort());
      expectMetadata(reply, surface === "aggregator" || target.startsWith("/search/articles"));
    }
  });

  it("has items of four kinds, articles with all that the specification lists", async () => {
    const reply = await spec(server, "aggregator", "/search?hits_per_page=100");
    const items = listOf(reply, "news_articles");
    expect(items.length).toBe(100);
    expect(new Set(items.map(({ type }) => type))).toEqual(
      new Set(["article", "story", "storyline", "social_post"]),
    );
    const articles = items.filter(({ type }) => type === "article");
    for (const article of articles) {
      expect(article).toMatchObject({
        title: expect.any(String),
        url: expect.stringMatching(/^https:/),
        date: expect.stringMatching(rfc3339),
        source: { name: expect.any(String), url: expect.any(String) },
      });
      expect(JSON.stringify(article)).not.toContain("null");
    }
    const seen = new Set(articles.flatMap((article) => Object.keys(article)));
    const shown = contracts.operation("aggregator", "/search", "default")?.entries?.shape.members;
    expect(shown?.size).toBeGreaterThanOrEqual(7);
    expect([...seen].sort()).toEqual([...(shown?.keys() ?? [])].sort());
    expect(articles.some(({ image }) => image === undefined)).toBe(true);
  });

  it("links to topics and publications by name and id", async () => {
    const reply = await spec(server, "aggregator", "/search?query=climate");
    for (const link of [...listOf(reply, "navigation_links"), ...listOf(reply, "related_topics")]) {
      expect(link).toEqual({ name: expect.any(String), topic_id: expect.any(String) });
    }
    expect(listOf(reply, "related_publications").length).toBe(5);
    for (const publication of listOf(reply, "related_publications")) {
      expect(publication).toEqual({
        name: expect.any(String),
        publication_id: expect.any(String),
        favicon: expect.any(String),
      });
    }
  });

  it("has a new request id for every request", async () => {
    const replies = await Promise.all([1, 2, 3].map(() => spec(server, "news", "/info/topics")));
    expect(new Set(replies.map(({ json }) => at(json, "metadata", "id"))).size).toBe(3);
  });
});

describe("the older versions", () => {
  const targets = ["/search?q=climate", "/topics?topic_id=BUSINESS", "/geolocation?location=Paris"];

  it.each(targets)("aggregator %s at 2022-01-01 has success, total and data", async (target) => {
    const reply = await spec(server, "aggregator", target, { version: "2022-01-01" });
    expect(members(reply)).toEqual(["success", "total", "data"]);
    const items = listOf(reply, "data");
    expect(items.length).toBe(10);
    expect(at(reply.json, "total")).toBeGreaterThanOrEqual(10);
    for (const item of items) expect(Object.keys(item)).toEqual(["title", "url", "date"]);
  });

  it.each(targets)("aggregator %s at 2024-01-01 has the paged envelope", async (target) => {
    const reply = await spec(server, "aggregator", `${target}&pageSize=7`, {
      version: "2024-01-01",
    });
    const total = Number(at(reply.json, "totalHits"));
    expect(reply.json).toEqual({
      success: true,
      totalHits: expect.any(Number),
      size: 7,
      pageSize: 7,
      page: 1,
      totalPages: Math.ceil(total / 7),
      articles: expect.any(Array),
    });
    expect(total).toBeGreaterThan(7);
  });

  it("2024-01-01 has nulls only for thumbnail and publication_id, and never a type", async () => {
    const reply = await spec(server, "aggregator", "/search?pageSize=100", {
      version: "2024-01-01",
    });
    const articles = listOf(reply, "articles");
    expect(articles.length).toBe(100);
    const nulls = new Set<string>();
    for (const article of articles) {
      expect(article).not.toHaveProperty("type");
      expect(article.keywords).toEqual(expect.arrayContaining([expect.any(String)]));
      const entries = [...Object.entries(article), ...Object.entries(Object(article.source))];
      for (const [name, value] of entries) if (value === null) nulls.add(name);
    }
    expect([...nulls].sort()).toEqual(["publication_id", "thumbnail"]);
  });

  it.each([
    ["/search/articles", "2024-01-01", "articles"],
    ["/search/publishers", "2024-01-01", "publishers"],
    ["/info/countries", "2024-01-01", "countries"],
    ["/info/topics", "2024-01-01", "topics"],
    ["/info/topics", "2022-01-01", "data"],
  ])("news %s at %s answers with a list of its own", async (target, version, list) => {
    const reply = await spec(server, "news", target, { version });
    expect(reply.status).toBe(200);
    expect(at(reply.json, "success")).toBe(true);
    expect(members(reply)).not.toContain("metadata");
    expect(listOf(reply, list).length).toBeGreaterThan(5);
  });
});

describe("ping", () => {
  it.each([
    ["aggregator", undefined, latest.aggregator],
    ["aggregator", "2024-01-01", "2024-01-01"],
    ["aggregator", "2022-01-01", "2022-01-01"],
    ["news", undefined, latest.news],
    ["news", "2024-01-01", "2024-01-01"],
  ] as const)(
    "%s at %s tells version %s, with and without keys",
    async (surface, version, told) => {
      for (const headers of [{}, { "api-key": "bk_wrong" }, { authorization: "nonsense" }]) {
        const sending = { auth: null, headers, ...(version === undefined ? {} : { version }) };
        const reply = await spec(server, surface, "/ping", sending);
        expect(reply.status).toBe(200);
        expect(reply.json).toEqual({
          id: expect.any(String),
          message: "pong",
          version: told,
          timestamp: expect.any(Number),
        });
        expect(Number.isInteger(at(reply.json, "timestamp"))).toBe(true);
      }
    },
  );
});

describe("versions that an endpoint does not have", () => {
  it.each([
    ["aggregator", "/search", latest.news],
    ["aggregator", "/ping", "v3"],
    ["news", "/info/countries", "2022-01-01"],
    ["news", "/search/publishers", latest.aggregator],
    ["news", "/ping", ""],
    ["news", "/info/topics", "2099-01-01"],
  ] as const)(
    "%s %s refuses %j in the current error envelope",
    async (surface, target, version) => {
      const reply = await spec(server, surface, target, { version });
      expect(reply.status).toBe(400);
      expect(reply.json).toMatchObject({
        metadata: { id: expect.stringMatching(uuid), took_ms: expect.any(Number) },
        errors: [{ code: "INVALID_PARAMETER", message: expect.any(String), details: {} }],
      });
    },
  );

  it("are refused in the legacy one at /geolocation, whose 400 is always legacy", async () => {
    const target = "/geolocation?location=London";
    const reply = await spec(server, "aggregator", target, { version: "2099-01-01" });
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ success: false, code: 400 });
  });
});
