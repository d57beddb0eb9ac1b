import { unavailable } from "../../contracts/unavailable.ts";
import type { FailureKind } from "../../contracts/vocabulary.ts";
import type { Paced } from "./pacing.ts";
import { isTimeout, type Reply } from "./reply.ts";

/**
 * The number of consecutive exchanges without a response after which an endpoint or surface is considered
 * down.
 */
export const breakerThreshold = 8;
/**
 * The number of timeouts after which an endpoint is given up, whatever it answers in between; also the time,
 * in timeouts, that its requests may take without a complete response.
 */
export const mostTimeouts = 12;
/**
 * The time, in timeouts, that the requests to a surface may take without a complete response before less is granted to
 * each of its endpoints, as to those of a surface that throttles.
 */
export const mostTimeoutsOfSurface = 24;
/** The time, in timeouts, that is then granted to an endpoint. */
const mostTimeoutsAfterwards = 3;
/** The number of responses beyond the limits after which an endpoint is given up. */
export const mostTooLarge = 3;
/**
 * The number of consecutive exchanges that were throttled up to the last attempt after which an endpoint is given up,
 * or a surface if it is not one endpoint alone.
 */
export const mostThrottled = 8;

/**
 * What an exchange shows of the server: `silent` for no response, `dropped` for a connection that was
 * closed instead of one, null for a request that was not sent.
 */
export type Shown = "answered" | "silent" | "dropped" | "throttled" | "too-large";

export function shownBy(reply: Reply): Shown | null {
  if (reply.kind === "answered") return reply.status === 429 ? "throttled" : "answered";
  const { kind } = reply.failure;
  if (kind === "not-sent") return null;
  if (kind === "too-large") return "too-large";
  // Bytes arrived, although unusable: a server is listening.
  if (kind === "malformed") return "answered";
  return lost.has(kind) ? "dropped" : "silent";
}

const lost: ReadonlySet<FailureKind> = new Set<FailureKind>(["reset", "dropped"]);

/** The recent responses of an endpoint or a surface. */
export interface BreakerState {
  /** Consecutive exchanges that ended without a response. */
  readonly silent: number;
  /** Consecutive exchanges that were throttled up to the last attempt. */
  readonly throttled: number;
  /** All timeouts. */
  readonly timeouts: number;
  /** The time that all requests without a usable response took, in milliseconds. */
  readonly lostMs: number;
  /** Why the last of them had none; null if there was none. */
  readonly lastLost: string | null;
  /** All responses beyond the limits. */
  readonly tooLarge: number;
  /** Why nothing more is sent; null while requests are sent. */
  readonly reason: string | null;
  /** Whether no later response changes this. */
  readonly isFinal: boolean;
}

export const closedBreaker: BreakerState = {
  silent: 0,
  throttled: 0,
  timeouts: 0,
  lostMs: 0,
  lastLost: null,
  tooLarge: 0,
  reason: null,
  isFinal: false,
};

/**
 * The state after one more exchange. A response, even a late one, closes the breaker; a request that was
 * not sent changes nothing. Timeouts, other time without a complete response, and large responses of an
 * endpoint count in total, since each of them costs time.
 * @param endpoint the endpoint of the breaker; null for the whole surface
 * @param timeoutMs the timeout of a request, in milliseconds
 * @param surfaceLostMs the time that requests to the surface took so far without a usable response
 * @param isMetering whether the surface throttles, so that requests to an endpoint hold up those to others
 */
export function afterExchange(
  state: BreakerState,
  paced: Paced,
  endpoint: string | null,
  timeoutMs: number,
  surfaceLostMs = 0,
  isMetering = false,
): BreakerState {
  const shown = shownBy(paced.reply);
  if (shown === null) return state;
  const next = counted(state, shown, paced, endpoint);
  if (state.reason !== null && (state.isFinal || next.silent > 0))
    return { ...next, ...kept(state) };
  const end = endOf(next, endpoint, timeoutMs, surfaceLostMs, isMetering);
  return { ...next, reason: end?.reason ?? null, isFinal: end?.isFinal ?? false };
}

function kept({ reason, isFinal }: BreakerState): Pick<BreakerState, "reason" | "isFinal"> {
  return { reason, isFinal };
}

function counted(
  state: BreakerState,
  shown: Shown,
  paced: Paced,
  endpoint: string | null,
): BreakerState {
  const { reply } = paced;
  // A surface that drops everything is down; an endpoint that does is judged by it.
  const isSilent = shown === "silent" || (shown === "dropped" && endpoint === null);
  const isThrottled = shown === "throttled";
  const lost = lossOf(paced);
  return {
    ...state,
    silent: isSilent ? state.silent + 1 : 0,
    throttled: isThrottled ? state.throttled + 1 : 0,
    timeouts: state.timeouts + (isTimeout(reply) ? 1 : 0),
    lostMs: state.lostMs + (lost?.ms ?? 0),
    lastLost: lost?.why ?? state.lastLost,
    tooLarge: state.tooLarge + (shown === "too-large" ? 1 : 0),
  };
}

/** The time that an exchange took without a response of the service, and why; null if it had one. */
function lossOf({ reply, attempts }: Paced): { readonly ms: number; readonly why: string } | null {
  const ms = reply.receivedAt - reply.sentAt;
  if (reply.kind === "failed") return { ms, why: reply.failure.message };
  const { status } = reply;
  // Requests that are throttled are counted.
  if (!unavailable.has(status) || status === 429) return null;
  // A gateway that waits for the service takes its time at each attempt.
  return { ms: attempts * ms, why: `status ${status}` };
}

type End = Pick<BreakerState, "isFinal"> & { readonly reason: string };

function endOf(
  { silent, throttled, timeouts, lostMs, lastLost, tooLarge }: BreakerState,
  endpoint: string | null,
  timeoutMs: number,
  surfaceLostMs: number,
  isMetering: boolean,
): End | null {
  const last = lastLost === null ? "" : `; the last one: ${lastLost}`;
  const to = endpoint === null ? "" : ` to ${endpoint}`;
  if (silent >= breakerThreshold) {
    const reason = `not sent, since ${silent} requests in a row${to} had no response${last}`;
    return { reason, isFinal: false };
  }
  if (throttled >= mostThrottled) {
    const reason = `not sent, since ${throttled} requests in a row${to} were throttled (429) up to the last attempt`;
    return { reason, isFinal: true };
  }
  if (endpoint === null) return null;
  if (timeouts >= mostTimeouts) {
    return { reason: `not sent, since ${timeouts} requests${to} timed out${last}`, isFinal: true };
  }
  const seconds = Math.round(lostMs / 1000);
  if (lostMs >= mostTimeouts * timeoutMs) {
    const reason = `not sent, since requests${to} took ${seconds} s in total without a usable response${last}`;
    return { reason, isFinal: true };
  }
  // Many endpoints of which each stays within its time would take a long time together.
  const isShort = isMetering || surfaceLostMs >= mostTimeoutsOfSurface * timeoutMs;
  if (isShort && lostMs >= mostTimeoutsAfterwards * timeoutMs) {
    const all = Math.round(surfaceLostMs / 1000);
    const reason = `not sent, since requests${to} took ${seconds} s, and all requests to the surface ${all} s, without a usable response${last}`;
    return { reason, isFinal: true };
  }
  if (tooLarge >= mostTooLarge) {
    const reason = `not sent, since ${tooLarge} responses from ${endpoint} were too large${last}`;
    return { reason, isFinal: true };
  }
  return null;
}
