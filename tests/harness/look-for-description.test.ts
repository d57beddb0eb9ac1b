import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { loadDescriptions } from "../../harness/descriptions/load-descriptions.ts";
import { mostLookupRequests } from "../../harness/descriptions/look-for-description.ts";
import { defaultSamples } from "../../harness/settings/defaults.ts";
import type { SurfaceConfiguration } from "../../harness/settings/types.ts";
import { describeSurface } from "../../reference/description/document.ts";
import { listening } from "../cli/target.ts";
import { network } from "./servers.ts";

const key = "bk_the-key-of-a-test";
const keys = {
  aggregator: { own: null, revoked: null, revocable: null },
  news: { own: key, revoked: null, revocable: null },
};
const document = JSON.stringify(describeSurface("news", "/v/news"));
const yaml = `# a comment, which JSON has not\n${document}`;
const otherApi = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: { "/orders": { get: {} }, "/ping": { get: {} }, "/search/publishers": { post: {} } },
});

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
type Replies = Readonly<Record<string, Reply>>;

const json = (body: string): Reply => ({ headers: { "content-type": "application/json" }, body });
const linked = (target: string, status = 200): Reply => ({
  status,
  headers: { link: `<${target}>; rel="service-desc"` },
  body: "{}",
});

/** Looks for the description of a news surface whose server answers as told, else with a 404. */
async function lookedUp(replies: Replies, wanted = true, timeoutMs = 5000) {
  const requests: string[] = [];
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? "";
    const withKey = request.headers.authorization === `Bearer ${key}`;
    requests.push(withKey ? `${path} with the key` : path);
    const known = replies[path.replace("/v/news", "")];
    const { status = known === undefined ? 404 : 200, headers = {}, body = "" } = known ?? {};
    if (status === 0) return;
    const refused = status === 401 && !withKey;
    response.writeHead(refused ? 401 : status === 401 ? 200 : status, headers);
    response.end(refused ? "" : body);
  };
  return listening(answer, async (url) => {
    const surface: SurfaceConfiguration = {
      baseUrl: `${url}/v/news`,
      openapi: null,
      ...(wanted && { findDescription: true }),
      description: null,
      parameters: {},
      samples: defaultSamples,
      revoke: null,
    };
    const asked = { ...network, timeoutMs };
    const { operations } = loadCatalogue();
    const options = { cwd: "/", fetch: true, operations };
    const { news } = await loadDescriptions(
      { surfaces: { news: surface }, network: asked },
      keys,
      options,
    );
    const without = (text: string | undefined) => text?.replace(`${url}/v/news`, "");
    return {
      requests,
      counted: news?.descriptionRequests ?? 0,
      source: without(news?.description?.source) ?? null,
      found: without(news?.lookup?.found ?? undefined) ?? null,
      tried: news?.lookup?.tried.map((one) => [without(one.url), without(one.outcome)]),
      news,
    };
  });
}

