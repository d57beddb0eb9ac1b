import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { sourceAt, spec } from "./live-sources.ts";
import { closedPort, httpServer, pathOf } from "./servers.ts";

describe("connections that are dropped", () => {
  /** Answers ping and every path that is not dropped; counts what comes at each path. */
  async function dropping(
    drops: (path: string, nth: number) => boolean,
    how: (request: IncomingMessage, response: ServerResponse) => void = (request) =>
      request.socket.destroy(),
  ) {
    const counts: Record<string, number> = {};
    const base = await httpServer((request, response) => {
      const path = pathOf(request);
      const nth = (counts[path] ?? 0) + 1;
      counts[path] = nth;
      if (drops(path, nth)) how(request, response);
      else response.end("{}");
    });
    return { base, counts };
  }

  it("again and again at one request, while others are answered, are the server's", async () => {
    const { base, counts } = await dropping((path) => path === "/broken");
    const source = sourceAt(base);
    const [broken, fine] = await Promise.all([
      source.exchange(spec("/broken")),
      source.exchange(spec("/fine")),
    ]);
    expect(broken.failure).toEqual({
      kind: "dropped",
      message: expect.stringMatching(
        /closed the connection without a response, also on a fresh connection, while it answered other requests$/,
      ),
    });
    expect(fine.answer?.status).toBe(200);
    // What was answered before is asked for before and after, to see that the surface is alive.
    expect(counts).toEqual({ "/broken": 4, "/fine": 4 });
    expect([broken.recorded.attempts, source.requests]).toEqual([7, 8]);
  });

  it("are asked for again, also where no retries are wanted", async () => {
    const { base, counts } = await dropping((path) => path === "/broken");
    const source = sourceAt(base, { network: { retries: 0 } });
    expect((await source.exchange(spec("/broken"))).failure?.kind).toBe("dropped");
    // Nothing was answered before, so that ping shows whether the surface is alive.
    expect(counts).toEqual({ "/broken": 3, "/ping": 3 });
  });

  it("are forgotten where the last attempt is answered", async () => {
    const { base } = await dropping((path, nth) => path === "/late" && nth < 3);
    const source = sourceAt(base);
    expect((await source.exchange(spec("/late"))).answer?.status).toBe(200);
  });

  it("in the middle of an answer are an answer that is no HTTP message", async () => {
    const { base } = await dropping(
      (path) => path === "/broken",
      (request, response) => {
        response.writeHead(200, { "content-length": 100 });
        response.write("{", () => (request.socket as Socket).resetAndDestroy());
      },
    );
    const source = sourceAt(base);
    expect((await source.exchange(spec("/broken"))).failure?.kind).toBe("malformed");
  });

  it("are an outage where nothing is answered any more", async () => {
    let alive = true;
    const { base } = await dropping(() => !alive);
    const source = sourceAt(base);
    expect((await source.exchange(spec("/ping"))).answer?.status).toBe(200);
    alive = false;
    const kinds = await Promise.all(
      ["/a", "/b"].map(async (path) => (await source.exchange(spec(path))).failure?.kind),
    );
    expect(kinds).toEqual(["reset", "reset"]);
  });

  it("are an outage where a gateway has answered for what stands behind it", async () => {
    const base = await httpServer((request, response) => {
      if (pathOf(request) === "/broken") request.socket.destroy();
      else response.writeHead(502).end();
    });
    const source = sourceAt(base, { network: { retries: 0 } });
    expect((await source.exchange(spec("/broken"))).failure?.kind).toBe("reset");
  });

  it("in time with an interruption are left as they were", async () => {
    const { base } = await dropping((path) => path === "/broken");
    const source = sourceAt(base);
    const broken = source.exchange(spec("/broken"));
    await source.exchange(spec("/fine"));
    source.stop("news", "the run was interrupted");
    expect(["reset", "not-sent"]).toContain((await broken).failure?.kind);
  });

  it("at one endpoint do not silence its neighbours", async () => {
    const { base, counts } = await dropping((path) => path.startsWith("/broken"));
    const source = sourceAt(base, { network: { concurrency: 1 } });
    const broken = Array.from({ length: 30 }, (_, index) =>
      source.exchange({ ...spec("/broken"), query: [["n", String(index)]] }),
    );
    const fine = Array.from({ length: 30 }, (_, index) =>
      source.exchange({ ...spec("/fine"), query: [["n", String(index)]] }),
    );
    const answered = (await Promise.all(fine)).filter(({ answer }) => answer?.status === 200);
    expect(answered.length).toBe(30);
    const failures = (await Promise.all(broken)).map(({ failure }) => failure);
    // Each of them is judged, since a dropped request is an answer of a kind.
    expect(new Set(failures.map((failure) => failure?.kind))).toEqual(new Set(["dropped"]));
    const asked = Object.keys(counts).filter((path) => path.startsWith("/broken"));
    expect(asked.length).toBe(30);
  });
});

describe("a surface that stops answering", () => {
  it("gives a surface up that never answers, and spares the other", async () => {
    const down = `http://127.0.0.1:${await closedPort()}`;
    const base = await httpServer((_request, response) => response.end("{}"));
    const source = sourceAt(down, { aggregator: base, network: { concurrency: 2 } });
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, index) => source.exchange(spec(`/${index}`))),
    );
    const kinds = all.map(({ failure }) => failure?.kind);
    expect(kinds.filter((kind) => kind === "refused").length).toBeLessThan(15);
    expect(kinds.filter((kind) => kind === "not-sent").length).toBeGreaterThan(14);
    expect(all.at(-1)?.failure?.message).toMatch(
      /^not sent, since 8 requests in a row had no response; .*connection refused/,
    );
    expect((await source.exchange(spec("/ping", "aggregator"))).answer?.status).toBe(200);
  });

  it("takes no surface for down because other methods than GET are dropped", async () => {
    const base = await httpServer((request, response) => {
      if (request.method === "GET") response.end("{}");
      else request.socket.destroy();
    });
    const source = sourceAt(base, { network: { concurrency: 1, retries: 0 } });
    const posts = Array.from({ length: 10 }, (_, index) =>
      source.exchange({ ...spec(`/${index}`), method: "POST" }),
    );
    const kinds = (await Promise.all(posts)).map(({ failure }) => failure?.kind);
    expect(new Set(kinds)).toEqual(new Set(["reset"]));
    expect((await source.exchange(spec("/ping"))).answer?.status).toBe(200);
  });

  it("gives a surface up that stops answering, once what was answered before is not any more", async () => {
    let down = false;
    let requests = 0;
    const base = await httpServer((request, response) => {
      requests += 1;
      if (down) request.socket.destroy();
      else response.end("{}");
    });
    const source = sourceAt(base, { network: { retries: 0, concurrency: 4 } });
    await source.exchange(spec("/ping"));
    down = true;
    const paths = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "/one" : "/other"));
    const all = await Promise.all(
      paths.map((path, index) => source.exchange({ ...spec(path), query: [["n", String(index)]] })),
    );
    expect(all.at(-1)?.failure?.message).toMatch(
      /^not sent, since \d+ requests in a row had no response/,
    );
    expect(new Set(all.map(({ failure }) => failure?.kind))).toEqual(
      new Set(["reset", "not-sent"]),
    );
    expect(requests).toBeLessThan(25);
  });
});
