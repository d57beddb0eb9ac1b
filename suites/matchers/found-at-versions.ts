import type { Operation } from "../../contracts/catalogue.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";
import { successBody } from "./answer.ts";
import { coveringTotal, totalOf } from "./counts.ts";
import { articlesOf, itemsOf } from "./success-envelope.ts";

/** A success response with its operation. */
export interface AtVersion {
  readonly exchange: Exchange;
  readonly operation: Operation;
}

/** At most this many articles may have arrived between two requests. */
const few = 2;

/**
 * Expects of the response to a search that it has found something if all other versions find articles for the same
 * search, and that its total counts more than its own page if the totals of all others do. How much each version finds
 * may differ, since the items of some have other kinds; but one that has articles only finds no more than all others.
 * @param others one of each other version, of which there are at least two: with one it is not known which is wrong
 */
export function expectFoundAsAt(own: AtVersion, others: readonly AtVersion[]): readonly Found[] {
  const [first, ...rest] = others;
  if (first === undefined || rest.length === 0) return [];
  const items = itemsOf(successBody(own.exchange), own.operation).length;
  if (!others.every((other) => articlesAt(other) > few)) return [];
  const finding = (path: string, expected: string, actual: string): readonly Found[] => [
    { path, expected, actual, exchange: own.exchange.id, beside: first.exchange.id },
  ];
  const { version } = first.operation;
  if (items === 0) {
    const expected = `items, as for the same search at ${version}`;
    return finding(`/${own.operation.list}`, expected, "no items");
  }
  const total = totalOf(successBody(own.exchange), own.operation);
  if (total === null) return [];
  const most = Math.max(...others.map(countedAt));
  if (total.value > mostAsAt(own, most)) {
    const expected = `no more hits than about ${most}, the most that other versions count`;
    return finding(total.path, expected, String(total.value));
  }
  if (total.value !== items || items <= few) return [];
  if (!others.every((other) => countsMore(other, total.value))) return [];
  return finding(
    total.path,
    `all hits to be counted, as for the same search at ${version}`,
    `${total.value}, the number of items on the page`,
  );
}

/**
 * The highest total of a version beside that of the others. Where items have other kinds too, their share of the hits is
 * not known: they may follow the articles.
 * @param most the highest total of the others
 */
function mostAsAt(own: AtVersion, most: number): number {
  if (own.operation.entries?.polymorphic !== true) return 1.5 * most + few;
  const items = itemsOf(successBody(own.exchange), own.operation).length;
  return (3 * most * items) / articlesAt(own) + few;
}

function articlesAt({ exchange, operation }: AtVersion): number {
  return articlesOf(successBody(exchange), operation).length;
}

/** The total of another version; where it has none, or fewer than its page, nothing is known of the most. */
function countedAt({ exchange, operation }: AtVersion): number {
  return coveringTotal(successBody(exchange), operation) ?? Number.POSITIVE_INFINITY;
}

/** Whether a version counts more than twice as many hits, of which the most are articles. */
function countsMore(other: AtVersion, count: number): boolean {
  const body = successBody(other.exchange);
  const total = totalOf(body, other.operation);
  const items = itemsOf(body, other.operation).length;
  return total !== null && total.value > 2 * count && 2 * articlesAt(other) >= items;
}
