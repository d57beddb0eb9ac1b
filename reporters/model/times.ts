import { group } from "../../contracts/group.ts";
import type { CardPlace } from "./order.ts";
import type { Report, ReportExchange } from "./report.ts";

/** How long one endpoint took to answer the same requests in two reports. */
export interface EndpointTime extends CardPlace {
  /** Requests that both reports have, answered with the same status in both. */
  readonly requests: number;
  /** Medians in milliseconds. */
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly slower: boolean;
}

/** Fewer requests than these give no reliable median. */
const leastRequests = 10;
/** Durations vary, so slower means slower by this factor and by this many milliseconds, … */
const leastRatio = 1.5;
const leastMs = 25;
/** … and for this share of the requests one by one, so that a few slow ones don't move the median. */
const leastShare = 0.75;

/** The rule by which an endpoint is called slower, in words. */
export const slowerRule =
  `slower: the median is at least ${leastRatio} times as long and ${leastMs} ms longer, and so are three ` +
  `of four requests, of at least ${leastRequests} requests in both reports`;

/**
 * Compares durations by endpoint, like with like: an exchange's id is that of its request, so that the
 * same requests are compared. Those that were answered with another status or not at all are left out.
 */
export function compareTimes(before: Report, after: Report): readonly EndpointTime[] {
  const pairs = Object.entries(after.exchanges).flatMap(([id, now]) => {
    const was = Object.hasOwn(before.exchanges, id) ? before.exchanges[id] : undefined;
    return was !== undefined && sameAnswer(was, now) ? [{ was, now }] : [];
  });
  const byPlace = group(pairs, ({ now }) => `${now.surface} ${now.endpoint}`);
  return after.endpoints.flatMap(({ surface, endpoint }) => {
    const same = byPlace.get(`${surface} ${endpoint}`) ?? [];
    if (same.length < leastRequests) return [];
    const beforeMs = median(same.map(({ was }) => was.durationMs));
    const afterMs = median(same.map(({ now }) => now.durationMs));
    const share = same.filter(({ was, now }) => now.durationMs > was.durationMs).length;
    const slower =
      afterMs >= beforeMs * leastRatio &&
      afterMs - beforeMs >= leastMs &&
      share >= same.length * leastShare;
    return [{ surface, endpoint, requests: same.length, beforeMs, afterMs, slower }];
  });
}

function sameAnswer(a: ReportExchange, b: ReportExchange): boolean {
  return a.response !== null && a.response.status === b.response?.status;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const value = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  return Math.round(value * 10) / 10;
}
