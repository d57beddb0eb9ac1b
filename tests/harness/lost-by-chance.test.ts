import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { sourceAt, spec } from "./live-sources.ts";
import { httpServer, pathOf } from "./servers.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Ways in which a connection ends before a response is complete. */
const ends: readonly (readonly [string, Answer, "dropped" | "malformed"])[] = [
  ["reset before a response", ({ socket }) => void socket.resetAndDestroy(), "dropped"],
  ["closed before a response", ({ socket }) => void socket.end(), "dropped"],
  ["closed in the status line", ({ socket }) => void socket.end("HTTP/1.1 2"), "malformed"],
  [
    "closed in the headers",
    ({ socket }) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\nconte"),
    "malformed",
  ],
  ["closed in the body", cutBody("content-length: 9", "{", false), "malformed"],
  [
    "closed in the last body",
    cutBody("content-length: 9\r\nconnection: close", "{", false),
    "malformed",
  ],
  ["closed in a chunk", cutBody("transfer-encoding: chunked", '9\r\n{"', false), "malformed"],
  [
    "closed in the last chunk",
    cutBody("transfer-encoding: chunked\r\nconnection: close", '9\r\n{"', false),
    "malformed",
  ],
  ["reset in the body", cutBody("content-length: 9", "{", true), "malformed"],
];

function cutBody(header: string, body: string, resets: boolean): Answer {
  return ({ socket }) => {
    const text = `HTTP/1.1 200 OK\r\n${header}\r\n\r\n${body}`;
    if (resets) socket.write(text, () => (socket as Socket).resetAndDestroy());
    else socket.end(text);
  };
}

const query = (path: string, index: number) => ({
  ...spec(path),
  query: [["n", String(index)]] as const,
});

describe.each(ends)("connections that are %s", (_name, end, kind) => {
  it("always at one request are the server's", async () => {
    const base = await httpServer((request, response) => {
      if (pathOf(request) === "/broken") end(request, response);
      else response.end("{}");
    });
    const source = sourceAt(base, { isHasty: true });
    const [broken, fine] = await Promise.all([
      source.exchange(spec("/broken")),
      source.exchange(spec("/fine")),
    ]);
    expect(broken.failure?.kind).toBe(kind);
    expect(broken.failure?.message).toMatch(
      /, also on a fresh connection, while it answered other requests$/,
    );
    expect(fine.answer?.status).toBe(200);
  });

  // It begins and ends anywhere: between a request and the probe that follows, too.
  it("during an outage are not, whenever it ends", async () => {
    for (const lost of [1, 4, 9, 14]) {
      let requests = 0;
      const base = await httpServer((request, response) => {
        requests += 1;
        if (requests > 4 && requests <= 4 + lost) end(request, response);
        else response.end("{}");
      });
      const source = sourceAt(base, { isHasty: true, network: { concurrency: 3 } });
      await Promise.all([0, 1, 2].map((index) => source.exchange(query("/before", index))));
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, index) => source.exchange(query(`/${index % 3}`, index))),
      );
      const kinds = new Set(all.map(({ failure }) => failure?.kind ?? "answered"));
      expect([...kinds].filter((one) => one === "dropped" || one === "malformed")).toEqual([]);
    }
  });
});

/** Numbers from 0 to 1 that look like chance, the same at each run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("connections that are lost by chance", () => {
  it.each([0.1, 0.2, 0.3])("never accuse the server: %d", async (share) => {
    for (const seed of [1, 2]) {
      const random = chance(seed);
      const base = await httpServer((request, response) => {
        if (random() < share) ends[Math.floor(random() * ends.length)]?.[1](request, response);
        else response.end("{}");
      });
      const source = sourceAt(base, { isHasty: true });
      const all = await Promise.all(
        Array.from({ length: 150 }, (_, index) => source.exchange(query(`/${index % 5}`, index))),
      );
      const accused = all.filter(({ failure }) =>
        ["dropped", "malformed"].includes(failure?.kind ?? ""),
      );
      expect(accused).toEqual([]);
      expect(all.filter(({ answer }) => answer !== null).length).toBeGreaterThan(145);
    }
  });

  it("do not hide a request that is always dropped", async () => {
    const random = chance(4);
    let broken = 0;
    const base = await httpServer((request, response) => {
      const isBroken = pathOf(request).startsWith("/broken");
      if (isBroken) broken += 1;
      if (isBroken || random() < 0.1) request.socket.destroy();
      else response.end("{}");
    });
    const source = sourceAt(base, { isHasty: true });
    const [first] = await Promise.all([
      source.exchange(spec("/broken")),
      ...Array.from({ length: 100 }, (_, index) => source.exchange(query("/fine", index))),
    ]);
    expect(first.failure?.kind).toBe("dropped");
    expect(broken).toBeGreaterThan(4);
  });

  it("are an open question where they are too many", async () => {
    const counts = new Map<string, number>();
    const base = await httpServer((request, response) => {
      const path = pathOf(request);
      const nth = (counts.get(path) ?? 0) + 1;
      counts.set(path, nth);
      if (path.startsWith("/always") || (path.startsWith("/twice") && nth <= 2)) {
        request.socket.destroy();
      } else response.end("{}");
    });
    const source = sourceAt(base, { isHasty: true });
    await source.exchange(spec("/ping"));
    const [always] = await Promise.all([
      source.exchange(spec("/always")),
      ...Array.from({ length: 8 }, (_, index) => source.exchange(query("/twice", index))),
    ]);
    expect(always.failure?.kind).toBe("reset");
    expect(always.failure?.message).toMatch(
      /, as it did at other requests, which it answered later$/,
    );
    expect(counts.get("/always")).toBe(12);
  });

  it("by the crash that another request causes are not the server's at this one", async () => {
    let crashed = 0;
    const waiting = new Set<Socket>();
    const base = await httpServer((request, response) => {
      if (pathOf(request) === "/crash") {
        crashed += 1;
        request.socket.destroy();
        for (const socket of waiting) socket.destroy();
        return;
      }
      // Whatever is sent at the same time as the first crash, and again with the others, is lost with it.
      waiting.add(request.socket);
      setImmediate(() => {
        waiting.delete(request.socket);
        if (!request.socket.destroyed) response.end("{}");
      });
    });
    const source = sourceAt(base, { isHasty: true, network: { concurrency: 6 } });
    await source.exchange(spec("/ping"));
    const [crash, ...others] = await Promise.all([
      source.exchange(spec("/crash")),
      ...Array.from({ length: 5 }, (_, index) => source.exchange(query("/fine", index))),
    ]);
    expect(crashed).toBeGreaterThan(3);
    expect(crash.failure?.kind).toBe("dropped");
    expect(others.map(({ answer }) => answer?.status)).toEqual([200, 200, 200, 200, 200]);
  });

  it("in the response to another method are judged as well", async () => {
    const base = await httpServer((request, response) => {
      if (request.method === "POST") cutBody("content-length: 9", "{", false)(request, response);
      else response.end("{}");
    });
    const source = sourceAt(base, { isHasty: true });
    const posted = await source.exchange({ ...spec("/fine"), method: "POST" });
    expect(posted.failure?.kind).toBe("malformed");
  });
});
