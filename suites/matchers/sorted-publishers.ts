import { quoteValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sends } from "../../harness/requests/sent-parameters.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { mostGone, namesOfPublishers } from "./publishers-found.ts";
import { askedFor } from "./same-query.ts";

/** Fewer names may be in order by chance. */
const fewestInOrder = 8;

type Compare = (one: string, other: string) => number;

const byCodeUnit: Compare = (one, other) => Number(one > other) - Number(one < other);

/** The orders of names that servers commonly use. Made when they are needed, not at the start of each run. */
function knownOrders(): readonly Compare[] {
  const ascending: readonly Compare[] = [
    new Intl.Collator("en").compare,
    byCodeUnit,
    (one, other) => byCodeUnit(one.toLowerCase(), other.toLowerCase()),
  ];
  return ascending.flatMap((compare): Compare[] => [compare, (one, other) => compare(other, one)]);
}

/** The order that names are in; null if they are in none of those known. */
function orderOf(names: readonly string[]): Compare | null {
  const isIn = (compare: Compare) =>
    names.slice(1).every((name, index) => compare(names[index] ?? "", name) <= 0);
  return knownOrders().find(isIn) ?? null;
}

/** Where names are in a list, which may be cut off; 0 for one that may have been added to it. */
function placesIn(names: readonly string[], order: Compare, shown: readonly string[]): number[] {
  const end = names.at(-1) ?? "";
  return shown.map((name) => {
    const place = names.indexOf(name);
    if (place !== -1) return place;
    return order(end, name) < 0 ? names.length : 0;
  });
}

/**
 * Expects that a number of results leaves the first publishers of a sort order. Only orders by name are compared, which
 * the response to the same search without a number shows; some publishers may have been added meanwhile.
 */
export function expectFirstInOrder(
  searches: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const [sort, limit] = ["sort", "limit"].map((role) => parameterName(context, "publishers", role));
  if (!sort || !limit) return [];
  const except = new Set([limit]);
  const sorted = searches.filter(({ spec }) => sends(spec, sort));
  return sorted
    .filter(({ spec }) => sends(spec, limit))
    .flatMap((few): readonly Found[] => {
      const asked = askedFor(few.spec, except);
      return sorted
        .filter(({ spec }) => !sends(spec, limit) && askedFor(spec) === asked)
        .flatMap((all) => expectFirstOf(all, few, context))
        .slice(0, 1);
    });
}

/**
 * @param all the search without a number of results
 * @param few the same search with one
 */
function expectFirstOf(all: Exchange, few: Exchange, context: CheckContext): readonly Found[] {
  const [names, shown] = [all, few].map((one) => namesOfPublishers(one, context));
  if (names === undefined || shown === undefined) return [];
  const last = shown.length + mostGone;
  const isEach = new Set(names).size === names.length;
  const order = isEach && names.length >= fewestInOrder ? orderOf(names) : null;
  if (order === null || names.length <= last) return [];
  const index = placesIn(names, order, shown).findIndex((place) => place >= last);
  if (index === -1) return [];
  return [
    {
      path: `/${operationOf(context).list}/${index}/name`,
      expected: `one of the first ${last} publishers in this order`,
      actual: quoteValue(shown[index] ?? ""),
      exchange: few.id,
      beside: all.id,
    },
  ];
}
