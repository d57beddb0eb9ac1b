import { hasMetadata } from "../../contracts/generations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";
import {
  type CheckContext,
  firstRequest,
  type NamedExchanges,
  type RequestChoices,
} from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { columnOf } from "../engine/rotation.ts";
import { sendsMore } from "../engine/turns.ts";
import { bodyServed } from "../matchers/answer.ts";
import { sizesIn, totalOf } from "../matchers/counts.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { codesOf } from "./factors.ts";
import { filteredSearches } from "./filtered-searches.ts";
import { request, unnamedRequest, withDocumentedCodes } from "./ordinary-requests.ts";
import { parameterName } from "./parameter-names.ts";

/** A search with more hits has more pages than a server may be willing to serve. */
const mostHits = 1000;

/** What a search says of its hits, with the name of the parameter that asks for a page; null if that is not known. */
function hitsOf(first: Exchange, context: CheckContext) {
  const page = parameterName(context, "search", "page");
  const body = bodyServed(first);
  const items = itemsOf(body, operationOf(context)).length;
  const total = totalOf(body, operationOf(context))?.value ?? 0;
  return page === null ? null : { page, items, total };
}

/**
 * Page 2 of a search or, at the older versions, page 3; without the version header where the latest version is meant.
 * null if the total does not reach beyond two pages. Where pages are counted from 0, it is the page after that.
 */
export function laterPageOf(first: Exchange, context: CheckContext): RequestSpec | null {
  const hits = hitsOf(first, context);
  if (hits === null || hits.items === 0 || hits.total <= 2 * hits.items) return null;
  const { page, items, total } = hits;
  // Each of them is tried at some versions.
  const isThird = total > 3 * items && !hasMetadata(operationOf(context));
  return unnamedRequest(context, [...first.spec.query, [page, isThird ? "3" : "2"]]);
}

/**
 * Pages 2 and 3 of a search whose total says that two pages have all hits: what they show tells whether that is so. None
 * if the total says that there is only one page.
 */
function pagesAround(first: Exchange, context: CheckContext): RequestChoices {
  const hits = hitsOf(first, context);
  if (hits === null || hits.total <= hits.items || hits.total > 2 * hits.items) return {};
  const at = (number: string) => request(context, [...first.spec.query, [hits.page, number]]);
  return { "text, page 2": at("2"), "text, page 3": at("3") };
}

/**
 * The last page of a search, with or without a page size, so that it is not full if possible; null where its
 * number is not known.
 * @param second a page with an allowed page size
 */
function lastPageOf(
  first: Exchange,
  second: Exchange | undefined,
  context: CheckContext,
): RequestSpec | null {
  const operation = operationOf(context);
  const [page, pageSize] = ["page", "pageSize"].map((name) =>
    parameterName(context, "search", name),
  );
  const total = totalOf(bodyServed(first), operation)?.value ?? 0;
  if (!page || total > mostHits) return null;
  const sizes = [first, second].flatMap((exchange) => {
    const size = exchange && sizesIn(bodyServed(exchange), operation)[0]?.value;
    const sent = exchange?.spec.query.filter(([name]) => name === pageSize) ?? [];
    return size === undefined || size < 1 || size >= total ? [] : [{ size, sent }];
  });
  const chosen = sizes.find(({ size }) => total % size > 0) ?? sizes[0];
  if (chosen === undefined) return null;
  const last = String(Math.ceil(total / chosen.size));
  return request(context, [...first.spec.query, [page, last], ...chosen.sent]);
}

/** The names of later pages that there should be, of which the last is one of a search with a filter. */
export const laterPageNames = ["text, later page", "text, last page", "filtered, page 2"] as const;

/**
 * Further pages of the ordinary search: the second or third, or both if the total says that there are two; the second of
 * a search with a filter, which rotates from version to version; and the last one at every second version.
 * Pages that there should be are named by `laterPageNames`, and the first one of the search with a filter is `filtered`.
 * @param known the ordinary search and a second page that is served, whose page size is allowed
 */
export function laterPages(
  { text, second }: NamedExchanges,
  context: CheckContext,
): RequestChoices {
  if (text === undefined || bodyServed(text) === undefined || !sendsMore(context)) return {};
  const later = laterPageOf(text, context);
  const isTurn = columnOf(context.contracts, context.cell) % 2 === 1;
  const last = isTurn ? lastPageOf(text, second, context) : null;
  const isSizeAllowed = second !== undefined && bodyServed(second) !== undefined;
  const filtered = isSizeAllowed ? filteredSearch(text, context) : null;
  return {
    ...(later ? { "text, later page": later } : pagesAround(text, context)),
    ...(last && { "text, last page": last }),
    ...(filtered &&
      second && {
        filtered,
        "filtered, page 2": { ...filtered, query: [...filtered.query, ...second.spec.query] },
      }),
  };
}

/**
 * A search with filters: with a text, the first date and codes; with a domain and the last date; or with a second
 * language, as other requirements send it.
 */
function filteredSearch(text: Exchange, context: CheckContext): RequestSpec | null {
  const { cell, contracts } = context;
  const turn = columnOf(contracts, cell) % 3;
  if (turn === 1) return request(context, [["language", codesOf(context, "language")[1]]]);
  const { domain } = filteredSearches.domain(text, context);
  const { from, to } = filteredSearches.dates(text, context);
  const codes = withDocumentedCodes(context);
  const [first, second] = turn === 0 ? [from, codes] : [domain, to];
  if (first === undefined || second === undefined) return null;
  // Both begin with the text, if they have one.
  const [, ...more] = firstRequest(second).query;
  return request(context, [...firstRequest(first).query, ...more]);
}
