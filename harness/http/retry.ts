import type { Reply } from "./reply.ts";

/** The longest wait before one retry, whatever `Retry-After` says, so that a run comes to an end. */
export const maxRetryWaitMs = 30_000;
/** Back-off where the server names no time: doubled from one retry to the next, up to the bound. */
export const firstBackOffMs = 250;
export const maxBackOffMs = 4_000;

/**
 * How long a server may go on to throttle, with no other answer in between, until it is believed. A
 * quota of so many requests per second or minute lets some through in that time.
 */
export const maxThrottledMs = 60_000;

/** How the next attempt is made. */
export interface Retry {
  readonly waitMs: number;
  readonly freshConnection: boolean;
  /** 429 speaks of the client as a whole: nothing else is sent to this server meanwhile. */
  readonly throttled: boolean;
}

/** Statuses that speak of load or of what stands in front of the server, not of this request. */
const passing = new Set([429, 502, 503, 504]);

/**
 * Whether a reply calls for another attempt, and when. Pure; the number of attempts is bounded by
 * the caller.
 *
 * A connection that was lost before any answer is tried again at once, on a fresh one: most often the
 * server closed it as idle just when it was used. So is an answer that breaks HTTP's framing, since it may
 * be what an earlier answer left behind in the same connection. What happens on a fresh one as well is no
 * accident of the connection.
 *
 * @param attempt how many attempts there were, the one that brought this reply included
 * @param wasFresh whether that attempt had a connection of its own
 * @param now epoch milliseconds
 */
export function retryAfter(
  reply: Reply,
  attempt: number,
  wasFresh: boolean,
  now: number,
): Retry | null {
  if (reply.kind === "failed") {
    return reply.suspicion !== null && !wasFresh
      ? { waitMs: 0, freshConnection: true, throttled: false }
      : null;
  }
  if (!passing.has(reply.status)) return null;
  const named =
    reply.status === 429 || reply.status === 503
      ? parseRetryAfter(reply.headers["retry-after"], now)
      : null;
  const waitMs = named ?? Math.min(firstBackOffMs * 2 ** (attempt - 1), maxBackOffMs);
  const throttled = reply.status === 429;
  return { waitMs: Math.min(waitMs, maxRetryWaitMs), freshConnection: false, throttled };
}

/** Milliseconds from seconds or from an HTTP date; null where there is neither. */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Every form of an HTTP date begins with the name of a day.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const date = Date.parse(/GMT$|UTC$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
