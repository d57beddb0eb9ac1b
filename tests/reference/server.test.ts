import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deviation } from "../../reference/faults/fault.ts";
import { type ReferenceServer, startReferenceServer } from "../../reference/server/server.ts";
import { at, fetchReply, listOf, spec } from "./client.ts";

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());

/** Sends bytes as they are and gives back all that comes until the connection ends. */
function rawExchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.aggregatorUrl);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("starting and stopping", () => {
  it("listens on three free ports of the loopback address and counts requests", async () => {
    const own = await startReferenceServer();
    try {
      const urls = [own.aggregatorUrl, own.newsUrl, own.consoleUrl];
      expect(new Set(urls).size).toBe(3);
      for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(own.requests).toEqual({ aggregator: 0, news: 0, console: 0 });
      await spec(own, "news", "/ping");
      await spec(own, "news", "/nowhere");
      expect(own.requests).toEqual({ aggregator: 0, news: 2, console: 0 });
    } finally {
      await own.close();
    }
    await expect(fetchReply(`${own.newsUrl}/ping`)).rejects.toThrow();
  });

  it("takes given ports, prefixes and keys, and refuses a port that is taken", async () => {
    const first = await startReferenceServer();
    const ports = { news: Number(new URL(first.newsUrl).port) };
    await expect(startReferenceServer({ ports })).rejects.toThrow(/EADDRINUSE/);
    await first.close();
    const second = await startReferenceServer({
      ports,
      prefixes: { aggregator: "/api/headlines/", news: "v1" },
      keys: { news: { own: "bk_given" } },
    });
    try {
      expect(second.newsUrl).toBe(`http://127.0.0.1:${ports.news}/v1`);
      expect(new URL(second.aggregatorUrl).pathname).toBe("/api/headlines");
      const headers = { "api-key": "bk_given" };
      expect((await spec(second, "news", "/info/topics", { auth: null, headers })).status).toBe(
        200,
      );
      const refused = await spec(second, "aggregator", "/geolocation", { auth: null });
      expect(refused.json).toMatchObject({ success: false, code: 401 });
      const outside = `http://127.0.0.1:${ports.news}/info/topics`;
      expect((await fetchReply(outside, { headers })).status).toBe(404);
    } finally {
      await second.close();
    }
  });
});

describe("deviations of the wire", () => {
  const everywhere = { cells: {}, sentence: "" };

  it("take away a header, have no body and no length with 204, and break connections off", async () => {
    const faults: readonly Deviation[] = [
      { ...everywhere, name: "dateless", response: ({ headers }) => void delete headers.date },
      {
        ...everywhere,
        name: "empty",
        response(response) {
          if (response.status !== 405) return;
          response.status = 204;
          response.raw = "";
        },
      },
      {
        ...everywhere,
        name: "mute",
        response(response, { endpoint }) {
          if (endpoint === "/mute") response.cut = "before-answer";
          if (endpoint === "/half") response.cut = "mid-body";
        },
      },
    ];
    const own = await startReferenceServer({ faults });
    try {
      const ping = await spec(own, "news", "/ping");
      expect(ping.status).toBe(200);
      expect(ping.headers).not.toHaveProperty("date");
      const empty = await spec(own, "news", "/ping", { method: "OPTIONS" });
      expect(empty).toMatchObject({ status: 204, text: "" });
      expect(empty.headers).not.toHaveProperty("content-length");
      await expect(spec(own, "news", "/mute")).rejects.toThrow();
      await expect(spec(own, "news", "/half")).rejects.toThrow();
      expect((await spec(own, "news", "/ping")).status).toBe(200);
    } finally {
      await own.close();
    }
  });
});

