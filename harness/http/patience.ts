/**
 * The total time that a run waits for one surface because the surface asks for it, after a 429 or a 503. Time for
 * which several requests wait together counts once.
 */
export interface Patience {
  /** In milliseconds. */
  readonly totalMs: number;
  /** Whether there is time left for this wait. */
  affords(now: number, waitMs: number): boolean;
  /** Counts a wait that begins now, or that began then. */
  spend(now: number, waitMs: number): void;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export function createPatience(totalMs: number): Patience {
  /** The time that is counted: disjoint. */
  let spans: readonly Span[] = [];
  let spentMs = 0;

  /** The part of a wait that is not counted yet, and the spans that it meets. */
  function meet({ from, to }: Span) {
    const met = spans.filter((span) => span.from <= to && span.to >= from);
    const counted = met.reduce(
      (sum, span) => sum + Math.min(span.to, to) - Math.max(span.from, from),
      0,
    );
    return { met, addedMs: to - from - counted };
  }

  return {
    totalMs,
    affords: (now, waitMs) => spentMs + meet({ from: now, to: now + waitMs }).addedMs <= totalMs,
    spend(now, waitMs) {
      if (waitMs <= 0) return;
      const span = { from: now, to: now + waitMs };
      const { met, addedMs } = meet(span);
      spentMs += addedMs;
      const whole = {
        from: Math.min(span.from, ...met.map(({ from }) => from)),
        to: Math.max(span.to, ...met.map(({ to }) => to)),
      };
      spans = [...spans.filter((one) => !met.includes(one)), whole];
    },
  };
}

/** Why nothing more is sent to a surface once the run has used up its waiting time. */
export function outOfPatience({ totalMs }: Patience): string {
  return `not sent, since the surface throttled (429 or 503) until the total waiting time of ${totalMs / 1000} s was used up`;
}
