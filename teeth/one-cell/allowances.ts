import type { Availability } from "../../contracts/catalogue.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
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

const at =
  (...availability: readonly Availability[]) =>
  ({ operation }: FaultPlace): boolean =>
    availability.includes(operation.availability);

/** The faults in one cell that may survive, each under one rule. A rule without survivors fails the test. */
export const oneCellAllowances: readonly OneCellAllowance[] = [
  {
    reason:
      "One never-issued key is sent per cell: an invented one, or the own key with a changed end.",
    classes: ["key-compared-by-its-beginning", "beginning-of-a-key-accepted"],
  },
  {
    reason: "An endpoint that need not have the version gets no malformed keys or unlisted forms.",
    classes: ["malformed-header-accepted", "two-wrong-keys-accepted", "unlisted-form-accepted"],
    where: at("unstated", "contested"),
  },
  {
    reason: "An endpoint that need not have the version is requested in one style.",
    classes: [
      ...["style-refused", "served-with-another-status", "request-dropped"],
      ...["echo-dropped", "echo-of-somebody-else"],
    ],
    where: at("unstated"),
  },
  {
    reason: "The refusals of a cell are judged as HTTP messages in one style.",
    classes: ["refusal-compression-announced-only"],
  },
  {
    reason:
      "Parameters are refused in one style by rotation, and not all of them at the default version.",
    classes: [
      ...["parameter-refused-with-200", "parameter-refused-with-422"],
      "parameter-code-of-its-own",
    ],
  },
  {
    reason: "A search that finds nothing is sent in one style, and not at the default version.",
    classes: ["null-when-nothing-is-found"],
  },
  {
    reason: "Parameters other than texts are echoed in one style, and not at the default version.",
    classes: ["echo-dropped"],
    where: ({ operation, version }) =>
      hasMetadata(operation) &&
      (version === defaultVersion || operation.endpoint === "/search/publishers"),
  },
  {
    reason: "A key in a response is judged for generated requests only.",
    classes: ["key-in-a-header", "key-in-a-good-body", "key-in-a-refusal"],
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
