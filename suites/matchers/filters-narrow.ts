import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { freeTextNames } from "../model/free-text.ts";
import { operationOf } from "../model/operation.ts";
import { namesOfRoles } from "../model/parameter-names.ts";
import { successBody } from "./answer.ts";
import { datesAsFilter } from "./dates-in-range.ts";
import { expectFinds, type Filter } from "./filter-finds.ts";
import { sentText } from "./named-request.ts";
import { domainAsFilter } from "./publisher-domain.ts";
import { askedFor, asksForAllOf } from "./same-query.ts";
import { itemsOf } from "./success-envelope.ts";

/**
 * Parameters that only leave items out, by the meanings of their roles. Codes may choose another edition instead, or
 * take the place of a default.
 */
const narrowing: Readonly<Record<string, readonly string[]>> = {
  "/search": ["domain", "from", "to", "page"],
  "/topics": ["subtopic"],
  "/search/publishers": ["category", "limit", "sort"],
};

/** Parameters that do not select items: a search with no others may need one that does to find anything. */
const choosesNothing: ReadonlySet<string | undefined> = new Set(["limit", "sort"]);

/**
 * Whether a search asks for something by itself: with a text where the endpoint takes one, or with a filter.
 * @param names the names of the parameters that only leave items out, with their meanings
 */
function isSearch(
  { spec: { query, endpoint } }: Exchange,
  names: ReadonlyMap<string, string>,
): boolean {
  const text = freeTextNames[endpoint];
  if (text !== undefined) return query.some(([name]) => name === text || name === "q");
  return query.some(([name]) => !choosesNothing.has(names.get(name)));
}

/** A query without a number of results and a sort order, which leave no item out either. */
function choosing(
  query: RequestSpec["query"],
  names: ReadonlyMap<string, string>,
): RequestSpec["query"] {
  return query.filter(([name]) => !choosesNothing.has(names.get(name)));
}

/**
 * Expects that a search that finds nothing has no result with a further filter either, nor with another number of results.
 * @param served success responses of one version with their lists
 */
export function expectNothingWithMore(
  served: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const names = namesOfRoles(context, narrowing[context.cell.endpoint] ?? []);
  const filters = new Set(names.keys());
  const isEmpty = (one: Exchange) => itemsOf(successBody(one), operation).length === 0;
  const narrowed = served.filter(
    (one) => !isEmpty(one) && one.spec.query.some(([name]) => names.has(name)),
  );
  return served.flatMap((one): readonly Found[] => {
    if (!isSearch(one, names) || !isEmpty(one)) return [];
    const rest = askedFor(one.spec, filters);
    const own = { ...one.spec, query: choosing(one.spec.query, names) };
    const more = narrowed.find(
      ({ spec }) =>
        askedFor(spec, filters) === rest &&
        asksForAllOf(spec, own) &&
        askedFor(spec) !== askedFor(one.spec),
    );
    if (more === undefined) return [];
    return [
      {
        path: `/${operation.list}`,
        expected: `items, since ${sentText(more)} finds some`,
        actual: "no items",
        exchange: one.id,
        beside: more.id,
      },
    ];
  });
}

/** Both filters of `/search` whose effect an article shows, as one filter. */
function domainAndDates(context: CheckContext): Filter {
  const parts = [domainAsFilter(context), datesAsFilter(context)];
  return {
    names: parts.flatMap(({ names }) => names),
    shows: (both, own) => {
      const { query } = both.filtered.spec;
      const asked = parts
        .filter(({ names }) => query.some(([name]) => names.includes(name)))
        .map((part) => part.shows(both, own));
      return (item) => {
        const shown = asked.map((shows) => shows(item));
        return shown.every((text) => text !== null) ? shown.join(", ") : null;
      };
    },
  };
}

/** An item that passes several filters, as a search shows, is found with all of them, whatever else both ask for. */
export function expectFoundWithAll(
  served: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  return context.cell.endpoint === "/search"
    ? expectFinds(domainAndDates(context), served, served, context)
    : [];
}
