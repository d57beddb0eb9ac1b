import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";
import { columnOf, rotate } from "../engine/cells.ts";
import type { CheckContext } from "../engine/check.ts";
import { namedParameters } from "./named-parameters.ts";

/**
 * Days that some servers do not expect, by version: a single leap day, an 8th and a 9th, which begin like octal
 * numbers, and a range from the last day of a long month over a change of the year.
 */
const ranges: readonly [DateRange, ...DateRange[]] = [
  { from: "2024-02-29", to: "2024-02-29" },
  { from: "2024-08-08", to: "2025-09-09" },
  { from: "2024-10-31", to: "2026-01-01" },
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
