import type { ParameterReader } from "./parameters.ts";

/** One page of a list; `number` counts from 1. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly total: number;
  readonly number: number;
  /** Maximum number of entries of a page. */
  readonly size: number;
  /** Number of pages; 0 if there are no entries. */
  readonly pages: number;
}

export const defaultPageSize = 10;
const largestPageSize = 100;
const lastPage = 1_000_000;

/** The requested page, or the first ten entries. */
export function readPaging(
  query: ParameterReader,
  sizeName: string,
): { readonly number: number; readonly size: number } {
  return {
    number: query.integer("page", 1, lastPage) ?? 1,
    size: query.integer(sizeName, 1, largestPageSize) ?? defaultPageSize,
  };
}

/** A page beyond the last one is empty. */
export function cutPage<T>(
  all: readonly T[],
  { number, size }: { readonly number: number; readonly size: number },
): Page<T> {
  return {
    entries: all.slice((number - 1) * size, number * size),
    total: all.length,
    number,
    size,
    pages: Math.ceil(all.length / size),
  };
}
