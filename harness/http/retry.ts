import { unavailable } from "../../contracts/unavailable.ts";
import type { Reply } from "./reply.ts";

/** Back-off if the server gives no time: doubled with each retry, up to the limit. */
export const firstBackOffMs = 250;
const maxBackOffMs = 4_000;

/** The most attempts of a request that is throttled, unless the configured retries allow more. */
export const maxThrottledAttempts = 5;

/** How the next attempt is made. */
export interface Retry {
  readonly waitMs: number;
  readonly freshConnection: boolean;
  /**
   * 429 concerns the client as a whole: nothing else is sent to this server meanwhile. 503 may do so too:
   * many gateways answer 503 to requests beyond what they allow. The throttle finds out.
   */
  readonly throttled: "certainly" | "perhaps" | "no";
}

const byStatus: Readonly<Record<number, Retry["throttled"]>> = { 429: "certainly", 503: "perhaps" };

/**
 * Whether a reply calls for another attempt, and when. Pure; the number of attempts is bounded by
 * the caller.
 *
 * A request whose connection was lost before any response is repeated at once on a new connection:
 * usually the server closed an idle connection just as it was used. So is one whose response breaks
 * HTTP's framing, since an earlier response may have left bytes in the same connection. A failure on a
 * new connection too is not caused by the connection.
 *
 * @param attempt the number of attempts, including the one with this reply
 * @param wasFresh whether that attempt used a new connection
 * @param now epoch milliseconds
 * @returns null if there is to be no further attempt
 */
export function retryAfter(
  reply: Reply,
  attempt: number,
  wasFresh: boolean,
  now: number,
): Retry | null {
  if (reply.kind === "failed") {
    return reply.suspicion !== null && !wasFresh
      ? { waitMs: 0, freshConnection: true, throttled: "no" }
      : null;
  }
  if (!unavailable.has(reply.status)) return null;
  const named =
    reply.status === 429 || reply.status === 503
      ? parseRetryAfter(reply.headers["retry-after"], now)
      : null;
  const waitMs = named ?? Math.min(firstBackOffMs * 2 ** (attempt - 1), maxBackOffMs);
  const throttled = byStatus[reply.status] ?? "no";
  return { waitMs, freshConnection: false, throttled };
}

/** Milliseconds from seconds or an HTTP date; null if there is neither. */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Every form of an HTTP date begins with the name of a day.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const date = Date.parse(/GMT$|UTC$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
