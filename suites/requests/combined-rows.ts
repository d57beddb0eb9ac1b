import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { CheckContext } from "../model/check.ts";
import { columnOf } from "../model/rotation.ts";
import type { Factor, Parameter } from "./factors.ts";
import { namedParameters } from "./named-parameters.ts";
import { pairwise, type Row } from "./pairwise.ts";
import { inSortOrder } from "./publisher-values.ts";
import { textWithoutHits } from "./texts-without-hits.ts";

/** A value for each parameter by its name; null where it is left out. */
export type CombinedRow = Row<string | null>;

/** Every pair of values of two parameters, or of a value and none, in few rows, with a page size in some of them. */
export function combinedRows(
  all: readonly Factor[],
  context: CheckContext,
): readonly CombinedRow[] {
  const factors = all.filter(({ meaning }) => meaning !== "pageSize");
  const levels = factors.map(
    ({ name, values, optional }) =>
      [name, optional ? [null, ...values] : values] satisfies [string, readonly (string | null)[]],
  );
  const pairs = pairwise<string | null>(Object.fromEntries(levels), wantedRows(factors, context));
  return firstValuesOf(all, "pageSize").reduce(besideEachValue, pairs);
}

/** The parameters of `/search` that no other requirement sends alone, without a text. */
export function sentAlone(factors: readonly Factor[]): readonly Parameter[] {
  return firstValuesOf(factors, "from", "to", "page");
}

/**
 * Combinations with one more parameter, in as few of them as it takes to send it with each value of every other one: a
 * short page shows less than a long one.
 */
function besideEachValue(
  rows: readonly CombinedRow[],
  [name, value]: Parameter,
): readonly CombinedRow[] {
  const valuesIn = (row: CombinedRow) =>
    Object.entries(row).flatMap(([one, level]) => (level === null ? [] : [`${one}=${level}`]));
  const open = new Set(rows.flatMap(valuesIn));
  const chosen = new Set<CombinedRow>();
  while (open.size > 0) {
    const gains = rows.map((row) => valuesIn(row).filter((one) => open.has(one)).length);
    const best = rows[gains.indexOf(Math.max(...gains))];
    if (best === undefined) break;
    chosen.add(best);
    for (const one of valuesIn(best)) open.delete(one);
  }
  return rows.map((row) => ({ ...row, [name]: chosen.has(row) ? value : null }));
}

/** The first value of each factor with one of these meanings, as far as there is one. */
function firstValuesOf(
  factors: readonly Factor[],
  ...meanings: readonly string[]
): readonly Parameter[] {
  return factors
    .filter(({ meaning }) => meanings.includes(meaning))
    .flatMap(({ name, values: [value] }) => (value === undefined ? [] : [[name, value] as const]));
}

/**
 * Combinations that pairs alone need not contain: a search that should find nothing with the first value of every
 * filter, since something is found if one of them makes a server ignore the text; the first or, by turns, the last
 * date alone, without a text; and by turns fewer publishers than a text and codes find. In the search dates are left
 * out, since little may lie between them.
 */
function wantedRows(
  factors: readonly Factor[],
  { cell, contracts }: CheckContext,
): readonly CombinedRow[] {
  const isTurn = columnOf(contracts, cell) % 2 === 1;
  const omitted = factors.map(({ name }) => [name, null] as const);
  const text = factors.filter(({ values }) => values.includes(textWithoutHits));
  const filters = firstValuesOf(factors, "country", "language", "domain", "category");
  const few = firstValuesOf(factors, "limit", "query", "country", "language");
  return [
    ...(cell.endpoint === "/search/publishers" && !isTurn ? [few] : []),
    ...text.map(({ name }) => [...filters, [name, textWithoutHits] as const]),
    ...firstValuesOf(factors, isTurn ? "to" : "from").map((date) => [date]),
  ].map((row) => Object.fromEntries([...omitted, ...row]));
}

/**
 * Publisher searches in a sort order, with a number of results, with a text and with every filter. The sort order is
 * in no other combination: no value is shown, and nothing could be judged where it is refused.
 */
export function sortedSearches(
  context: CheckContext,
  factors: readonly Factor[],
): readonly (readonly Parameter[])[] {
  const sort = context.cell.endpoint === "/search/publishers" ? inSortOrder(context) : null;
  if (sort === null) return [];
  // Beside a country a language may leave nothing out.
  const isTurn = columnOf(context.contracts, context.cell) % 2 === 1;
  // A few show whether the number has an effect in this order, and as many as may be whether the order finds them all.
  const limit = context.cell.version === defaultVersion ? "100" : "3";
  return [
    namedParameters(context, "publishers", { limit }),
    firstValuesOf(factors, "query"),
    firstValuesOf(factors, "category", "language", ...(isTurn ? [] : ["country"])),
  ]
    .filter((row) => row.length > 0)
    .map((row) => [...row, ...sort.query]);
}
