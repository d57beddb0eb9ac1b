import type { Entry, Har, Header } from "har-format";
import { group } from "../../contracts/group.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import type { Report } from "../model/report.ts";

/** Members of an entry that only this suite knows; HAR reserves names with an underscore for that. */
export interface OwnMembers {
  readonly _exchange: string;
  /** Requirements whose checks used it. */
  readonly _requirements: readonly string[];
  readonly _attempts: number;
  /** Only the beginning of the body is here. */
  readonly _truncated?: true;
}

/**
 * Every exchange of a run as HAR 1.2, in the order of sending. One without an answer is written as
 * browsers do: status 0, with the reason as `_error`. Pure.
 *
 * @param exchanges redacted, in any order
 */
export function harOf(report: Report, exchanges: readonly RecordedExchange[]): Har {
  const lookedAt = requirementsByExchange(report);
  const inOrder = [...exchanges].sort(
    (a, b) => order(a.startedAt, b.startedAt) || order(a.id, b.id),
  );
  return {
    log: {
      version: "1.2",
      creator: { name: report.suite.name, version: report.suite.version },
      pages: [],
      entries: inOrder.map((exchange) => entryOf(exchange, lookedAt.get(exchange.id) ?? [])),
    },
  };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function requirementsByExchange({ results }: Report): ReadonlyMap<string, readonly string[]> {
  const pairs = results.flatMap(({ requirement, exchanges }) =>
    exchanges.map((exchange) => ({ exchange, requirement })),
  );
  return new Map(
    [...group(pairs, ({ exchange }) => exchange)].map(([id, same]) => [
      id,
      [...new Set(same.map(({ requirement }) => requirement))],
    ]),
  );
}

function entryOf(exchange: RecordedExchange, requirements: readonly string[]): Entry & OwnMembers {
  const { id, request, attempts, startedAt, durationMs } = exchange;
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(request.headers),
      queryString: queryOf(request.url),
      headersSize: -1,
      bodySize: 0,
    },
    response: responseOf(exchange),
    cache: {},
    // The client measures only an attempt as a whole.
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: durationMs, receive: 0 },
    _exchange: id,
    _requirements: requirements,
    _attempts: attempts,
    ...(exchange.response?.truncated ? { _truncated: true } : {}),
  };
}

function responseOf({
  response,
  failure,
}: RecordedExchange): Entry["response"] & { readonly _error?: string } {
  const none = { httpVersion: "", cookies: [], redirectURL: "", headersSize: -1, bodySize: -1 };
  if (response === null) {
    return {
      ...none,
      status: 0,
      statusText: "",
      headers: [],
      content: { size: 0, mimeType: "x-unknown" },
      _error: failure === null ? "no response" : `${failure.kind}: ${failure.message}`,
    };
  }
  const { status, headers, body, bytes, raw, truncated } = response;
  return {
    ...none,
    httpVersion: "HTTP/1.1",
    status,
    statusText: "",
    headers: headersOf(headers),
    content: {
      size: bytes,
      mimeType: headers["content-type"] ?? "x-unknown",
      text: raw ?? body,
      ...(raw === undefined ? {} : { encoding: "base64" }),
      ...(truncated ? { comment: "only the beginning of the body" } : {}),
    },
    redirectURL: headers.location ?? "",
  };
}

function headersOf(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): { name: string; value: string }[] {
  return [...(parseUrl(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
}
