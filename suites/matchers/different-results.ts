import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { type CheckContext, type Found, skip } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { sampleWithHits } from "../model/remedies.ts";
import { successBody } from "./answer.ts";
import { totalOf } from "./counts.ts";
import { member } from "./json.ts";
import { sentText } from "./named-request.ts";
import { asksForAllOf } from "./same-query.ts";
import { itemsOf } from "./success-envelope.ts";

/**
 * The parts of a response that distinguish results: its total and its items, without what changes with
 * every request.
 */
function resultOf(exchange: Exchange, context: CheckContext): readonly unknown[] {
  const operation = operationOf(context);
  const body = successBody(exchange);
  if (operation.list !== null && !Array.isArray(member(body, operation.list))) {
    skip(`the response has no ${operation.list} to compare`);
  }
  return [totalOf(body, operation)?.value, itemsOf(body, operation)];
}

/** Whether some item has more than a type: only then can items be told apart. */
export function haveContent(items: readonly unknown[]): boolean {
  return !items.every(
    (item) => isObject(item) && Object.keys(item).every((name) => name === "type"),
  );
}

/** Returns a finding if two different requests have the same result. */
export function expectDifferent(
  first: Exchange | undefined,
  second: Exchange | undefined,
  context: CheckContext,
): readonly Found[] {
  if (first === undefined || second === undefined) return [];
  // Ends at the first difference, which is near the beginning of different lists.
  if (!isDeepStrictEqual(resultOf(first, context), resultOf(second, context))) return [];
  const items = itemsOf(successBody(first), operationOf(context));
  if (items.length === 0) {
    skip("neither request had any results to compare", sampleWithHits(context));
  }
  if (!haveContent(items)) {
    skip("the items have no content to compare");
  }
  const asked = sentText(second);
  return [
    {
      path: `/${operationOf(context).list}`,
      expected: `a different result for ${asked}`,
      actual: `the same as for ${sentText(first)}`,
      exchange: second.id,
      beside: first.id,
    },
  ];
}

/** A server with fewer items than this may have no others. */
const fewest = 5;

/** Whether a response has enough items to compare. */
export function hasEnough(exchange: Exchange, context: CheckContext): boolean {
  return itemsOf(successBody(exchange), operationOf(context)).length >= fewest;
}

/** Ends the judgement with `skip` if none of some responses has enough items to compare. */
export function needEnough(exchanges: readonly Exchange[], context: CheckContext): void {
  if (!exchanges.some((exchange) => hasEnough(exchange, context))) {
    skip(`fewer than ${fewest} items, too few to compare`, sampleWithHits(context));
  }
}

/**
 * Returns a finding if several different requests all have the same result, of enough items to compare. One that is
 * given twice is not compared with itself.
 */
export function expectSomeDifferent(
  exchanges: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const [first, ...more] = exchanges;
  const others = more.filter((other) => other.id !== first?.id);
  const all = others.map((other) => expectDifferent(first, other, context));
  if (first === undefined || all.length === 0 || all.some((findings) => findings.length === 0))
    return [];
  needEnough([first], context);
  return all[0] ?? [];
}

/**
 * Returns a finding for each response that has items although its request contains everything that another
 * one of its version, which found nothing, asked for: another parameter can only leave items out.
 *
 * @param nothing a search that may have found nothing
 */
export function expectNothingEither(
  nothing: Exchange | undefined,
  others: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  if (nothing?.answer?.status !== 200) return [];
  const operation = operationOf(context);
  if (itemsOf(successBody(nothing), operation).length > 0) return [];
  const contains = ({ spec }: Exchange) =>
    spec.version === nothing.spec.version && asksForAllOf(spec, nothing.spec);
  return others.flatMap((other) => {
    if (other.answer?.status !== 200 || !contains(other)) return [];
    const items = itemsOf(successBody(other), operation).length;
    if (items === 0) return [];
    return [
      {
        path: `/${operation.list}`,
        expected: `no items for ${sentText(other)}, as without the other parameters`,
        actual: `${items} items`,
        exchange: other.id,
        beside: nothing.id,
      },
    ];
  });
}
