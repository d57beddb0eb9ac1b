/** Decides which cells get requests beyond the ordinary one: sending everything in each would be too much. */

import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { CheckContext } from "./check.ts";
import { isRotatedStyle } from "./rotation.ts";

/** Whether combinations of parameters, and values beyond the first, are sent at all: not everywhere in a reduced matrix. */
export function sendsMore({ combines }: Pick<CheckContext, "combines">): boolean {
  return combines !== false;
}

/** Whether further values are sent: at every explicit version, and without the header if `sendsMore`. */
export function sendsFurtherValues(context: CheckContext): boolean {
  return sendsMore(context) || context.cell.version !== defaultVersion;
}

/** Whether a cell has an explicit version and its style by rotation; additional requests are sent there in any matrix. */
export function isDatedTurn(context: CheckContext): boolean {
  return context.cell.version !== defaultVersion && isRotatedStyle(context);
}

/** Whether the combinations of an endpoint are sent in a cell: at explicit versions, in one style, if `sendsMore`. */
export function sendsCombinations(context: CheckContext): boolean {
  return sendsMore(context) && isDatedTurn(context);
}
