import {
  type Cell,
  type CheckPlace,
  type CheckResult,
  surfaces,
} from "../../contracts/vocabulary.ts";
import type { CellPattern, Waiver } from "../../contracts/waivers.ts";

/** Whether a pattern matches a cell. Every member that it has is compared exactly. */
export function matchesCell(pattern: CellPattern, cell: Cell): boolean {
  return (
    (pattern.surface === undefined || pattern.surface === cell.surface) &&
    (pattern.endpoint === undefined || pattern.endpoint === cell.endpoint) &&
    (pattern.version === undefined || pattern.version === cell.version) &&
    (pattern.auth === undefined || pattern.auth === cell.auth)
  );
}

/** Whether a waiver or an exclusion applies to a check. */
export function names(
  entry: CellPattern & { readonly requirement: string },
  place: CheckPlace,
): boolean {
  return entry.requirement === place.requirement && matchesCell(entry, place);
}

/** @param today YYYY-MM-DD in UTC; the day that a waiver names is the last on which it holds */
export function isExpired(waiver: Waiver, today: string): boolean {
  return today > waiver.until;
}

/**
 * `passed`: everything that it covers ran and passed. `excluded`: an exclusion already says that
 * everything it covers does not apply. `covers-nothing`: its cells were tested, and no check is there.
 */
export type StaleCause = "passed" | "excluded" | "covers-nothing";

export interface StaleContext {
  readonly results: readonly CheckResult[];
  readonly isExcluded: (place: CheckPlace) => boolean;
  /** Checks that a whole run would judge and this one left out; null if that is not known. */
  readonly unselected: readonly CheckPlace[] | null;
}

/**
 * Why a waiver that has not expired is no longer needed; null if it is, or where this run can't
 * tell because it did not select, reach or judge everything that the waiver applies to.
 */
export function staleCause(waiver: Waiver, context: StaleContext): StaleCause | null {
  const { results, isExcluded, unselected } = context;
  if (unselected === null || unselected.some((place) => names(waiver, place))) return null;
  const named = results.filter((result) => names(waiver, result));
  if (named.length === 0) {
    // Left out of a partial run is not the same as gone, and a pattern has no list of its cells.
    if (unselected.length > 0) return null;
    return testsSurfacesOf(waiver, results) ? "covers-nothing" : null;
  }
  const owed = named.filter((result) => !isExcluded(result));
  if (owed.length === 0) return "excluded";
  return owed.every(({ outcome }) => outcome === "pass") ? "passed" : null;
}

/** A surface without a base URL is not tested, so that nothing can be said of its waivers. */
function testsSurfacesOf(waiver: Waiver, results: readonly CheckResult[]): boolean {
  const tested = new Set(results.map(({ surface }) => surface));
  return surfaces.every(
    (surface) =>
      tested.has(surface) || (waiver.surface !== undefined && waiver.surface !== surface),
  );
}
