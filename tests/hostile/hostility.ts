import type { Socket } from "node:net";

/** The answer that a conforming server gives. */
export interface RightAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One request to a hostile server. */
export interface Asked {
  readonly socket: Socket;
  readonly method: string;
  /** Path and query, with the prefix of the base URL. */
  readonly path: string;
  /** All header lines, as they came. */
  readonly head: string;
  /** The number of requests to this surface until now, from 1. */
  readonly nth: number;
  right(): Promise<RightAnswer>;
}

/** One way for a server to be hostile. */
export interface Hostility {
  readonly name: string;
  readonly answer: (asked: Asked) => void | Promise<void>;
  /** Before any request is read, such as instead of a TLS handshake. */
  readonly connect?: (socket: Socket) => void;
  readonly tls?: true;
  /** The run is told where the description is. */
  readonly isDescribed?: true;
  /** What the run is told besides. */
  readonly words?: readonly string[];
  /** The exit codes that are right if it is hostile from the first request on: 3 by default. */
  readonly atOnce?: readonly number[];
  /** The same if it becomes hostile during the run: 1 or 3 by default. */
  readonly late?: readonly number[];
  /** It takes less than a second or two, so it is tested with everything else. */
  readonly quick?: true;
}

/** Writes an HTTP answer with a fitting length, unless the headers have another. */
export function write(
  { socket, method }: Pick<Asked, "socket" | "method">,
  status: number | string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
): void {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const lines = Object.entries({
    "content-type": "application/json",
    ...("transfer-encoding" in headers ? {} : { "content-length": String(bytes.length) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.destroyed) return;
  socket.write(Buffer.from(`HTTP/1.1 ${status} Answer\r\n${lines.join("")}\r\n`, "latin1"));
  if (method !== "HEAD") socket.write(bytes);
}

/** The right answer with another body, and perhaps other headers. */
export function instead(
  change: (right: Buffer, asked: Asked) => string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Hostility["answer"] {
  return async (asked) => {
    const right = await asked.right();
    write(asked, right.status, headers, change(right.body, asked));
  };
}

/** The members of the right body, and these in front of them or behind. */
export function withMembers(right: Buffer, members: string, first = false): string {
  const text = right.toString();
  if (!text.startsWith("{") || text.startsWith("{}")) return text;
  return first ? `{${members},${text.slice(1)}` : `${text.slice(0, -1)},${members}}`;
}

/** Writes the same again and again, as fast as it is read, or once per pause. */
export function forever(socket: Socket, chunk: string | Uint8Array, pauseMs = 0): void {
  const next = () => {
    if (socket.destroyed) return;
    const isRead = socket.write(chunk);
    if (pauseMs > 0) setTimeout(next, pauseMs);
    else if (isRead) setImmediate(next);
    else socket.once("drain", next);
  };
  next();
}
