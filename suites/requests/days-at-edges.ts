import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { CheckContext } from "../model/check.ts";
import { columnOf, rotate } from "../model/rotation.ts";
import { namedParameters } from "./named-parameters.ts";

/**
 * Days that some servers do not expect, by version: a single leap day; a range from before 1970, where times since then
 * are negative, whose 8th and 9th begin like octal numbers; and one from the last day of a long month to the last
 * day of a year in the future.
 */
const ranges: readonly [DateRange, ...DateRange[]] = [
  { from: "2024-02-29", to: "2024-02-29" },
  { from: "1969-08-08", to: "2025-09-09" },
  { from: "2024-10-31", to: "2099-12-31" },
];
type DateRange = Readonly<Record<"from" | "to", string>>;

/** The dates of a search in a cell; empty if no name is known. */
export function daysAtEdges(context: CheckContext): RequestSpec["query"] {
  return namedParameters(
    context,
    "search",
    rotate(ranges, columnOf(context.contracts, context.cell)),
  );
}
