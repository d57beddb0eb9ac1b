import { encodeAddress } from "../../../contracts/encode-component.ts";
import { group } from "../../../contracts/group.ts";
import { authStyles, type Cell } from "../../../contracts/vocabulary.ts";
import type { ReportResult } from "../../model/report.ts";
import type { MatrixTable } from "../../view/matrix.ts";

/** Styles of a square in the order of its marks; `none` is no specific style. */
export const styleNames = ["none", ...authStyles] as const;

/**
 * Sets of cells as hexadecimal numbers, which the page's script compares with the chosen ones: a bit for each
 * square and auth style, the first square lowest.
 */
export interface CellMasks {
  /** `news/search/publishers` and version of each square, in the order of the bits. */
  readonly squares: readonly (readonly [endpoint: string, version: string])[];
  maskOf(cells: readonly Cell[]): string;
  /** What the filter by outcome and cell reads: `fail:3f pass:c0`. */
  outcomesOf(results: readonly ReportResult[]): string;
}

export function cellMasks(tables: readonly MatrixTable[]): CellMasks {
  const places = tables.flatMap(({ rows }) =>
    rows.flatMap(({ squares }) => squares.filter((square) => square !== null)),
  );
  const squares = places.map((place) => [endpointName(place), place.version] as const);
  const numbers = new Map(
    squares.map(([endpoint, version], index) => [`${endpoint} ${version}`, index]),
  );
  const maskOf = (cells: readonly Cell[]): string => {
    let mask = 0n;
    for (const cell of cells) {
      const number = numbers.get(`${endpointName(cell)} ${cell.version}`);
      const style = styleNames.indexOf(cell.auth ?? "none");
      if (number !== undefined) mask |= 1n << BigInt(number * styleNames.length + style);
    }
    return mask.toString(16);
  };
  const outcomesOf = (results: readonly ReportResult[]): string =>
    [...group(results, ({ status }) => status)]
      .map(([status, same]) => `${status}:${maskOf(same)}`)
      .join(" ");
  return { squares, maskOf, outcomesOf };
}

/** How an endpoint is written in the URL of the page: `news/search/publishers`. */
export function endpointName({ surface, endpoint }: Pick<Cell, "surface" | "endpoint">): string {
  return `${surface}${endpoint}`;
}

/** The address that shows one cell, or all of an endpoint or a version. */
export function cellLink(chosen: {
  readonly endpoint?: string;
  readonly version?: string;
  readonly auth?: string;
}): string {
  const words = Object.entries(chosen).map(([name, value]) => `${name}=${encodeAddress(value)}`);
  return `#?${words.join("&")}`;
}
