import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { isObject, pointerToken } from "../../contracts/json.ts";
import type { Found } from "../model/check.ts";
import { member } from "./json.ts";
import { itemsOf } from "./success-envelope.ts";

/** The place and value of the total in an aggregator body, by envelope. */
export function totalOf(
  body: unknown,
  operation: Operation,
): { readonly path: string; readonly value: number } | null {
  const [path, value] = hasMetadata(operation)
    ? ["/metadata/total_hits", member(member(body, "metadata"), "total_hits")]
    : operation.requiredMembers.includes("totalHits")
      ? ["/totalHits", member(body, "totalHits")]
      : ["/total", member(body, "total")];
  return typeof value === "number" ? { path, value } : null;
}

/** A server may stop counting at a round number, or know its totals only roughly. */
const roundTotal = 50;

/** Whether a total is certainly the number of matching items: equal ones show that nothing was added meanwhile. */
export function isExactTotal(total: number): boolean {
  return total % roundTotal !== 0;
}

/** This many items may be added to or removed from a small result between two requests. */
const mostArrivals = 3;

/** The largest difference of two counts that items which arrived between the responses may explain. */
export function arrivalsIn(total: number): number {
  return Math.max(mostArrivals, total / 10);
}

/** Whether items that arrived between two responses may explain this difference of their counts. */
export function mayHaveArrived(difference: number, total: number): boolean {
  return difference <= arrivalsIn(total);
}

/** Expects a total of at least the number of items on the page. */
export function expectTotalCoversItems(body: unknown, operation: Operation): readonly Found[] {
  const total = totalOf(body, operation);
  const all = itemsOf(body, operation);
  if (total === null || total.value >= all.length) return [];
  // A page may show an item twice, such as its top story.
  const items = new Set(all.map((item) => JSON.stringify(item))).size;
  if (total.value >= items) return [];
  return [
    {
      path: total.path,
      expected: `at least ${items}, the number of different items on the page`,
      actual: String(total.value),
    },
  ];
}

/** A number of the 2024-01-01 envelope; null if it is not a number. */
export function count(body: unknown, name: string): number | null {
  const value = member(body, name);
  return typeof value === "number" ? value : null;
}

const paginationMembers = ["hits_per_page", "total_pages"] as const;

/** Names of objects that hold pagination: `pagination`, `paging`, `page_info`, `pageInfo`, `searchPages`. */
const aboutPages = /(^|[_-])pag(e|ing|er|inat)|Pag(e|ing|inat)/;

interface Place {
  readonly path: string;
  readonly value: unknown;
}

/**
 * Every place of a pagination member at the versions with metadata: at the top level, in `metadata`, or
 * in a pagination object in either. The same name elsewhere has another meaning.
 */
function placesOf(body: unknown, name: (typeof paginationMembers)[number]): readonly Place[] {
  const outer: readonly Place[] = [
    { path: "", value: body },
    { path: "/metadata", value: member(body, "metadata") },
  ];
  const inner = outer.flatMap(({ path, value }) =>
    Object.entries(isObject(value) ? value : {})
      .filter(([key]) => aboutPages.test(key))
      .map(([key, one]) => ({ path: path + pointerToken(key), value: one })),
  );
  return [...outer, ...inner].flatMap((holder): readonly Place[] => {
    const value = member(holder.value, name);
    return value === undefined ? [] : [{ path: holder.path + pointerToken(name), value }];
  });
}

/** Whether a body has a pagination member anywhere but in a list: the specification does not show where it is. */
export function hasSomewhere(
  body: unknown,
  name: (typeof paginationMembers)[number],
  depth = 4,
): boolean {
  if (!isObject(body) || depth === 0) return false;
  const inner = () => Object.values(body).some((one) => hasSomewhere(one, name, depth - 1));
  return Object.hasOwn(body, name) || inner();
}

/** Expects integers at every place of a pagination member. */
export function expectPaginationIntegers(body: unknown): readonly Found[] {
  return paginationMembers.flatMap((name) =>
    placesOf(body, name)
      .filter(({ value }) => !Number.isInteger(value))
      .map(({ path, value }) => ({ path, expected: "integer", actual: describeValue(value) })),
  );
}

/** The pagination values, as far as they are integers. */
export interface Pagination {
  readonly hitsPerPage: readonly (Place & { readonly value: number })[];
  readonly totalPages: readonly (Place & { readonly value: number })[];
}

export function paginationOf(body: unknown): Pagination {
  const numbers = (name: (typeof paginationMembers)[number]) =>
    placesOf(body, name).flatMap(({ path, value }) =>
      Number.isInteger(value) ? [{ path, value: Number(value) }] : [],
    );
  return { hitsPerPage: numbers("hits_per_page"), totalPages: numbers("total_pages") };
}

/** The page sizes that an aggregator body reports, wherever they are. */
export function sizesIn(body: unknown, operation: Operation): Pagination["hitsPerPage"] {
  if (hasMetadata(operation)) return paginationOf(body).hitsPerPage;
  const size = count(body, "pageSize");
  return size === null ? [] : [{ path: "/pageSize", value: size }];
}

/** The numbers of pages that an aggregator body reports, wherever they are. */
export function pagesIn(body: unknown, operation: Operation): readonly number[] {
  if (hasMetadata(operation)) return paginationOf(body).totalPages.map(({ value }) => value);
  const pages = count(body, "totalPages");
  return pages === null ? [] : [pages];
}

/**
 * Expects pagination that agrees with the list and the total: a page has no more items than
 * hits_per_page, and no page lies beyond the hits. Another requirement judges too few pages.
 */
export function expectPaginationAgrees(body: unknown, operation: Operation): readonly Found[] {
  const items = itemsOf(body, operation).length;
  const { hitsPerPage, totalPages } = paginationOf(body);
  const [first] = hitsPerPage;
  const total = coveringTotal(body, operation);
  const most = first && total !== null ? Math.max(1, pagesOf(total, first.value)) : null;
  const least = items > 0 ? 1 : 0;
  const tooFew = hitsPerPage.filter(({ value }) => value < items);
  const wrong = totalPages.filter(({ value }) => value < least || (most !== null && value > most));
  return [
    ...tooFew.map(({ path, value }) => ({
      path,
      expected: `at least ${items}, the number of items on the page`,
      actual: String(value),
    })),
    ...wrong.map(({ path, value }) => ({
      path,
      expected: `${least} ${most === null ? "or more" : `to ${most}`} pages, according to the list and the total`,
      actual: String(value),
    })),
  ];
}

/**
 * The total to calculate pages from; null if it is less than the items, which another requirement
 * reports.
 */
export function coveringTotal(body: unknown, operation: Operation): number | null {
  const total = totalOf(body, operation);
  return total !== null && total.value >= itemsOf(body, operation).length ? total.value : null;
}

/** The number of pages for a number of hits; infinite for a page size of 0 or less. */
export function pagesOf(total: number, size: number): number {
  return size > 0 ? Math.ceil(total / size) : Number.POSITIVE_INFINITY;
}
