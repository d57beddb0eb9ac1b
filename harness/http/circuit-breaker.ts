import type { FailureKind } from "../../contracts/vocabulary.ts";
import type { Failure } from "./reply.ts";

/**
 * The number of consecutive exchanges without a response after which an endpoint or surface is considered
 * down.
 */
export const breakerThreshold = 8;

/** The recent responses of an endpoint or a surface. */
export interface BreakerState {
  /** Consecutive exchanges that ended without a response. */
  readonly silent: number;
  /** Why nothing more is sent; null while requests are sent. */
  readonly reason: string | null;
}

export const closedBreaker: BreakerState = { silent: 0, reason: null };

/** Bytes arrived, although unusable: a server is listening. */
const answered: ReadonlySet<FailureKind> = new Set<FailureKind>(["malformed", "too-large"]);

/**
 * The state after one more exchange. A response, even a late one, closes the breaker; a request that was
 * not sent changes nothing.
 * @param endpoint the endpoint of the breaker; null for the whole surface
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
  const reason = `not sent, since ${silent} requests in a row${where} had no response; the last one: ${failure.message}`;
  return { silent, reason };
}
