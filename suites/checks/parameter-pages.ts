import { isDeepStrictEqual } from "node:util";
import { hasMetadata } from "../../contracts/generations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { successBody } from "../matchers/answer.ts";
import {
  arrivalsIn,
  count,
  isExactTotal,
  mayHaveArrived,
  pagesIn,
  totalOf,
} from "../matchers/counts.ts";
import { expectDifferent, haveContent } from "../matchers/different-results.ts";
import { namingRequest } from "../matchers/named-request.ts";
import { among, articlesIn, expectLargelySame } from "../matchers/same-articles.ts";
import { expectServedWithKey } from "../matchers/served-with-key.ts";
import { whereSteady } from "../matchers/steady-answers.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { cells } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type Found,
  notOwed,
  type RequestChoices,
  skip,
} from "../model/check.ts";
import { firstPage } from "../model/first-page.ts";
import { operationOf } from "../model/operation.ts";
import { needParameterName, skipForRole } from "../model/parameter-names.ts";
import { sampleWithHits } from "../model/remedies.ts";
import { sentOnceAs } from "../model/sent-role.ts";
import { sendsMore } from "../model/turns.ts";
import { laterPageOf, laterPages } from "../requests/later-pages.ts";
import {
  alternatives,
  ordinary,
  request,
  withoutParameters,
} from "../requests/ordinary-requests.ts";
import { pageOfSize, secondPage } from "../requests/sized-pages.ts";

/** The number of the page as the response reports it. */
function pageOf(exchange: Exchange): number | null {
  return count(successBody(exchange), "page");
}

/** The number of hits that a response reports, 0 if it reports none. */
function totalIn(exchange: Exchange, context: CheckContext): number {
  return totalOf(successBody(exchange), operationOf(context))?.value ?? 0;
}

/**
 * Expects that at least half of the articles of a page are in the whole list, at the place where the page begins or
 * after it; null if that list does not contain the whole page, or if there is nothing to compare. Articles that arrived
 * between the two requests, as their totals show, have moved all others to later places.
 */
function expectInPlace(
  page: Exchange | undefined,
  whole: Exchange | undefined,
  context: CheckContext,
): readonly Found[] | null {
  if (page?.answer?.status !== 200 || whole?.answer?.status !== 200) return null;
  if (page.spec.version !== whole.spec.version) return null;
  const number = Number(sentOnceAs(page, "search", "page", context));
  const size = Number(sentOnceAs(page, "search", "pageSize", context));
  if (!number || !size) return null;
  const start = (number - 1) * size;
  const operation = operationOf(context);
  const countIn = (exchange: Exchange) => itemsOf(successBody(exchange), operation).length;
  // parameter.pagination-holds reports a page of another size.
  if (countIn(page) > size || countIn(whole) < start + size) return null;
  const more = Math.max(0, totalIn(page, context) - totalIn(whole, context));
  // New articles do not explain a larger difference: envelope.total-same-on-every-page reports it.
  const since = mayHaveArrived(more, totalIn(whole, context)) ? more : 0;
  if (since >= start) return [];
  const inPage = articlesIn(page, context);
  const inRest = articlesIn(whole, context).filter(({ index }) => index >= start - since);
  const found = inPage.filter(among(inRest)).length;
  const needed = Math.ceil(inPage.length / 2);
  if (found >= needed) return [];
  // Where pages are counted from 0, it comes after the whole list.
  if (found === 0 && countIn(whole) < start + 2 * size) return null;
  return [
    {
      path: `/${operation.list}`,
      expected: `${needed} or more of the articles that come after the first ${start} of the same search`,
      actual: `${found} of them`,
      exchange: page.id,
      beside: whole.id,
    },
  ];
}

/**
 * Expects that the first page and the second one of the same size leave out no article of the whole list between them;
 * null if they do not show its articles in its order. New articles are expected before those of the first page, or in
 * the total.
 */
function expectNoneBetween(
  first: Exchange | undefined,
  second: Exchange | undefined,
  whole: Exchange | undefined,
  context: CheckContext,
): readonly Found[] | null {
  if (first === undefined || second === undefined || whole === undefined) return null;
  const pages = [first, second];
  if (![...pages, whole].every(({ answer }) => answer?.status === 200)) return null;
  const [size, other] = pages.map((page) => sentOnceAs(page, "search", "pageSize", context));
  if (size === null || size !== other) return null;
  const all = articlesIn(whole, context);
  const [before = [], after = []] = pages.map((page) => {
    const own = articlesIn(page, context);
    const places = all.filter(among(own)).map(({ index }) => index);
    return places.length === own.length ? places : [];
  });
  if (before.length === 0 || after.length === 0) return null;
  const [last, next] = [Math.max(...before), Math.min(...after)];
  if (last >= next) return null;
  // Where pages are counted from 0, a page is between them.
  if (next >= 2 * Number(size)) return null;
  const leftOut = all.filter(({ index }) => index > last && index < next).length;
  if (leftOut <= Math.abs(totalIn(whole, context) - totalIn(second, context))) return [];
  return [
    {
      path: `/${operationOf(context).list}`,
      expected: `each of the first ${next + 1} articles of the same search on page 1 or 2 of ${size} each`,
      actual: `${leftOut} of them on neither`,
      exchange: second.id,
      beside: whole.id,
    },
  ];
}

