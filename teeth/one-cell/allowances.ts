import type { FaultPlace } from "../../reference/faults/one-cell/one-cell-class.ts";
import type { OneCellFault } from "../../reference/faults/one-cell/one-cell-faults.ts";

/** A rule that allows faults of some classes to survive in some cells. */
export interface OneCellAllowance {
  readonly reason: string;
  /** Names of classes. */
  readonly classes: readonly string[];
  /** Absent for every cell. */
  readonly where?: (place: FaultPlace) => boolean;
}

/**
 * The faults in one cell that may survive, each under one rule. A rule under which none survives any more
 * breaks the test.
 */
export const oneCellAllowances: readonly OneCellAllowance[] = [
  {
    reason:
      "One never-issued key is sent per cell: an invented one, or the main key with a changed end.",
    classes: ["key-compared-by-its-beginning", "beginning-of-a-key-accepted"],
  },
  {
    reason:
      "Where an endpoint need not have a version, errors may have the envelope of the latest one.",
    classes: ["error-envelope-swapped"],
    where: ({ operation }) => operation.availability === "contested",
  },
];

/** The rule that covers a fault; null if there is none. */
export function oneCellAllowanceOf({ of, place }: OneCellFault): OneCellAllowance | null {
  return (
    oneCellAllowances.find(
      ({ classes, where = () => true }) => classes.includes(of.name) && where(place),
    ) ?? null
  );
}
