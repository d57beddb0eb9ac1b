import { createHash } from "node:crypto";
import { type Arbitrary, sample } from "fast-check";
import type { Generated } from "../../contracts/vocabulary.ts";
import type { CheckContext } from "../model/check.ts";

/**
 * One value of an arbitrary for each configured run. The values are the same for the same seed and place,
 * so that a plan is exact and a recording can be judged again.
 *
 * @param place what the values are for; different places have different values
 */
export function generated<T>(
  arbitrary: Arbitrary<T>,
  { seed, runs }: Generated,
  place: string,
): readonly T[] {
  return sample(arbitrary, { seed: seedOf(seed, place), numRuns: runs });
}

/** Values that differ from cell to cell and from kind to kind. */
export function generatedFor<T>(
  { cell, target }: CheckContext,
  arbitrary: Arbitrary<T>,
  kind: string,
): readonly T[] {
  return generated(
    arbitrary,
    target.robustness,
    `${kind} ${cell.surface} ${cell.endpoint} ${cell.version}`,
  );
}

function seedOf(seed: number, place: string): number {
  return createHash("sha256")
    .update(JSON.stringify([seed, place]))
    .digest()
    .readInt32BE();
}

/**
 * Shorter lists to try instead of a list with a bad entry: each half, then the list without one of its
 * quarters, eighths and so on, down to single entries. Repeating this from the first list that is still
 * bad finds one bad entry among n in at most 2 × log2 n tries. Each try is a request. The shrinking of
 * fast-check would need more: it keeps the end of a list and reaches its beginning entry by entry.
 *
 * @param least the number of entries that must remain
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
