import type { Operation } from "../../contracts/catalogue.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { isServed, successBody } from "./answer.ts";
import { member } from "./json.ts";
import { askedFor } from "./same-query.ts";
import { articlesOf } from "./success-envelope.ts";

/** Responses that are compared: the same request with a filter, and without it. */
export interface FilteredAndWhole {
  readonly filtered: Exchange;
  readonly whole: Exchange;
}

/**
 * What shows that an item has everything that a filter asks for, in words; null if it does not show it, although the
 * server may know. What depends on the responses only is found out once, and not for each of thousands of items.
 */
export type ShowsFit = (
  both: FilteredAndWhole,
  context: CheckContext,
) => (item: JsonObject) => string | null;

/** Parameters that only leave items out, and which items they certainly leave. */
export interface Filter {
  readonly names: readonly (string | null)[];
  readonly shows: ShowsFit;
}

/**
 * A request with a filter finds something if the same request without it found an item that certainly passes the
 * filter. Pages are not compared, since fewer items have fewer pages.
 * @param others requests of which some may be the same without the filter
 */
export function expectFinds(
  filter: Filter,
  filtered: readonly Exchange[],
  others: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const names = new Set(filter.names);
  const page = parameterName(context, "search", "page");
  const has = ({ spec: { query } }: Exchange, asked: (name: string) => boolean) =>
    query.some(([name]) => asked(name));
  const wholes = others.filter((other) => isServed(other) && !has(other, (one) => names.has(one)));
  return filtered.flatMap((one): readonly Found[] => {
    if (!isServed(one) || has(one, (name) => name === page)) return [];
    if (!has(one, (name) => names.has(name))) return [];
    // Other requirements judge a list that is missing.
    const list = member(successBody(one), operation.list ?? "");
    if (!Array.isArray(list) || list.length > 0) return [];
    const rest = askedFor(one.spec, names);
    for (const whole of wholes) {
      if (askedFor(whole.spec, names) !== rest) continue;
      const shown = firstShown(whole, filter.shows({ filtered: one, whole }, context), operation);
      if (shown === null) continue;
      return [
        {
          path: `/${operation.list}`,
          expected: `an item, as without the filter: ${shown}`,
          actual: "no items",
          exchange: one.id,
          beside: whole.id,
        },
      ];
    }
    return [];
  });
}

function firstShown(
  whole: Exchange,
  shows: (item: JsonObject) => string | null,
  operation: Operation,
): string | null {
  for (const { article } of articlesOf(successBody(whole), operation)) {
    const text = shows(article);
    if (text !== null) return text;
  }
  return null;
}
