import { createHash } from "node:crypto";
import { type Arbitrary, sample } from "fast-check";
import type { Generated } from "../../contracts/vocabulary.ts";

/**
 * As many values of an arbitrary as the configuration wants runs: the same for the same seed and place,
 * so that a plan is exact and a recording can be judged again.
 *
 * @param place what the values are for; two places get different ones
 */
export function generated<T>(
  arbitrary: Arbitrary<T>,
  { seed, runs }: Generated,
  place: string,
): readonly T[] {
  return sample(arbitrary, { seed: seedOf(seed, place), numRuns: runs });
}

function seedOf(seed: number, place: string): number {
  return createHash("sha256")
    .update(JSON.stringify([seed, place]))
    .digest()
    .readInt32BE();
}

/**
 * The lists that are tried in place of one in which something is wrong: either half of it, then it
 * without one of its quarters, eighths and so on, down to single entries. Whoever begins anew with the
 * first that is wrong as well finds one wrong entry among n in at most 2 × log2 n tries. Every try is a
 * request, which is why these are not the shrinks of fast-check: those keep the end of a list and reach
 * its beginning entry by entry.
 *
 * @param least the number of entries that have to stay
 */
export function* partsOf<T>(list: readonly T[], least = 1): Iterable<readonly T[]> {
  for (
    let size = Math.ceil(list.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let start = 0; start < list.length; start += size) {
      const rest = [...list.slice(0, start), ...list.slice(start + size)];
      if (rest.length >= least) yield rest;
    }
  }
}