describe("a description is found", () => {
  test.each<[string, Replies, string]>([
    ["at /openapi.json", { "/openapi.json": json(document) }, "/openapi.json"],
    ["at /openapi.yaml", { "/openapi.yaml": { body: yaml } }, "/openapi.yaml"],
    ["at /openapi", { "/openapi": { body: document } }, "/openapi"],
    [
      "behind the Link of ping",
      { "/ping": linked("docs/api"), "/docs/api": json(document) },
      "/docs/api",
    ],
    [
      "behind the Link of a 404",
      { "/openapi.json": linked("/v/news/spec#top", 404), "/spec": json(document) },
      "/spec",
    ],
    [
      "behind the Link of a page",
      {
        "/openapi.json": { ...linked("/v/news/spec"), body: "<!doctype html>" },
        "/spec": json(document),
      },
      "/spec",
    ],
    [
      "where other places hold something else",
      {
        "/openapi.json": { body: "<!doctype html><title>a page for every path</title>" },
        "/ping": json('{"message":"pong"}'),
        "/openapi.yaml": json(otherApi),
        "/openapi": json(document),
      },
      "/openapi",
    ],
    [
      "that is refused without a key",
      { "/openapi.json": { status: 401, body: document } },
      "/openapi.json",
    ],
    [
      "of several files",
      {
        "/openapi.json": json(
          '{"openapi":"3.1.0","paths":{"/info/topics":{"$ref":"topics.json"}}}',
        ),
        "/topics.json": json('{"get":{"responses":{}}}'),
      },
      "/openapi.json",
    ],
    [
      "in OpenAPI 2.0",
      {
        "/openapi.json": json(
          '{"swagger":"2.0","basePath":"/v","paths":{"/news/info/topics":{"get":{}}}}',
        ),
      },
      "/openapi.json",
    ],
  ])("%s", async (_, replies, where) => {
    const { requests, counted, source, found } = await lookedUp(replies);
    expect({ source, found }).toEqual({ source: where, found: where });
    expect(counted).toBe(requests.length);
    expect(requests.length).toBeLessThanOrEqual(mostLookupRequests);
  });

  test("with the first request, where it stands at the first place", async () => {
    const { requests } = await lookedUp({ "/openapi.json": json(document) });
    expect(requests).toEqual(["/v/news/openapi.json"]);
  });

  test("with the key only after a refusal, and then at once", async () => {
    const refusing = { status: 401, body: "nothing" };
    const { requests } = await lookedUp({ "/openapi.json": refusing, "/ping": json("{}") });
    expect(requests).toEqual([
      "/v/news/openapi.json",
      "/v/news/openapi.json with the key",
      "/v/news/ping with the key",
      "/v/news/openapi.yaml with the key",
      "/v/news/openapi with the key",
    ]);
  });
});

describe("a server that wants a key for every path", () => {
  const refusing = (replies: Replies): Replies =>
    Object.fromEntries(
      ["/openapi.json", "/openapi.yaml", "/openapi", "/docs/api", ...Object.keys(replies)].map(
        (place) => [place, { ...replies[place], status: 401 }],
      ),
    );
  test.each<[string, Replies, string]>([
    ["at the last place", { "/openapi": json(document) }, "/openapi"],
    [
      "behind the Link of ping",
      { "/ping": linked("docs/api"), "/docs/api": json(document) },
      "/docs/api",
    ],
    [
      "of two files at the third place",
      {
        "/openapi.yaml": json(
          '{"openapi":"3.1.0","paths":{"/info/topics":{"$ref":"topics.json"}}}',
        ),
        "/topics.json": json('{"get":{"responses":{}}}'),
      },
      "/openapi.yaml",
    ],
  ])("is searched as far as another: %s", async (_, replies, where) => {
    const { requests, counted, found } = await lookedUp(refusing(replies));
    expect(found).toBe(where);
    expect(counted).toBe(requests.length);
    expect(requests.filter((one) => !one.endsWith("with the key"))).toEqual([
      "/v/news/openapi.json",
    ]);
  });

  test("from some path on, at the last one as well", async () => {
    const { requests, found } = await lookedUp({ "/openapi": { status: 401, body: document } });
    expect(found).toBe("/openapi");
    expect(requests.length).toBe(mostLookupRequests);
  });

  test("gets one request more, however many files are refused at once", async () => {
    const parts = [..."abc"];
    const { requests, counted } = await lookedUp({
      "/openapi.json": json(
        JSON.stringify({
          openapi: "3.1.0",
          paths: Object.fromEntries(parts.map((one) => [`/${one}`, { $ref: `${one}.json` }])),
        }),
      ),
      ...Object.fromEntries(parts.map((one) => [`/${one}.json`, { status: 401, body: "{}" }])),
    });
    expect(counted).toBe(mostLookupRequests);
    expect(requests.length).toBeLessThanOrEqual(mostLookupRequests);
  });
});

