import type { FailureKind } from "../contracts/words.ts";
import type { Failure } from "./reply.ts";

/** So many exchanges in a row without any answer, and the surface is taken for down. */
export const breakerThreshold = 8;

/** How a surface has been answering. */
export interface BreakerState {
  /** Exchanges in a row that ended without an answer. */
  readonly silent: number;
  /** Why nothing more is sent to the surface; null while requests are sent. */
  readonly reason: string | null;
}

export const closedBreaker: BreakerState = { silent: 0, reason: null };

/** Bytes came, if unusable ones: something is listening there. */
const answered: ReadonlySet<FailureKind> = new Set<FailureKind>(["malformed", "too-large"]);

/**
 * The state after one more exchange. An answer, also a late one, closes the breaker; a request that
 * was not sent tells nothing.
 */
export function afterExchange(state: BreakerState, failure: Failure | null): BreakerState {
  if (failure === null || answered.has(failure.kind)) return closedBreaker;
  if (failure.kind === "not-sent") return state;
  const silent = state.silent + 1;
  if (silent < breakerThreshold || state.reason !== null) return { ...state, silent };
  const reason = `not sent, since ${silent} requests in a row went unanswered; the last one: ${failure.message}`;
  return { silent, reason };
}
