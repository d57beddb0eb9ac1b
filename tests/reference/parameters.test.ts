import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ReferenceServer, startReferenceServer } from "../../reference/server/server.ts";
import { at, listOf, type Reply, spec } from "./client.ts";

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());

const aggregator = (target: string, version?: string): Promise<Reply> =>
  spec(server, "aggregator", target, version === undefined ? {} : { version });
const news = (target: string, version?: string): Promise<Reply> =>
  spec(server, "news", target, version === undefined ? {} : { version });

function total(reply: Reply): number {
  return Number(at(reply.json, "metadata", "total_hits"));
}

function dates(reply: Reply): readonly string[] {
  return listOf(reply, "news_articles").flatMap(({ date }) =>
    typeof date === "string" ? [date.slice(0, 10)] : [],
  );
}

describe("search", () => {
  it("finds less with a query, nothing for gibberish, and then keeps its lists", async () => {
    const [all, climate, nothing] = await Promise.all([
      aggregator("/search"),
      aggregator("/search?query=climate"),
      aggregator("/search?query=zxqvwkj"),
    ]);
    expect(total(all)).toBeGreaterThan(total(climate));
    expect(total(climate)).toBeGreaterThan(9);
    expect(nothing.json).toMatchObject({
      metadata: { total_hits: 0, total_pages: 0 },
      news_articles: [],
      related_topics: [],
      related_publications: [],
    });
  });

  it("echoes what was used under its own name, and nothing else", async () => {
    const reply = await aggregator("/search?query=Climate&country=us&language=EN&page=1&other=1");
    expect(at(reply.json, "parameters")).toEqual({
      query: "Climate",
      country: "us",
      language: "EN",
      page: 1,
    });
  });

  it("takes query and q at the older versions, query alone at the current one", async () => {
    for (const version of ["2022-01-01", "2024-01-01"]) {
      const count = (reply: Reply): unknown =>
        at(reply.json, version === "2022-01-01" ? "total" : "totalHits");
      const byQ = await aggregator("/search?q=climate", version);
      expect(count(byQ)).toBe(count(await aggregator("/search?query=climate", version)));
      expect(count(byQ)).not.toBe(count(await aggregator("/search", version)));
    }
    expect(total(await aggregator("/search?q=climate"))).toBe(total(await aggregator("/search")));
  });

  it("filters by domain, with or without www", async () => {
    for (const domain of ["harborpost.example", "www.HarborPost.example"]) {
      const reply = await aggregator(`/search?hits_per_page=100&domain=${domain}`);
      const items = listOf(reply, "news_articles");
      expect(items.length).toBe(total(reply));
      expect(items.length).toBeGreaterThan(5);
      for (const { url } of items) {
        expect(new URL(String(url)).hostname).toBe("www.harborpost.example");
      }
    }
  });

  it("filters by days, both included", async () => {
    const target = "/search?hits_per_page=100&published_from=2026-04-10&published_to=2026-04-12";
    const found = dates(await aggregator(target));
    expect(new Set(found)).toEqual(new Set(["2026-04-10", "2026-04-11", "2026-04-12"]));
    expect(dates(await aggregator("/search?published_from=2026-05-02"))).toEqual([]);
  });

  it("filters by country and language in any case", async () => {
    const count = async (query: string): Promise<number> =>
      total(await aggregator(`/search?${query}`));
    expect(await count("country=us")).toBe(await count("country=US"));
    expect(await count("language=fr")).toBe(await count("language=FR"));
    expect(await count("country=us")).toBeGreaterThan(await count("country=us&language=es"));
    expect(await count("country=xx")).toBe(0);
  });

  it("cuts pages that together hold everything once", async () => {
    const urls = new Set<unknown>();
    for (const page of [1, 2, 3, 4, 5]) {
      const reply = await aggregator(`/search?hits_per_page=100&page=${page}`);
      expect(at(reply.json, "metadata")).toMatchObject({ hits_per_page: 100, total_pages: 5 });
      for (const { url } of listOf(reply, "news_articles")) urls.add(url);
    }
    expect(urls.size).toBe(total(await aggregator("/search")));
    expect(listOf(await aggregator("/search?page=9999"), "news_articles")).toEqual([]);
  });

  it.each([
    "page=0",
    "page=-1",
    "page=x",
    "hits_per_page=0",
    "hits_per_page=101",
    "published_from=yesterday",
    "published_to=2026-02-30",
    "country=usa",
    "country=",
    "language=%20",
    "query=a&query=b",
  ])("refuses %s", async (query) => {
    const reply = await aggregator(`/search?${query}`);
    expect(reply.status).toBe(400);
    const [name = ""] = query.split("=");
    expect(reply.json).toMatchObject({
      errors: [{ code: "INVALID_PARAMETER", details: { parameter: name } }],
    });
    const legacy = await aggregator(
      `/search?${query.replace("hits_per_page", "pageSize")}`,
      "2024-01-01",
    );
    expect(legacy.json).toMatchObject({
      success: false,
      code: 400,
      fields: [{ type: expect.any(String), description: expect.any(String) }],
    });
  });
});

