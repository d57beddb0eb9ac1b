import { placeKey } from "../../contracts/check-key.ts";
import type { Cell, CheckResult } from "../../contracts/vocabulary.ts";
import { actsIn, declares, type Fault } from "../../reference/faults/fault.ts";

/**
 * `caught`: the requirement that the fault breaks is broken in the fault's cells, and otherwise only what
 * the fault declares. `survived`: that requirement is not broken there. `unrelated red`: caught, but
 * something that it does not declare is broken too.
 */
export interface FaultVerdict {
  readonly fault: Fault;
  readonly verdict: "caught" | "survived" | "unrelated red";
  /** Failed results of the requirement that the fault breaks, in its cells. */
  readonly caughtBy: readonly CheckResult[];
  /**
   * Failed results that the fault does not declare or that lie outside its cells, and defects of the
   * suite.
   */
  readonly unrelated: readonly CheckResult[];
  /** Further requirements that the fault declares, although none of their checks fails. */
  readonly idle: readonly string[];
  /** Cells in which the fault acts and the requirement is judged, but no request shows the fault. */
  readonly quiet: readonly Omit<Cell, "auth">[];
}

const isRed = ({ outcome }: CheckResult): boolean => outcome === "fail" || outcome === "warn";

/** A fault of one auth style may affect a check that is not about a style. */
function inCells({ cells, seenAt = [] }: Fault, result: CheckResult): boolean {
  const { auth: _, ...place } = cells;
  return actsIn({ cells: place }, result) || seenAt.includes(result.endpoint);
}

/** The verdict on one fault from the results of a server that has it. Pure. */
export function faultVerdict(fault: Fault, results: readonly CheckResult[]): FaultVerdict {
  const own = results.filter(({ requirement }) => requirement === fault.breaks);
  const red = results.filter(isRed);
  const caughtBy = own.filter((result) => isRed(result) && inCells(fault, result));
  const unrelated = results.filter(
    (result) =>
      result.outcome === "error" ||
      (isRed(result) && !(declares(fault, result.requirement) && inCells(fault, result))),
  );
  const idle = (fault.also ?? []).filter(
    (id) => !id.endsWith(".") && !red.some(({ requirement }) => requirement === id),
  );
  const loud = new Set(caughtBy.map(placeKey));
  const { auth: _, ...cells } = fault.cells;
  const quiet = new Map(
    own
      .filter((result) => actsIn({ cells }, result) && !loud.has(placeKey(result)))
      .map(({ surface, endpoint, version }) => {
        const place = { surface, endpoint, version };
        return [placeKey(place), place] as const;
      }),
  );
  return {
    fault,
    verdict: caughtBy.length === 0 ? "survived" : unrelated.length > 0 ? "unrelated red" : "caught",
    caughtBy,
    unrelated,
    idle,
    quiet: [...quiet.values()],
  };
}
