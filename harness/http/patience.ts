/**
 * The time that a run waits for one surface, in total, since it asks for time: after a 429, or a 503. What
 * several requests wait for together counts once.
 */
export interface Patience {
  /** In milliseconds. */
  readonly totalMs: number;
  /** Whether there is time left for this wait. */
  affords(now: number, waitMs: number): boolean;
  /** Counts a wait that begins now. */
  spend(now: number, waitMs: number): void;
}

export function createPatience(totalMs: number): Patience {
  let spentMs = 0;
  let waitedUntil = 0;
  const added = (now: number, waitMs: number) =>
    Math.max(0, now + waitMs - Math.max(now, waitedUntil));
  return {
    totalMs,
    affords: (now, waitMs) => spentMs + added(now, waitMs) <= totalMs,
    spend(now, waitMs) {
      spentMs += added(now, waitMs);
      waitedUntil = Math.max(waitedUntil, now + waitMs);
    },
  };
}

/** Why nothing more is sent to a surface once the run has used up its waiting time. */
export function outOfPatience({ totalMs }: Patience): string {
  return `not sent, since the surface throttled (429 or 503) until the total waiting time of ${totalMs / 1000} s was used up`;
}