/**
 * Expects that no item of the first page is on the second one of the same size too, if their totals show that nothing
 * arrived meanwhile; null if they do not show it. The first item of a page may be a top story, which all pages have, as
 * may one that has the same place on both.
 */
function expectNoneTwice(
  first: Exchange | undefined,
  second: Exchange | undefined,
  context: CheckContext,
): readonly Found[] | null {
  if (first?.answer?.status !== 200 || second?.answer?.status !== 200) return null;
  const pages = [first, second];
  const [size, otherSize] = pages.map((page) => sentOnceAs(page, "search", "pageSize", context));
  const [total, other] = pages.map((page) => totalIn(page, context));
  if (size !== otherSize || total !== other || !isExactTotal(total ?? 0)) return null;
  // Items of other kinds may be on every page.
  const [one = [], two = []] = pages.map((page) =>
    articlesIn(page, context).map(({ article }) => article),
  );
  const all = two.filter((item) => one.slice(1).some((same) => isDeepStrictEqual(item, same)));
  const inPlace = two.filter((item, index) => isDeepStrictEqual(item, one[index]));
  const twice = inPlace.length === 1 ? all.filter((item) => item !== inPlace[0]) : all;
  // Other requirements judge a page that is the same as the first one.
  if (twice.length === 0 || twice.length === two.length) return [];
  return [
    {
      path: `/${operationOf(context).list}`,
      expected: "no items of the first page, since the total is the same",
      actual: `${twice.length} of them`,
      exchange: second.id,
      beside: first.id,
    },
  ];
}

/**
 * Expects that a page beyond the whole first page shows other articles than that; null if it does not begin there,
 * however pages are counted, or shows too few to tell. Its first item may be a top story, which all pages have.
 */
function expectNothingOfFirstPage(
  page: Exchange | undefined,
  first: Exchange | undefined,
  context: CheckContext,
): readonly Found[] | null {
  if (page?.answer?.status !== 200 || first?.answer?.status !== 200) return null;
  if (page.spec.version !== first.spec.version) return null;
  const { length } = itemsOf(successBody(first), operationOf(context));
  const total = totalIn(first, context);
  // A longer page may have been cut off at the total.
  if (total <= length) return null;
  const number = Number(sentOnceAs(page, "search", "page", context));
  const size = Number(sentOnceAs(page, "search", "pageSize", context) ?? length);
  if (!((number - 1) * size >= length + arrivalsIn(total))) return null;
  const own = articlesIn(page, context);
  const known = own.filter(among(articlesIn(first, context)));
  if (own.length < 2 || known.length < own.length) return [];
  return [
    {
      path: `/${operationOf(context).list}`,
      expected: `items that come after the ${length} of the first page`,
      actual: `${known.length} of that page and no others`,
      exchange: page.id,
      beside: first.id,
    },
  ];
}

/** Whether all articles of a later page are where it begins if the first page has the number 1. */
function isCountedFromOne(
  page: Exchange | undefined,
  whole: Exchange,
  context: CheckContext,
): boolean {
  if (page?.answer?.status !== 200) return false;
  const number = Number(sentOnceAs(page, "search", "page", context));
  const size = Number(sentOnceAs(page, "search", "pageSize", context));
  const inPage = articlesIn(page, context);
  const inPlace = articlesIn(whole, context).filter(
    ({ index }) => index >= (number - 1) * size && index < number * size,
  );
  return inPage.length > 0 && inPage.every(among(inPlace));
}

/** The finding for a page that is refused without the version header, and served with it. */
function refusedWithoutVersion(unnamed: RequestSpec, named: Exchange): readonly Found[] {
  return [
    {
      path: "status",
      expected: `200 without the version header, as with ${named.spec.version}`,
      actual: "a refusal",
      exchange: exchangeId(unnamed),
      beside: named.id,
    },
  ];
}

/** Expects that a later page of a smaller size is not the beginning of the first page. */
function expectNotTheBeginning(
  first: Exchange,
  later: Exchange,
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const [all, items] = [first, later].map((one) => itemsOf(successBody(one), operation));
  if (all === undefined || items === undefined || !haveContent(items)) return [];
  if (!isDeepStrictEqual(all.slice(0, items.length), items)) return [];
  return [
    {
      path: `/${operation.list}`,
      expected: "other items than the first page has",
      actual: `the first ${items.length} of that page`,
      exchange: later.id,
      beside: first.id,
    },
  ];
}

