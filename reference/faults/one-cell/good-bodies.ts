import type { Operation } from "../../../contracts/catalogue.ts";
import { inSuccess } from "../edit.ts";
import type { OneCellClass } from "./one-cell-class.ts";

type Body = Record<string, unknown>;

/** Changes success bodies of operations whose success schema has a part that a requirement owns. */
export function inBodiesOwning(
  requirement: string,
  change: (body: Body) => void,
): OneCellClass["at"] {
  return inGoodBodies(({ successRequirements }) => successRequirements.has(requirement), change);
}

/** Changes success bodies of the selected operations. */
export function inGoodBodies(
  applies: (operation: Operation) => boolean,
  change: (body: Body, operation: Operation) => void,
): OneCellClass["at"] {
  return ({ operation }) =>
    operation.protected && applies(operation) ? [inSuccess((body) => change(body, operation))] : [];
}
