import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { renderError } from "./errors.ts";
import { Refusal } from "./refusal.ts";

/** A request without its body: no operation has one, so none is read. */
export interface Received {
  readonly method: string;
  /** The request target as received, with its percent-encoding. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** Header names in the received spelling. */
  readonly headerNames: readonly string[];
  /** Of `performance.now()`. */
  readonly receivedAt: number;
  /** Identifies the connection of the request; absent if there is none. */
  readonly connection?: object;
}

export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names, without content-length, which is derived from the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Closes the connection instead: before any byte, or in the middle of the body. */
  readonly cut?: "before-answer" | "mid-body";
}

export type Handler = (request: Received) => HttpAnswer | Promise<HttpAnswer>;

export interface HttpServer {
  /**
   * @param port 0 lets the operating system choose
   * @param host an address of this machine; `0.0.0.0` and `::` are all of them
   * @returns the origin for clients on this machine, such as `http://127.0.0.1:4010`
   * @throws if the port is in use, or the address is none of this machine
   */
  listen(port: number, host: string): Promise<string>;
  /** Closes all connections and frees the port. */
  close(): Promise<void>;
}

/** Maximum size of request headers: enough for a value of 64 KiB, even percent-encoded. */
const longestHead = 1024 * 1024;

/**
 * Longer than clients keep a connection, so that none is closed while a request is being sent; and than a run takes on a
 * busy machine, since faults that remember something for a connection show only if it is used again.
 */
const keepAliveTimeout = 600_000;

/** @param onRequest is called for every incoming request */
export function createHttpServer(handler: Handler, onRequest: () => void): HttpServer {
  const server = createServer({ maxHeaderSize: longestHead, keepAliveTimeout });
  server.on("clientError", refuseConnection);
  server.on("request", async (request, response) => {
    const receivedAt = performance.now();
    onRequest();
    const { method = "GET", url: target = "/", headers, rawHeaders } = request;
    const headerNames = rawHeaders.filter((_, index) => index % 2 === 0);
    try {
      const connection = request.socket;
      const received = { method, target, headers, headerNames, receivedAt, connection };
      send(response, await handler(received));
    } catch (error) {
      // A defect of this server or of a fault: the client gets a broken connection, and the reason is
      // printed.
      console.error(error);
      response.destroy();
    }
  });
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          const at = server.address();
          const own = at === null || typeof at === "string" ? port : at.port;
          resolve(`http://${reachable(host)}:${own}`);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An address at which clients on this machine reach a server that listens at `host`, as a URL has it. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

/** @param body any JSON value */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  return {
    status,
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      date: new Date().toUTCString(),
    },
    body: JSON.stringify(body),
  };
}

function send(response: ServerResponse, { status, headers, body, cut }: HttpAnswer): void {
  if (cut === "before-answer") {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(body);
  const bodyless = status === 204 || status === 304;
  // The header is set explicitly, or omitted on purpose.
  response.sendDate = false;
  response.writeHead(status, {
    ...headers,
    ...(bodyless ? {} : { "content-length": bytes.length }),
  });
  if (cut === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => response.destroy());
}

/** Responds to malformed requests: headers that are not HTTP, or far too long. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? [431, "Request Header Fields Too Large"]
      : [400, "Bad Request"];
  const refusal = new Refusal(status, "BAD_REQUEST", "The request is malformed.");
  const body = JSON.stringify(renderError(refusal, "metadata-and-errors", performance.now()));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Date: ${new Date().toUTCString()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