/** A page before the last one has items, by the number of pages that the server itself reports. */
function expectItems(
  first: Exchange | undefined,
  page: Exchange,
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const pages = [first, page].flatMap((one) =>
    one === undefined ? [] : pagesIn(successBody(one), operation),
  );
  const number = Number(sentOnceAs(page, "search", "page", context));
  const hasMore = pages.length > 0 && pages.every((one) => number < one);
  if (!hasMore || itemsOf(successBody(page), operation).length > 0) return [];
  return [
    {
      path: `/${operation.list}`,
      expected: `items on page ${number} of ${Math.min(...pages)}`,
      actual: "no items",
      exchange: page.id,
    },
  ];
}

/** A page shows its part of the list. */
export const pageChecks: readonly Check[] = [
  // should · Aggregator GET /search, "Pagination input parameters"; Versioning, second table, row
  // "Pagination fields"
  // A later page of a search has other items than the first.
  answersTogether("parameter.page-changes-result", {
    where: cells({ endpoints: ["/search"], default: "without" }, "rotated"),
    send: (context) => {
      needParameterName(context, "search", "page");
      const second = secondPage(context);
      return { first: ordinary(context), ...(second && { second }) };
    },
    thenSend: ({ first, second }, context): RequestChoices => {
      if (first === undefined) return {};
      successBody(first);
      const later = laterPageOf(first, second, context) ?? skip("the search has no further page");
      return { later: alternatives([later, request(context, later.query)]) };
    },
    expect: ({ first, second, later }, context) => {
      if (first === undefined || later?.answer?.status !== 200) skip("a later page is not served");
      const unnamed = laterPageOf(first, second, context);
      if (unnamed !== null && unnamed.version !== later.spec.version)
        return refusedWithoutVersion(unnamed, later);
      const same = expectDifferent(first, later, context);
      if (same.length > 0) return same;
      return [
        ...expectNotTheBeginning(first, later, context),
        ...expectItems(first, later, context),
      ];
    },
  }),
  whereSteady(
    // should · Aggregator GET /search, "Pagination input parameters"; Legacy response envelopes,
    // row "2024-01-01"
    // The number of the first page is accepted, and returns what a search without a page number
    // returns.
    answersTogether("parameter.explicit-first-page", {
      where: cells({ endpoints: ["/search"], default: "without" }, "rotated"),
      send: (context): RequestChoices => {
        const page = needParameterName(context, "search", "page");
        const isSent = sendsMore(context) || hasMetadata(operationOf(context));
        const [number = "1"] = firstPage(context);
        const second = secondPage(context);
        return isSent
          ? {
              first: withoutParameters(context),
              explicit: request(context, [[page, number]]),
              ...(second && { second }),
            }
          : {};
      },
      expect: ({ first, explicit, second }, context) => {
        if (first?.answer?.status !== 200 || explicit === undefined)
          skip("the search itself is not served");
        const findings = expectServedWithKey(explicit, context, [first]);
        if (findings.length > 0) return namingRequest(findings, explicit);
        const different = expectLargelySame(explicit, first, context);
        if (different.length === 0 || pageOf(first) === 1) return different;
        return isCountedFromOne(second, first, context)
          ? different
          : notOwed("pages may be counted from 0");
      },
    }),
    "any order",
  ),
  whereSteady(
    // should · Aggregator GET /search, "Pagination input parameters"; Versioning, second table, row
    // "Pagination fields"
    // A later page of a search contains the items that come after those of the pages before it in
    // the whole list.
    answersTogether("parameter.page-in-its-place", {
      where: cells({ endpoints: ["/search"], default: "without" }, "rotated"),
      send: (context): RequestChoices => {
        const second = secondPage(context) ?? skipForRole(context, "search", "page");
        const first = pageOfSize(context);
        return {
          whole: withoutParameters(context),
          ...(first && { first }),
          second,
          text: ordinary(context),
        };
      },
      thenSend: laterPages,
      expect: ({ whole, first, second, text, filtered, ...later }, context) => {
        const judged = [
          expectInPlace(second, whole, context),
          expectNoneBetween(first, second, whole, context),
          expectNoneTwice(first, second, context),
          expectInPlace(later["filtered, page 2"], filtered, context),
          expectNothingOfFirstPage(later["text, later page"], text, context),
          expectNothingOfFirstPage(later["text, last page"], text, context),
        ].filter((findings) => findings !== null);
        return judged.length > 0
          ? judged.flat()
          : skip(
              "no page was served together with the list that it is compared with",
              sampleWithHits(context),
            );
      },
    }),
    "same order",
  ),
];
