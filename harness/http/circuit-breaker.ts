import type { FailureKind } from "../../contracts/vocabulary.ts";
import type { Failure } from "./reply.ts";

/** So many exchanges in a row without any answer, and an endpoint or a surface is taken for down. */
export const breakerThreshold = 8;

/** How an endpoint or a surface has been answering. */
export interface BreakerState {
  /** Exchanges in a row that ended without an answer. */
  readonly silent: number;
  /** Why nothing more is sent; null while requests are sent. */
  readonly reason: string | null;
}

export const closedBreaker: BreakerState = { silent: 0, reason: null };

/** Bytes came, if unusable ones: something is listening there. */
const answered: ReadonlySet<FailureKind> = new Set<FailureKind>(["malformed", "too-large"]);

/**
 * The state after one more exchange. An answer, also a late one, closes the breaker; a request that
 * was not sent tells nothing.
 * @param endpoint what the breaker speaks of; null for the whole surface
 */
export function afterExchange(
  state: BreakerState,
  failure: Failure | null,
  endpoint: string | null,
): BreakerState {
  if (failure === null || answered.has(failure.kind)) return closedBreaker;
  if (failure.kind === "not-sent") return state;
  const silent = state.silent + 1;
  if (silent < breakerThreshold || state.reason !== null) return { ...state, silent };
  const where = endpoint === null ? "" : ` to ${endpoint}`;
  const reason = `not sent, since ${silent} requests in a row${where} went unanswered; the last one: ${failure.message}`;
  return { silent, reason };
}
