/** Milliseconds without a turn of its event loop after which a run is ended. */
export const stalledMs = 20_000;
/** The same for a run that was interrupted. */
export const stalledAfterInterruptMs = 3_000;
/** The most memory of a run's objects, in MiB; an ordinary run takes a quarter. */
export const mostMemoryMb = 320;

/** The reason for ending a run whose event loop has not turned for this time. */
export function noLongerResponded(ms: number): string {
  return `the run no longer responded for ${ms / 1000} s, so it was ended`;
}

/** The reason for ending a run that has used up its memory. */
export const tooMuchMemory = `the run needed more than ${mostMemoryMb} MB of memory, so it was ended`;

/** Why a run with `--bail` sends nothing more. */
export function enoughFailed(bail: number): string {
  return `the run stopped after ${bail} failed requirement${bail === 1 ? "" : "s"} (--bail ${bail})`;
}

const fromOutside: ReadonlySet<string | null> = new Set([
  noLongerResponded(stalledMs),
  noLongerResponded(stalledAfterInterruptMs),
  tooMuchMemory,
]);

/**
 * Whether a run was ended from outside, so that its exchanges and results may be incomplete. All other runs record
 * every request, including those that they no longer sent.
 */
export function isEndedFromOutside(reason: string | null): boolean {
  return fromOutside.has(reason);
}
