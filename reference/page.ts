import type { ParameterReader } from "./parameters.ts";

/** One page of a list; `number` counts from 1. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly total: number;
  readonly number: number;
  /** The most entries that a page has. */
  readonly size: number;
  /** Pages that hold all entries; 0 where there are none. */
  readonly pages: number;
}

export const defaultPageSize = 10;
const largestPageSize = 100;
const lastPage = 1_000_000;

/** What the request asks for, or the first ten. */
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
