import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer as createNetServer, type Server as NetServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type Client, type ClientOptions, createClient } from "../../harness/http/client.ts";
import type { WireRequest } from "../../harness/requests/request.ts";
import { defaultNetwork } from "../../harness/settings/defaults.ts";
import type {
  Keys,
  NetworkConfiguration,
  SurfaceConfiguration,
} from "../../harness/settings/types.ts";
import { selfSigned } from "./self-signed.ts";

/** Listens on a free port of the loopback until the test is over. */
async function listen(server: NetServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** @returns the base URL */
export async function httpServer(
  listener: RequestListener,
  prepare: (server: Server) => void = () => {},
): Promise<string> {
  const server = createServer(listener);
  prepare(server);
  return `http://127.0.0.1:${await listen(server)}`;
}

export async function httpsServer(listener: RequestListener): Promise<string> {
  return `https://127.0.0.1:${await listen(createSecureServer(selfSigned, listener))}`;
}

/** Calls back with every whole request head that comes; the answer is written by hand. */
export async function rawServer(
  onRequest: (head: string, socket: Socket, nth: number) => void,
): Promise<string> {
  let count = 0;
  const server = createNetServer((socket) => {
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        const head = text.slice(0, end + 4);
        text = text.slice(end + 4);
        count += 1;
        onRequest(head, socket, count);
      }
    });
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

/** A port on which nothing listens any more. */
export async function closedPort(): Promise<number> {
  const server = createNetServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

export const json = (body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** How a server of a test is asked. */
export const network: NetworkConfiguration = {
  ...defaultNetwork,
  timeoutMs: 5000,
  headers: {},
  useProxy: false,
};

export function clientFor(
  over: Partial<NetworkConfiguration> = {},
  options: ClientOptions = {},
): Client {
  const client = createClient({ ...network, ...over }, options);
  onTestFinished(() => client.close());
  return client;
}

export const get = (url: string, headers: Record<string, string> = {}): WireRequest => ({
  method: "GET",
  url,
  headers,
});

export const surfaceAt = (baseUrl: string): SurfaceConfiguration => ({
  baseUrl,
  openapi: null,
  description: null,
  parameters: {},
  samples: {
    query: "climate",
    location: "London",
    country: "us",
    language: "en",
    topic: "TECHNOLOGY",
    domain: null,
  },
  revoke: null,
});

export const keys: Keys = {
  aggregator: { own: "bk_aggregator-own", revoked: "bk_aggregator-revoked", revocable: null },
  news: { own: "bk_news-own", revoked: null, revocable: "bk_news-revocable" },
};

export const pathOf = (request: IncomingMessage) => request.url ?? "";
