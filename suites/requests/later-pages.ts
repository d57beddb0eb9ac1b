import { hasMetadata } from "../../contracts/generations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { bodyServed } from "../matchers/answer.ts";
import { arrivalsIn, sizesIn, totalOf } from "../matchers/counts.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import {
  type CheckContext,
  firstRequest,
  type NamedExchanges,
  type RequestChoices,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { columnOf } from "../model/rotation.ts";
import { sentOnceAs } from "../model/sent-role.ts";
import { sendsMore } from "../model/turns.ts";
import { codesOf } from "./factors.ts";
import { filteredSearches } from "./filtered-searches.ts";
import { request, unnamedRequest, withDocumentedCodes } from "./ordinary-requests.ts";

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

/** Many servers count all hits but show only the first hundred. */
const mostShown = 100;

/**
 * A later page of a search, without the version header where the latest version is meant; null if the total does not
 * reach beyond two pages. If all hits may be shown, it is the last page that has items even if the total is a few too
 * high, or pages are counted from 0; otherwise page 2 or, at the older versions, page 3.
 * @param second a second page; if it is served, the page size that it asks for is allowed
 */
export function laterPageOf(
  first: Exchange,
  second: Exchange | undefined,
  context: CheckContext,
): RequestSpec | null {
  const hits = hitsOf(first, context);
  if (hits === null || hits.items === 0 || hits.total <= 2 * hits.items) return null;
  const { page, items, total } = hits;
  const at = (number: number, size: RequestSpec["query"] = []) =>
    unnamedRequest(context, [...first.spec.query, [page, String(number)], ...size]);
  const known = total > mostShown ? null : pageSizeOf(first, second, context);
  if (known !== null) return at(Math.max(2, surePagesOf(known.size, total)), known.sent);
  // Each of them is tried at some versions.
  const isThird = total > 3 * items && !hasMetadata(operationOf(context));
  return at(isThird ? 3 : 2);
}

/** The page size of a search as it reports it, or an allowed one with what asks for it; null if neither is known. */
function pageSizeOf(first: Exchange, second: Exchange | undefined, context: CheckContext) {
  const operation = operationOf(context);
  const body = bodyServed(first);
  const reported = sizesIn(body, operation).map(({ value }) => value);
  if (reported.length > 0) {
    return { size: Math.max(itemsOf(body, operation).length, ...reported), sent: [] };
  }
  if (second === undefined || bodyServed(second) === undefined) return null;
  const name = parameterName(context, "search", "pageSize");
  const sent = second.spec.query.filter(([sentName]) => sentName === name);
  const size = Number(sent[0]?.[1]);
  return size > 0 ? { size, sent } : null;
}

/** How many full pages a search certainly has. */
function surePagesOf(size: number, total: number): number {
  return Math.ceil((total - arrivalsIn(total)) / size) - 1;
}

/**
 * The largest total that a search can have if a later page of it has no items, however pages are counted; null if that
 * page need not have any.
 * @param first the first page, of the same size
 */
export function mostWithout(page: Exchange, first: Exchange, context: CheckContext): number | null {
  const { total = 0 } = hitsOf(first, context) ?? {};
  const size = pageSizeOf(first, page, context)?.size ?? 0;
  const number = Number(sentOnceAs(page, "search", "page", context));
  if (size === 0 || total > mostShown || number > surePagesOf(size, total)) return null;
  return number * size;
}

/**
 * Pages 2 and 3 of a search whose total says that two pages have all hits: they verify the total. None if the total says
 * that there is only one page.
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
  const later = laterPageOf(text, second, context);
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