describe("topics", () => {
  it("opens every navigation link and every subtopic link", async () => {
    const start = await aggregator("/topics");
    expect(listOf(start, "navigation_links").length).toBe(12);
    for (const { topic_id, name } of listOf(start, "navigation_links")) {
      const topic = await aggregator(`/topics?topic_id=${String(topic_id)}`);
      expect(at(topic.json, "title")).toBe(name);
      expect(listOf(topic, "news_articles").length).toBe(10);
      const links = listOf(topic, "subtopic_links");
      expect(links.length).toBeGreaterThanOrEqual(2);
      let sum = 0;
      for (const link of links) {
        const target = `/topics?topic_id=${String(topic_id)}&subtopic_id=${String(link.subtopic_id)}`;
        const subtopic = await aggregator(target);
        expect(at(subtopic.json, "title")).toBe(link.name);
        expect(total(subtopic)).toBeGreaterThan(5);
        sum += total(subtopic);
      }
      expect(sum).toBe(total(topic));
    }
  });

  it("knows named topics in any case, and subtopics without their topic", async () => {
    const topic = await aggregator("/topics?topic_id=technology");
    expect(at(topic.json, "title")).toBe("Technology");
    const id = String(listOf(topic, "subtopic_links")[0]?.subtopic_id);
    expect(total(await aggregator(`/topics?subtopic_id=${id}`))).toBeGreaterThan(5);
    const elsewhere = await aggregator(`/topics?topic_id=BUSINESS&subtopic_id=${id}`);
    expect(total(elsewhere)).toBe(0);
  });

  it("answers an unknown topic with empty lists", async () => {
    const reply = await aggregator("/topics?topic_id=NOPE");
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({
      metadata: { total_hits: 0 },
      news_articles: [],
      navigation_links: [],
      subtopic_links: [],
      title: "",
    });
  });
});

describe("geolocation", () => {
  it("defaults to US and en and echoes them", async () => {
    const reply = await aggregator("/geolocation?location=London");
    expect(at(reply.json, "parameters")).toEqual({
      location: "London",
      country: "US",
      language: "en",
    });
    const explicit = await aggregator("/geolocation?location=London&country=us&language=EN");
    expect(total(explicit)).toBe(total(reply));
    expect(total(reply)).toBeGreaterThan(9);
  });

  it("finds other things elsewhere, and nothing where nobody reports from", async () => {
    const urls = async (location: string): Promise<readonly unknown[]> =>
      listOf(await aggregator(`/geolocation?location=${location}`), "news_articles").map(
        ({ url }) => url,
      );
    const tokyo = await urls("Tokyo");
    expect(tokyo.length).toBeGreaterThan(5);
    expect(await urls("London")).not.toEqual(tokyo);
    expect(await urls("tokyo,%20japan")).toEqual(tokyo);
    expect((await urls("NYC")).length).toBeGreaterThan(5);
    expect(await urls("Atlantis")).toEqual([]);
  });

  it.each([undefined, "2026-05-25", "2024-01-01", "2022-01-01"])(
    "refuses a request without location in the legacy envelope at %s",
    async (version) => {
      for (const target of [
        "/geolocation",
        "/geolocation?location=",
        "/geolocation?location=%20",
      ]) {
        const reply = await aggregator(target, version);
        expect(reply.status).toBe(400);
        expect(reply.json).toEqual({
          success: false,
          code: 400,
          message: expect.stringContaining("location"),
          fields: [{ name: "location", type: "string", description: expect.any(String) }],
        });
      }
    },
  );
});

describe("publishers", () => {
  const versions = ["2026-08-01", "2024-01-01"];

  it.each(versions)("honours the number of results at %s", async (version) => {
    for (const [limit, count] of [
      [1, 1],
      [42, 42],
      [100, 60],
    ]) {
      const reply = await news(`/search/publishers?limit=${limit}`, version);
      expect(listOf(reply, "publishers").length).toBe(count);
    }
  });

  it.each(versions)("refuses a number of results outside 1 to 100 at %s", async (version) => {
    const values = [
      "0",
      "-1",
      "101",
      "1e3",
      "1.5",
      "ten",
      "",
      "%2B5",
      "+5",
      "%205",
      "5%20",
      "0x5",
      "007",
      "٥",
      "99999999999999999999",
    ];
    for (const value of values) {
      const reply = await news(`/search/publishers?limit=${value}`, version);
      expect(reply.status, value).toBe(400);
    }
  });

  it.each(versions)(
    "refuses the empty search text at %s, and takes one character",
    async (version) => {
      expect((await news("/search/publishers?query=", version)).status).toBe(400);
      for (const query of ["a", "%20", "日"]) {
        expect((await news(`/search/publishers?query=${query}`, version)).status, query).toBe(200);
      }
    },
  );

  it("filters by text, category, country and language, and sorts by name", async () => {
    const find = async (query: string): Promise<readonly Record<string, unknown>[]> =>
      listOf(await news(`/search/publishers?limit=100&${query}`), "publishers");
    expect((await find("query=harbor")).map(({ name }) => name)).toEqual([
      "Harbor Post",
      "Harbor Circuit",
    ]);
    expect((await find("query=zocalo")).map(({ name }) => name)).toEqual(["El Zócalo Diario"]);
    const technology = await find("category=technology");
    expect(new Set(technology.map(({ category }) => category))).toEqual(new Set(["Technology"]));
    expect(new Set((await find("language=ja")).map(({ language }) => language))).toEqual(
      new Set(["ja"]),
    );
    expect((await find("country=JP")).length).toBe((await find("country=jp")).length);
    const names = (await find("sort=name")).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect((await find("sort=-name")).map(({ name }) => name)).toEqual(names.reverse());
    expect((await find("sort=whatever")).length).toBe(60);
  });
});
