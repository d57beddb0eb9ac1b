/** How fast requests may go out. */
export interface Limits {
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** Requests per second; null for no limit. */
  readonly rate: number | null;
}

/** Estimates how long the rest of a run takes. Times are in milliseconds on one clock. */
export interface TimeLeft {
  /**
   * A request has been answered, or given up.
   * @param at when
   * @param took how long, with its attempts
   */
  answered(at: number, took: number): void;
  /** @returns null if nothing is known yet, or nothing is left */
  estimate(remaining: number, at: number): number | null;
}

/**
 * At first from how long a single answer takes, since answers to requests that were sent together come
 * together; then from the pace of the last quarter of them, in which waiting for a server that throttles,
 * and a server that gets slower, are seen.
 */
export function createTimeLeft({ concurrency, rate }: Limits): TimeLeft {
  const leastPerRequest = rate === null ? 0 : 1000 / rate;
  /** When each request was answered. */
  const times: number[] = [];
  let taken = 0;

  function perRequest(at: number): number | null {
    const count = times.length;
    if (count === 0) return rate === null ? null : leastPerRequest;
    if (count < 8 * concurrency) return taken / count / concurrency;
    const first = Math.min(Math.floor((3 * count) / 4), count - 4 * concurrency);
    return (at - (times[first - 1] ?? at)) / (count - first);
  }

  return {
    answered(at, took) {
      times.push(at);
      taken += took;
    },
    estimate(remaining, at) {
      const each = perRequest(at);
      if (remaining <= 0 || each === null) return null;
      return remaining * Math.max(each, leastPerRequest);
    },
  };
}