describe("a document that is not the surface's description is ignored", () => {
  test.each<[string, Replies, string, RegExp]>([
    ["nothing", {}, "/openapi.json", /^answered with 404$/],
    ["a page", { "/openapi": { body: "<!doctype html>" } }, "/openapi", /not an OpenAPI document/],
    [
      "an API of others",
      { "/openapi.json": json(otherApi) },
      "/openapi.json",
      /no operation of the news/,
    ],
    [
      "the other surface's",
      { "/openapi.json": json(JSON.stringify(describeSurface("aggregator", "/v/news"))) },
      "/openapi.json",
      /no operation of the news/,
    ],
    ["an object", { "/openapi.json": json("{}") }, "/openapi.json", /not an OpenAPI document/],
    ["half of it", { "/openapi.json": json(document.slice(0, 500)) }, "/openapi.json", /./],
    ["a failure", { "/openapi.json": { status: 500 } }, "/openapi.json", /^answered with 500$/],
    ["throttling", { "/openapi.json": { status: 429 } }, "/openapi.json", /^answered with 429$/],
    [
      "a redirect",
      { "/openapi.json": { status: 302, headers: { location: "http://other.example/" } } },
      "/openapi.json",
      /redirect to http:\/\/other\.example/,
    ],
    [
      "what stands at another origin",
      { "/ping": linked("http://127.0.0.1:9/openapi.json") },
      "/ping",
      /a Link leads to http:\/\/127\.0\.0\.1:9/,
    ],
    [
      "one that refers to another origin",
      { "/openapi.json": json('{"openapi":"3.1.0","paths":{"$ref":"http://127.0.0.1:9/x"}}') },
      "/openapi.json",
      /at another origin and not fetched/,
    ],
    [
      "one that refers to files of this machine",
      { "/openapi.json": json('{"openapi":"3.1.0","paths":{"$ref":"file:///etc/passwd"}}') },
      "/openapi.json",
      /not fetched/,
    ],
    [
      "one of many files",
      {
        "/openapi.json": json(
          JSON.stringify({
            openapi: "3.1.0",
            paths: Object.fromEntries(
              [..."abcde"].map((one) => [`/${one}`, { $ref: `${one}.json` }]),
            ),
          }),
        ),
        ...Object.fromEntries([..."abcde"].map((one) => [`/${one}.json`, json('{"get":{}}')])),
      },
      "/openapi.json",
      /more than 4 requests would be needed/,
    ],
  ])("%s", async (_, replies, place, outcome) => {
    const { requests, counted, source, found, tried } = await lookedUp(replies);
    expect({ source, found }).toEqual({ source: null, found: null });
    expect(tried?.find(([url]) => url === place)?.[1]).toMatch(outcome);
    // One may be given up before the server sees it.
    expect(counted).toBeGreaterThanOrEqual(requests.length);
    expect(counted).toBeLessThanOrEqual(mostLookupRequests);
  });

  test("links that lead round in a circle end", async () => {
    const { requests } = await lookedUp({
      "/openapi.json": linked("/v/news/a", 404),
      "/a": linked("/v/news/openapi.json", 404),
    });
    expect(requests).toEqual(
      ["openapi.json", "a", "ping", "openapi.yaml"].map((one) => `/v/news/${one}`),
    );
  });
});

test("a server that never answers is waited for no longer than the timeout", async () => {
  const { found, tried } = await lookedUp({ "/openapi.json": { status: 0 } }, true, 150);
  expect(found).toBeNull();
  expect(tried?.map(([url]) => url)).toEqual(["/openapi.json"]);
  expect(tried?.[0]?.[1]).toMatch(/150 ms|no answer/);
});

test("nothing is sent if the search is turned off", async () => {
  const { requests, news } = await lookedUp({ "/openapi.json": json(document) }, false);
  expect(requests).toEqual([]);
  expect(news).not.toHaveProperty("lookup");
});

test("no key stands in what is noted", async () => {
  const leaking = { status: 302, headers: { location: `http://other.example/?k=${key}` } };
  const { news } = await lookedUp({
    "/openapi.json": leaking,
    "/openapi": json(document.replace("Headlines", key)),
  });
  expect(news?.lookup?.found).toMatch(/openapi$/);
  expect(JSON.stringify(news)).not.toContain(key);
});
