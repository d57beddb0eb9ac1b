import { buildConnector, Pool } from "undici";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../harness/http/client.ts";
import { collectBody } from "../../harness/http/collect.ts";
import { PausingClient } from "../../harness/http/pausing-client.ts";
import type { Receiver, ReceivingRoom } from "../../harness/http/receiving-room.ts";
import { get, httpServer, network, rawServer } from "./servers.ts";

const maxBodyBytes = 2_000_000;

/** A room that pauses a body at its first piece, until it is told to let it go on. */
function pausingRoom() {
  let receiver: Receiver | null = null;
  let pieces = 0;
  let onPaused = () => {};
  const isPaused = new Promise<void>((resolve) => {
    onPaused = resolve;
  });
  const room: ReceivingRoom = {
    enter(entered) {
      receiver = entered;
      return {
        take() {
          pieces += 1;
          if (pieces > 1) return;
          receiver?.pause();
          onPaused();
        },
        complete() {},
        leave() {},
      };
    },
  };
  return { room, isPaused, pieces: () => pieces, goOn: () => receiver?.resume() };
}

function pool(origin: string): Pool {
  const factory = (to: URL, options: object) => new PausingClient(to, options);
  const made = new Pool(origin, { factory, connect: buildConnector({}) });
  onTestFinished(() => made.destroy());
  return made;
}

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a response that is paused", () => {
  const body = "x".repeat(1_000_000);
  const heads: readonly [string, string][] = [
    ["with a length", `content-length: ${body.length}`],
    ["that ends with the connection", "connection: close"],
    ["with both", `connection: close\r\ncontent-length: ${body.length}`],
  ];

  test.each(heads)("%s goes on, and no time passes meanwhile", async (_, header) => {
    const base = await rawServer((_head, socket) => {
      socket.end(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n${body}`);
    });
    const { room, isPaused, pieces, goOn } = pausingRoom();
    const bounds = { timeoutMs: 1_000, totalMs: 1_000, maxBodyBytes, room };
    const wire = { origin: base, path: "/", method: "GET" } as const;
    const collected = collectBody(pool(base), wire, bounds, "host:80");
    await isPaused;
    await passed(1_300);
    expect(pieces()).toBe(1);
    goOn();
    expect(Buffer.from((await collected).body).toString()).toBe(body);
  });

  test("is an error if the connection breaks meanwhile", async () => {
    const base = await rawServer((_head, socket) => {
      const rest = () => setTimeout(() => socket.resetAndDestroy(), 100);
      socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${body}`, rest);
    });
    const { room, isPaused, goOn } = pausingRoom();
    const bounds = { timeoutMs: 10_000, totalMs: 20_000, maxBodyBytes, room };
    const wire = { origin: base, path: "/", method: "GET" } as const;
    const collected = collectBody(pool(base), wire, bounds, "host:80");
    const outcome = collected.then(
      () => "a body",
      (error: Error) => error.message,
    );
    await isPaused;
    await passed(300);
    goOn();
    expect(await outcome).toMatch(/^(a body|interrupted)$/);
  });
});

test("a dispatcher that passes requests on in another way is told, and not left unpaused", () => {
  const handler = { onRequestStart() {}, onResponseData() {} };
  const client = new PausingClient("http://127.0.0.1:9", { connect: buildConnector({}) });
  expect(() => client.dispatch({ path: "/", method: "GET" }, handler)).toThrow("undici");
  expect(() => new PausingClient("http://127.0.0.1:9", {})).toThrow("undici");
});

test.each([
  ["a length", (length: number) => ({ "content-length": `${length}` })],
  ["chunks", () => ({})],
  ["the end of the connection", () => ({ connection: "close" })],
])("many large bodies with %s arrive whole, one way or another", async (_, headers) => {
  const bodies = Array.from({ length: 60 }, (_, index) => `${index}`.padEnd(1_500_000, "."));
  const base = await httpServer((request, response) => {
    const body = bodies[Number(request.url?.slice(1))] ?? "";
    response.writeHead(200, headers(body.length)).end(body);
  });
  const client = createClient({ ...network, concurrency: 30 });
  onTestFinished(() => client.close());
  const replies = await Promise.all(bodies.map((_, index) => client.send(get(`${base}/${index}`))));
  for (const [index, reply] of replies.entries()) {
    if (reply.kind === "failed") throw new Error(reply.failure.message);
    expect(Buffer.from(reply.body).equals(Buffer.from(bodies[index] ?? ""))).toBe(true);
  }
});
