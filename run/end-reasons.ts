/** Milliseconds without a turn of its event loop after which a run is ended. */
export const stalledMs = 20_000;
/** The same once it was interrupted. */
export const stalledAfterInterruptMs = 3_000;
/** The most memory of a run's objects, in MiB; an ordinary run takes a quarter. */
export const mostMemoryMb = 320;

/** Why a run is ended whose event loop has not turned for so long. */
export function noLongerResponded(ms: number): string {
  return `the run no longer responded for ${ms / 1000} s, so it was ended`;
}

/** Why a run is ended whose memory is used up. */
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
 * Whether a run was ended from outside, and so its exchanges and results may be incomplete. All others record
 * every request, those that they no longer send too.
 */
export function isEndedFromOutside(reason: string | null): boolean {
  return fromOutside.has(reason);
}
