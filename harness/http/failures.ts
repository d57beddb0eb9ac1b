import type { Failure, Suspicion } from "./reply.ts";

/** The destination of a request. */
export interface Destination {
  /** `host:port`, even if it is the default port of the scheme. */
  readonly hostPort: string;
  readonly host: string;
  /** `host:port` of the proxies that may be used. */
  readonly proxies: readonly string[];
}

export interface Explained {
  readonly failure: Failure;
  readonly suspicion: Suspicion;
}

/** Thrown by our own timers, with a message for the user. */
export class TooSlow extends Error {}
/** Thrown if the connection ends before the body has the length that the headers state. */
export class EndedEarly extends Error {}
/** Thrown if a body exceeds the limit. */
export class TooLarge extends Error {}

const unreachable = new Set([
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "EADDRNOTAVAIL",
]);
const resets = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED"]);
const unresolved = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"]);
const tlsCode =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|EPROTO)/;

/**
 * Turns an error of the HTTP client into a one-line message.
 *
 * @param begun whether any part of a response had arrived
 */
export function explainError(thrown: unknown, to: Destination, begun: boolean): Explained {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = codeOf(error);
  const { message } = error;
  const of = (kind: Failure["kind"], text: string, suspicion: Suspicion = null): Explained => ({
    failure: { kind, message: oneLine(text) },
    suspicion,
  });
  if (error instanceof TooSlow) return of("timeout", message);
  if (error instanceof TooLarge) return of("too-large", message);
  const proxy = proxyTrouble(error, code, to);
  if (proxy !== null) return of("proxy", proxy);
  if (code === "ECONNREFUSED")
    return of("refused", `nothing is listening at ${to.hostPort} (connection refused)`);
  if (unreachable.has(code)) return of("refused", `${to.hostPort} can't be reached (${code})`);
  if (unresolved.has(code)) return of("dns", `the name ${to.host} can't be resolved (${code})`);
  if (code === "ETIMEDOUT" || code === "UND_ERR_CONNECT_TIMEOUT") {
    return of("timeout", `no connection to ${to.hostPort} in time`);
  }
  if (tlsCode.test(code) || message.includes("before secure TLS connection")) {
    return of("tls", `TLS with ${to.hostPort} failed: ${tlsReason(error, code)}`);
  }
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") {
    const text = `the length of the body from ${to.hostPort} differs from its content-length`;
    return of("malformed", text, "framing");
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return of("too-large", `${to.hostPort} sent more than 16 KiB of headers`);
  }
  if (code === "UND_ERR_SOCKET" && /^bad (response|upgrade)$/.test(message)) {
    return of(
      "malformed",
      `${to.hostPort} sent a response without a request (${message})`,
      "framing",
    );
  }
  if (
    error instanceof EndedEarly ||
    isEndOfParser(error, code) ||
    (code === "UND_ERR_SOCKET" && begun)
  ) {
    // A server that is restarted, or a proxy in between, closes connections in an orderly way too.
    return of(
      "reset",
      `${to.hostPort} closed the connection before its response was complete`,
      "framing",
    );
  }
  if (error.name === "HTTPParserError" || code.startsWith("HPE_")) {
    return of(
      "malformed",
      `the response from ${to.hostPort} is not HTTP/1.1: ${parserReason(message, code)}`,
      "framing",
    );
  }
  if (resets.has(code) || code === "UND_ERR_SOCKET") {
    return begun
      ? of("reset", `${to.hostPort} reset the connection in the middle of its response`)
      : of(
          "reset",
          `${to.hostPort} closed the connection without a response`,
          "reset-before-answer",
        );
  }
  return of(
    "other",
    `the request to ${to.hostPort} failed: ${message}${code === "" ? "" : ` (${code})`}`,
  );
}

/** undici does not always give the code of a message that ended early. */
function isEndOfParser(error: Error, code: string): boolean {
  if (code === "HPE_INVALID_EOF_STATE") return true;
  return (
    error.name === "HTTPParserError" && code === "" && error.message.includes("(Invalid EOF state)")
  );
}

/** Collapses all white space, so that the text stays on one line of a report. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The failure of the proxy itself; null if the proxy is not the cause. */
function proxyTrouble(error: Error, code: string, to: Destination): string | null {
  const tunnel = /^Proxy response \((\d+)\)/.exec(error.message);
  if (tunnel !== null) {
    return `the proxy refused a tunnel to ${to.hostPort} with status ${tunnel[1]}`;
  }
  if (error.message.startsWith("Proxy Authentication Required")) {
    return `the proxy in front of ${to.hostPort} requires credentials (status 407)`;
  }
  if (code === "TUNNEL_BROKEN") {
    return `the proxy closed the connection instead of opening a tunnel to ${to.hostPort}`;
  }
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return null;
  for (const proxy of to.proxies) {
    if (proxy === to.hostPort) continue;
    const host = proxy.replace(/:\d+$/, "");
    const port = proxy.slice(host.length + 1);
    if ("port" in first && String(first.port) === port)
      return `the proxy ${proxy} can't be reached (${code})`;
    if ("hostname" in first && first.hostname === host && host !== to.host) {
      return `the name of the proxy ${proxy} can't be resolved (${code})`;
    }
  }
  return null;
}

function tlsReason(error: Error, code: string): string {
  const reason = "reason" in error && typeof error.reason === "string" ? error.reason : null;
  const said = /:SSL routines:[^:]*:([^:]+):/.exec(error.message)?.[1] ?? null;
  const short = said ?? reason ?? error.message;
  const hint = /wrong version number|packet length too long|http request/.test(short)
    ? "; does the server use plain HTTP?"
    : "";
  return `${oneLine(short)}${code === "" ? "" : ` (${code})`}${hint}`;
}

function parserReason(message: string, code: string): string {
  const inside = /\(([^()]+)\)$/.exec(message)?.[1] ?? message;
  return code === "" ? inside : `${inside} (${code})`;
}