describe("invalid requests", () => {
  it("refuses unknown paths with 404 in the envelope of the version", async () => {
    for (const target of ["/", "/nowhere", "/search/", "/Search", "/search/articles"]) {
      const reply = await spec(server, "aggregator", target);
      expect(reply.status, target).toBe(404);
      expect(reply.json).toMatchObject({ errors: [{ code: "NOT_FOUND", details: {} }] });
    }
    const legacy = await spec(server, "aggregator", "/nowhere", { version: "2022-01-01" });
    expect(legacy.json).toMatchObject({ success: false, code: 404 });
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const)(
    "refuses %s with 405 and Allow, whatever the body",
    async (method) => {
      for (const headers of [{}, { "content-type": "application/json" }, { "content-type": "x" }]) {
        const reply = await spec(server, "news", "/search/articles", {
          method,
          headers,
          body: "{",
        });
        expect(reply.status).toBe(405);
        expect(reply.headers.allow).toBe("GET, HEAD");
        expect(reply.json).toMatchObject({
          errors: [{ message: expect.any(String), details: {} }],
        });
      }
    },
  );

  it("refuses methods that it does not even know", async () => {
    const answer = await rawExchange(
      "PROPFIND /search HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1.1 405 /);
    expect(answer).toContain("METHOD_NOT_ALLOWED");
  });

  it("answers HEAD like GET, without a body", async () => {
    const reply = await spec(server, "aggregator", "/search", { method: "HEAD" });
    expect(reply.status).toBe(200);
    expect(reply.text).toBe("");
    expect(Number(reply.headers["content-length"])).toBeGreaterThan(1000);
  });

  it("reads past a body on GET and goes on with the same connection", async () => {
    for (const body of ["{", "x".repeat(100_000)]) {
      const headers = { "content-type": "application/json" };
      expect((await spec(server, "news", "/info/topics", { headers, body })).status).toBe(200);
      expect((await spec(server, "news", "/ping")).status).toBe(200);
    }
  });

  it.each([
    ["broken percent-encoding in a value", "/search?query=%zz%", 200],
    ["bytes that are no UTF-8", "/search?query=%ff%fe", 200],
    ["control characters", "/search?query=%00%01%0d%0a%1b", 200],
    ["half an emoji and a rare letter", "/search?query=%F0%9F%93%B0%F0%90%8D%88", 200],
    ["names of object members", "/search?__proto__=1&constructor=2&toString=3", 200],
    ["brackets and empty names", "/search?query[]=a&=b&&&", 200],
    ["a value of 64 KiB", `/search?query=${"a".repeat(65_536)}`, 200],
    ["64 KiB of words", `/search?query=${"climate+".repeat(8_192)}`, 200],
    ["64 KiB of encoded bytes", `/search?query=${"%E6".repeat(65_536)}`, 200],
    ["a thousand parameters", `/search?${"x=1&".repeat(1_000)}`, 200],
    ["a thousand pages", `/search?${"page=1&".repeat(1_000)}`, 400],
    ["regular expressions", "/search?query=(a%2B)%2B$&domain=.*", 200],
    ["wildcards of the search library", "/search?query=*", 200],
    ["broken percent-encoding in the path", "/search%zz", 400],
    ["a path of 64 KiB", `/${"a".repeat(65_536)}`, 404],
    ["dots in the path", "/search/../../etc/passwd", 404],
    ["a fragment", "/topics?topic_id=%23", 200],
    ["letters that need no percent-encoding", "/se%61rch?query=climate", 200],
    ["a slash that is percent-encoded", "/%2Fsearch", 404],
  ])("answers %s without a failure", async (_what, target, status) => {
    const reply = await spec(server, "aggregator", target);
    expect(reply.status).toBe(status);
    expect(reply.headers["content-type"]).toMatch(/^application\/json/);
    expect(at(reply.json, status === 200 ? "parameters" : "errors")).toBeDefined();
  });

  it("echoes odd text just as it came", async () => {
    const query = '"</script>\u0000\u2028 ä 日本 📰\\';
    const reply = await spec(server, "aggregator", `/search?query=${encodeURIComponent(query)}`);
    expect(at(reply.json, "parameters", "query")).toBe(query);
    expect(listOf(reply, "news_articles")).toBeInstanceOf(Array);
  });

  it("survives very long headers, versions and keys", async () => {
    const long = "a".repeat(65_536);
    const reply = await spec(server, "news", "/info/topics", { headers: { "x-long": long } });
    expect(reply.status).toBe(200);
    expect((await spec(server, "news", "/info/topics", { version: long })).status).toBe(400);
    const headers = { authorization: `Bearer ${long}`, "api-key": long };
    expect((await spec(server, "news", "/info/topics", { auth: null, headers })).status).toBe(401);
  });

  it.each([
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["a raw control character in the path", "GET /sea\u0001rch HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a control character in a header", "GET /ping HTTP/1.1\r\nHost: a\r\nx: \u0000\r\n\r\n", 400],
    [
      "a head without end",
      `GET /ping HTTP/1.1\r\nHost: a\r\nx: ${"a".repeat(1_100_000)}\r\n\r\n`,
      431,
    ],
  ])("refuses %s in the current error envelope", async (_what, bytes, status) => {
    const answer = await rawExchange(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain("Content-Type: application/json");
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({
      metadata: { id: expect.any(String) },
      errors: [{ code: "BAD_REQUEST", details: {} }],
    });
  });

  it("takes a whole URL as target, and names the time in every answer", async () => {
    const origin = new URL(server.aggregatorUrl).origin;
    const request = `GET ${origin}/ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    const answer = await rawExchange(request);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^date: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/im);
  });

  it("joins a repeated version header to something that it does not know", async () => {
    const request = `GET /ping HTTP/1.1\r\nHost: a\r\nConnection: close\r\napi-version: 2024-01-01\r\napi-version: 2022-01-01\r\n\r\n`;
    expect(await rawExchange(request)).toMatch(/^HTTP\/1.1 400 /);
  });
});
