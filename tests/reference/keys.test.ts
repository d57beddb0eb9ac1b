import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authStyles, type Surface } from "../../contracts/vocabulary.ts";
import { type ReferenceServer, startReferenceServer } from "../../reference/server/server.ts";
import { aggregatorEndpoints } from "../../reference/surfaces/aggregator.ts";
import { newsEndpoints } from "../../reference/surfaces/news.ts";
import { at, fetchReply, keyHeader, spec } from "./client.ts";

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());

interface Row {
  readonly surface: Surface;
  readonly target: string;
  readonly version: string | undefined;
}

const rows: readonly Row[] = (
  [
    ["aggregator", aggregatorEndpoints],
    ["news", newsEndpoints],
  ] as const
).flatMap(([surface, endpoints]) =>
  endpoints
    .filter((endpoint) => !endpoint.public)
    .flatMap(({ path, versions }) =>
      [undefined, ...versions].map((version) => ({
        surface,
        target: path === "/geolocation" ? "/geolocation?location=London" : path,
        version,
      })),
    ),
);

function sending(row: Row, headers: Record<string, string>): Parameters<typeof spec>[3] {
  return { auth: null, headers, ...(row.version === undefined ? {} : { version: row.version }) };
}

describe.each(rows)("$surface $target at $version", (row) => {
  const { surface, target } = row;

  it("accepts its key in all three styles", async () => {
    for (const style of authStyles) {
      const reply = await spec(
        server,
        surface,
        target,
        sending(row, keyHeader(style, server.keys[surface].own)),
      );
      expect(reply.status, style).toBe(200);
    }
  });

  it("refuses every other credential with 401 in the envelope of its version", async () => {
    const { own } = server.keys[surface];
    const other = server.keys[surface === "news" ? "aggregator" : "news"].own;
    const basic = Buffer.from(`${own}:`).toString("base64");
    const refused: readonly Record<string, string>[] = [
      {},
      ...authStyles.map((style) => keyHeader(style, "bk_unknown")),
      keyHeader("x-api-key", other),
      keyHeader("api-key", server.keys[surface].revoked),
      { authorization: own },
      { authorization: `Basic ${basic}` },
      { authorization: "Bearer" },
      { authorization: "Bearer " },
      { authorization: `Token ${own}` },
      { "api-key": "" },
      { apikey: own },
    ];
    const legacy = target.startsWith("/geolocation") || /^202[24]/.test(row.version ?? "");
    for (const headers of refused) {
      const reply = await spec(server, surface, target, sending(row, headers));
      expect(reply.status, JSON.stringify(headers)).toBe(401);
      expect(reply.headers["content-type"]).toMatch(/^application\/json/);
      expect(reply.headers["www-authenticate"]).toBe("Bearer");
      expect(reply.json).toEqual(
        legacy
          ? { success: false, code: 401, message: expect.any(String) }
          : {
              metadata: {
                id: expect.any(String),
                took_ms: expect.any(Number),
                timestamp: expect.any(String),
              },
              errors: [
                {
                  code: expect.any(String),
                  message: expect.any(String),
                  details: expect.any(Object),
                },
              ],
            },
      );
    }
  });
});

describe("keys", () => {
  it("begin with bk_ and differ from start to start", async () => {
    const another = await startReferenceServer();
    await another.close();
    const all = [server, another].flatMap(({ keys }) => [
      ...Object.values(keys.aggregator),
      ...Object.values(keys.news),
    ]);
    expect(new Set(all).size).toBe(12);
    for (const key of all) expect(key).toMatch(/^bk_\S{20,}$/);
  });

  it("are found whatever the letter case of header name and scheme", async () => {
    const { own } = server.keys.news;
    for (const headers of [
      { "API-KEY": own },
      { "X-Api-Key": own },
      { AUTHORIZATION: `Bearer ${own}` },
      { authorization: `bearer ${own}` },
      { authorization: `BEARER ${own}` },
    ]) {
      const reply = await spec(server, "news", "/info/topics", { auth: null, headers });
      expect(reply.status, JSON.stringify(headers)).toBe(200);
    }
  });

  it("may stand beside a credential that is no use", async () => {
    const headers = { authorization: "Bearer of-the-gateway" };
    expect((await spec(server, "news", "/info/topics", { headers })).status).toBe(200);
  });

  it("are created and revoked at the console, at once and without harm to others", async () => {
    const { consoleUrl, keys } = server;
    const post = { method: "POST" } as const;
    const created = await fetchReply(`${consoleUrl}/keys/news`, post);
    expect(created.status).toBe(201);
    const key = String(at(created.json, "key"));
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await spec(server, "news", "/info/countries", { auth: null, headers })).status;

    expect(await status({ "api-key": key })).toBe(200);
    expect((await fetchReply(`${consoleUrl}/keys/${key}/revoke`, post)).status).toBe(200);
    expect(await status({ "api-key": key })).toBe(401);
    expect(await status({ "api-key": keys.news.own })).toBe(200);
    expect(await status({ "api-key": keys.news.revocable })).toBe(200);

    expect((await fetchReply(`${consoleUrl}/keys/bk_never/revoke`, post)).status).toBe(404);
    expect((await fetchReply(`${consoleUrl}/keys/sports`, post)).status).toBe(404);
    expect((await fetchReply(`${consoleUrl}/keys/news`)).status).toBe(404);
  });
});
