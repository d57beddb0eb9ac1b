import type { DescribedPath } from "../../description/operations.ts";
import { type CheckContext, notOwed } from "../model/check.ts";

/** What a surface's description says of the endpoint of a cell; null if it is not described. */
export function describedPath({ cell, target }: CheckContext): DescribedPath | null {
  return target.described(cell.surface)?.path(cell.endpoint, target.basePath(cell.surface)) ?? null;
}

/** The judgement where it is not described. */
export const notDescribed = notOwed(
  "the description has no such operation: see description.paths-listed",
);
