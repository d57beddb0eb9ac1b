import { createHash } from "node:crypto";
import { type Arbitrary, sample, subarray } from "fast-check";
import type { Generated } from "../contracts/words.ts";

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
 * The parts of a list that fast-check's shrinking tries in place of the whole, the shortest first; from
 * one that serves, the next are its own. Parts keep the order of the list.
 *
 * @param least the number of entries that have to stay
 */
export function* partsOf<T>(list: readonly T[], least = 1): Iterable<readonly T[]> {
  if (list.length <= least) return;
  // A list may hold equal entries, positions are all different.
  const positions = list.map((_, position) => position);
  const parts = subarray(positions, { minLength: least }).shrink(positions, undefined);
  for (const { value } of parts) {
    yield value.flatMap((position) => list.slice(position, position + 1));
  }
}
