import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { Agent } from "undici";
import { describe, expect, it } from "vitest";
import { maxBodyBytes } from "../../harness/http/client.ts";
import { collectBody } from "../../harness/http/collect.ts";
import { TooSlow } from "../../harness/http/failures.ts";
import { createReceivingRoom } from "../../harness/http/receiving-room.ts";
import type { Reply } from "../../harness/http/reply.ts";
import {
  clientFor,
  closedPort,
  get,
  httpServer,
  httpsServer,
  pathOf,
  rawServer,
} from "./servers.ts";

const text = (reply: Reply) =>
  reply.kind === "answered" ? Buffer.from(reply.body).toString() : reply.failure;
const room = createReceivingRoom(maxBodyBytes);
const failure = (reply: Reply) => (reply.kind === "failed" ? reply.failure : null);

describe("answers", () => {
  const coded: Record<string, [encoding: string, body: Buffer]> = {
    "/plain": ["identity", Buffer.from('{"a":1}')],
    "/gzip": ["gzip", gzipSync('{"a":1}')],
    "/x-gzip": ["X-GZIP", gzipSync('{"a":1}')],
    "/deflate": ["deflate", deflateSync('{"a":1}')],
    "/raw-deflate": ["deflate", deflateRawSync('{"a":1}')],
    "/br": ["br", brotliCompressSync('{"a":1}')],
    "/twice": ["gzip, br", brotliCompressSync(gzipSync('{"a":1}'))],
  };
  it.each(Object.keys(coded))("undoes the coding of %s", async (path) => {
    const base = await httpServer((request, response) => {
      const [encoding, body] = coded[pathOf(request)] ?? ["", Buffer.alloc(0)];
      response.setHeader("content-encoding", encoding);
      response.write(body.subarray(0, 3));
      response.end(body.subarray(3));
    });
    expect(text(await clientFor().send(get(`${base}${path}`)))).toBe('{"a":1}');
  });

  it("leaves an empty coded body empty", async () => {
    const base = await httpServer((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end();
    });
    expect(text(await clientFor().send(get(base)))).toBe("");
  });

  it("receives a page of a hundred items with 20 KB each", async () => {
    const page = JSON.stringify({ publishers: Array(100).fill({ name: "x".repeat(20_000) }) });
    const base = await httpServer((_request, response) => response.end(page));
    expect(text(await clientFor().send(get(base)))).toBe(page);
  });

  it("joins repeated headers under lower-case names", async () => {
    const base = await rawServer((_head, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX-Many: a\r\nx-many: b\r\ncontent-length: 2\r\n\r\n{}");
    });
    const reply = await clientFor().send(get(base));
    expect(reply).toMatchObject({ status: 200, headers: { "x-many": "a, b" } });
  });

  it("does not follow redirects", async () => {
    const seen: string[] = [];
    const base = await httpServer((request, response) => {
      seen.push(pathOf(request));
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(await clientFor().send(get(`${base}/a?b=%27c`))).toMatchObject({ status: 302 });
    expect(seen).toEqual(["/a?b=%27c"]);
  });

  it("passes over an early hint and reads a body that ends with its connection", async () => {
    const base = await rawServer((_head, socket) => {
      socket.end("HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}");
    });
    expect(text(await clientFor().send(get(base)))).toBe("{}");
  });

  describe("a 100 Continue that nobody asked for", () => {
    const informational = "HTTP/1.1 100 Continue\r\nserver: x\r\n\r\n";
    const complete = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

    it.each([
      ["once", informational],
      ["of HTTP/1.0", "HTTP/1.0 100 \r\n\r\n"],
      ["after an early hint", `HTTP/1.1 103 Hint\r\nlink: <x>\r\n\r\n${informational}`],
      ["a thousand times", informational.repeat(1000)],
    ])("is passed over, %s, on a connection that is used again", async (_, before) => {
      const base = await rawServer((_head, socket) => void socket.write(before + complete));
      const client = clientFor();
      for (let nth = 0; nth < 3; nth += 1) expect(text(await client.send(get(base)))).toBe("{}");
    });

    it("is passed over if it comes byte by byte", async () => {
      const base = await rawServer(async (_head, socket) => {
        for (const byte of informational + complete) {
          socket.write(byte);
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
      expect(text(await clientFor().send(get(base)))).toBe("{}");
    });

    it.each([httpServer, httpsServer])(
      "is passed over if a server of Node sends it",
      async (make) => {
        const base = await make((_request, response) => {
          response.writeContinue();
          response.end("{}");
        });
        const client = clientFor({ allowInsecureTls: true });
        for (let nth = 0; nth < 3; nth += 1) expect(text(await client.send(get(base)))).toBe("{}");
      },
    );

    it("leaves a body that looks like one as it is", async () => {
      const head = `HTTP/1.1 200 OK\r\ncontent-length: ${informational.length}\r\n\r\n`;
      const base = await rawServer(async (_head, socket) => {
        socket.write(head);
        await new Promise((resolve) => setTimeout(resolve, 20));
        socket.write(informational);
      });
      expect(text(await clientFor().send(get(base)))).toBe(informational);
    });

    it("is no response", async () => {
      const closing = await rawServer((_head, socket) => void socket.end(informational));
      expect(failure(await clientFor().send(get(closing)))?.kind).toBe("reset");
      const waiting = await rawServer((_head, socket) => void socket.write(informational));
      const reply = await clientFor({ timeoutMs: 50 }).send(get(waiting));
      expect(failure(reply)?.kind).toBe("timeout");
    });

    it("is passed over in front of a large body in the same piece", async () => {
      const body = "x".repeat(500_000);
      const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
      const base = await rawServer((_head, socket) => {
        socket.write(informational + head + body);
      });
      expect(text(await clientFor().send(get(base)))).toBe(body);
    });

    it.each([
      [
        "one with headers without end",
        `HTTP/1.1 100 Continue\r\n${"x-more: x\r\n".repeat(10_000)}`,
      ],
      ["too many", informational.repeat(3000)],
    ])("is too large: %s", async (_, before) => {
      const base = await rawServer((_head, socket) => void socket.write(before));
      expect(failure(await clientFor().send(get(base)))?.kind).toBe("too-large");
    });
  });

  it("keeps its connections, and uses a fresh one when told to", async () => {
    const ports = new Set<number | undefined>();
    const closes: (string | undefined)[] = [];
    const base = await httpServer((request, response) => {
      ports.add(request.socket.remotePort);
      closes.push(request.headers.connection);
      response.end("{}");
    });
    const client = clientFor();
    for (let index = 0; index < 6; index += 1) await client.send(get(base));
    // A second connection is opened while the first is being made ready again.
    expect(ports.size).toBeLessThanOrEqual(2);
    const before = ports.size;
    await client.send(get(base), { freshConnection: true });
    expect(ports.size).toBe(before + 1);
    expect(closes.at(-1)).toBe("close");
  });
});

describe("bodies that are not what HTTP allows", () => {
  const head = "HTTP/1.1 200 OK\r\n";
  it.each([
    [
      "chunked, with a bad size",
      `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
      /not HTTP/,
    ],
    ["not HTTP", "hello there, this is no answer\r\n\r\n", /not HTTP/],
    ["bad header", `${head}bad header: 1\r\ncontent-length: 0\r\n\r\n`, /not HTTP/],
    [
      "with a length and chunks",
      `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      /differs from its content-length|not HTTP/,
    ],
    ["not gzip", `${head}content-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}`, /not valid gzip/],
    [
      "an unknown coding",
      `${head}content-encoding: pigeon\r\ncontent-length: 2\r\n\r\n{}`,
      /pigeon/,
    ],
  ])("%s", async (_name, answer, message) => {
    const base = await rawServer((_head, socket) => socket.end(answer));
    const failed = failure(await clientFor().send(get(base)));
    expect(failed?.kind).toBe("malformed");
    expect(failed?.message).toMatch(message);
    expect(failed?.message).toContain(base.slice("http://".length));
    expect(failed?.message).not.toContain("\n");
  });

  // Something between may have cut it: whether the server is the cause shows when it is asked again.
  it.each(["connection: keep-alive", "connection: close"])(
    "that end early: %s",
    async (connection) => {
      const start = `${head}${connection}\r\n`;
      for (const answer of [
        "HTTP/1.1 2",
        `${start}content-length: 10\r\n\r\n{}`,
        `${start}content-length: 10\r\n\r\n`,
        `${start}transfer-encoding: chunked\r\n\r\n5\r\n{"a":`,
        `${start}content-length: 10\r\ncontent-ty`,
        `${start}content-ty`,
      ]) {
        const base = await rawServer((_head, socket) => socket.end(answer));
        for (const freshConnection of [true, false]) {
          expect(failure(await clientFor().send(get(base), { freshConnection })), answer).toEqual({
            kind: "reset",
            message: `${base.slice("http://".length)} closed the connection before its response was complete`,
          });
        }
      }
    },
  );

  it("half a gzip stream", async () => {
    const half = gzipSync(JSON.stringify({ a: "b".repeat(500) })).subarray(0, -12);
    const base = await httpServer((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(half);
    });
    expect(failure(await clientFor().send(get(base)))?.kind).toBe("malformed");
  });
});

describe("bounds", () => {
  it.each([
    ["by its length", (size: number) => ["identity", Buffer.alloc(size, 32)] as const],
    ["as a gzip bomb", (size: number) => ["gzip", gzipSync(Buffer.alloc(size, 32))] as const],
    [
      "as a brotli bomb",
      (size: number) => ["br", brotliCompressSync(Buffer.alloc(size, 32))] as const,
    ],
  ])("refuses a body that is too large %s", async (_name, make) => {
    const limit = 100_000;
    const client = clientFor({}, { maxBodyBytes: limit });
    const base = await httpServer((request, response) => {
      const [encoding, body] = make(pathOf(request) === "/large" ? limit + 1 : limit);
      response.writeHead(200, { "content-encoding": encoding }).end(body);
    });
    expect(failure(await client.send(get(`${base}/large`)))).toMatchObject({
      kind: "too-large",
      message: expect.stringContaining("more than 100000 bytes"),
    });
    expect(await client.send(get(`${base}/fits`))).toMatchObject({ kind: "answered" });
  });

  const lines = (count: number) => "x-many: a\r\n".repeat(count - 1);
  const values = (count: number) => `[${"0,".repeat(count - 1)}0]`;
  it.each([
    ["2 MiB", "", " ".repeat(2 * 1024 * 1024), null],
    ["more than 2 MiB", "", " ".repeat(2 * 1024 * 1024 + 1), "more than 2097152 bytes"],
    ["100 headers", lines(100), "{}", null],
    ["more than 100 headers", lines(101), "{}", "more than 100 headers"],
    ["100,000 values", "", values(100_000), null],
    ["more than 100,000 values", "", values(100_001), "more than 100000 JSON values"],
  ])("by default, takes or refuses %s", async (_name, headers, body, reason) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n`;
    const base = await rawServer((_head, socket) => {
      socket.write(head + body);
    });
    const failed = failure(await clientFor({ timeoutMs: 10_000 }).send(get(base)));
    if (reason === null) expect(failed).toBeNull();
    else expect(failed).toEqual({ kind: "too-large", message: expect.stringContaining(reason) });
  });

  const mostPieces = 20_000;
  it.each([
    ["20,000 pieces", mostPieces, null],
    ["more pieces, however small they are", 5 * mostPieces, "too-large"],
  ])("takes a body in %s", async (_name, pieces, kind) => {
    const base = await rawServer((_head, socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      socket.write(`${"1\r\n1\r\n".repeat(pieces)}0\r\n\r\n`);
    });
    const reply = await clientFor({ timeoutMs: 10_000 }).send(get(base));
    expect(failure(reply)?.kind ?? null).toBe(kind);
    if (kind === null) expect(text(reply)).toBe("1".repeat(pieces));
    else expect(failure(reply)?.message).toContain(`more than ${mostPieces} pieces`);
  });

  it.each([
    ["no headers", "", "host:80 sent no response headers within 1000 ms"],
    [
      "half a body",
      "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{",
      "host:80 sent no more of its body within 1000 ms",
    ],
  ])("gives up on %s", async (_name, answer, message) => {
    const base = await rawServer((_head, socket) => {
      socket.write(answer);
    });
    const agent = new Agent();
    // Far apart, so that on a busy machine the time for all of it is not over before a pause is noticed.
    const bounds = { timeoutMs: 1000, totalMs: 200_000, maxBodyBytes, room };
    const wire = { origin: base, path: "/", method: "GET" } as const;
    const { cause } = await collectBody(agent, wire, bounds, "host:80").catch((error) => error);
    expect(cause).toEqual(new TooSlow(message));
    await agent.destroy();
  });

  it("gives up on a body that trickles for ever", async () => {
    const base = await httpServer((_request, response) => {
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    const agent = new Agent();
    // Far apart, so that a busy machine does not take a late byte for a pause.
    const bounds = { timeoutMs: 200_000, totalMs: 200, maxBodyBytes, room };
    const wire = { origin: base, path: "/", method: "GET" } as const;
    const { cause } = await collectBody(agent, wire, bounds, "host:80").catch((error) => error);
    expect(cause).toEqual(new TooSlow("host:80 had not finished its response after 200 ms"));
    await agent.destroy();
  });
});

describe("no answer at all", () => {
  it("names host and port of what refuses", async () => {
    const port = await closedPort();
    expect(failure(await clientFor().send(get(`http://127.0.0.1:${port}/x`)))).toEqual({
      kind: "refused",
      message: `nothing is listening at 127.0.0.1:${port} (connection refused)`,
    });
  });

  it("names a name that can't be resolved", async () => {
    const failed = failure(await clientFor().send(get("http://nowhere.invalid/x")));
    expect(failed).toMatchObject({
      kind: "dns",
      message: expect.stringContaining("nowhere.invalid"),
    });
  });

  it("suspects the connection when it is reset before any answer", async () => {
    const base = await rawServer((_head, socket) => socket.resetAndDestroy());
    const reply = await clientFor().send(get(base));
    expect(reply).toMatchObject({
      kind: "failed",
      failure: { kind: "reset" },
      suspicion: "reset-before-answer",
    });
  });

  it("takes a header that can't be sent for a failure, not a crash", async () => {
    const reply = await clientFor().send(get("http://127.0.0.1:9", { "x-bad": "a\nb" }));
    expect(failure(reply)?.kind).toBe("other");
  });

  it("ends what is in flight when it is closed", async () => {
    const client = clientFor();
    const base = await rawServer((_head, socket) => {
      if (socket.writable) void client.close();
    });
    expect((await client.send(get(base))).kind).toBe("failed");
  });
});
