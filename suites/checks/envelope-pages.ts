import type { Operation } from "../../contracts/catalogue.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { group } from "../../contracts/group.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sends } from "../../harness/requests/sent-parameters.ts";
import { bodyServed, skipUnserved, successBody } from "../matchers/answer.ts";
import { coveringTotal, mayHaveArrived, sizesIn, totalOf } from "../matchers/counts.ts";
import { namingRequest } from "../matchers/named-request.ts";
import { articlesIn, distinctArticles } from "../matchers/same-articles.ts";
import { askedFor } from "../matchers/same-query.ts";
import { distinct, hasList, hasPage, isComparable, pageNames } from "../matchers/steady-answers.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { cells } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type Found,
  type NamedExchanges,
  notOwed,
  type RequestChoices,
  skip,
} from "../model/check.ts";
import { isAggregatorSearch, operationAsked, operationOf } from "../model/operation.ts";
import { parameterName, skipForRole } from "../model/parameter-names.ts";
import { sentOnceAs } from "../model/sent-role.ts";
import { laterPageNames, laterPages, mostWithout } from "../requests/later-pages.ts";
import { ordinary, withoutParameters } from "../requests/ordinary-requests.ts";
import { withoutHits } from "../requests/searches-without-hits.ts";
import { secondPage } from "../requests/sized-pages.ts";

const hasPageSize = (operation: Operation): boolean =>
  isAggregatorSearch(operation) &&
  (hasMetadata(operation) || operation.requiredMembers.includes("pageSize"));

/** A page that should exist is served; one beyond the last may be refused. */
function expectNoServerError(page: Exchange): readonly Found[] {
  const status = page.answer?.status ?? 0;
  if (status < 500) return [];
  return namingRequest([{ path: "status", expected: "200", actual: String(status) }], page);
}

/** A later page has the total of the first one of its version, give or take what arrives in between. */
function expectSameTotal(
  first: Exchange | undefined,
  later: Exchange,
  context: CheckContext,
): readonly Found[] {
  if (first?.answer?.status !== 200 || later.answer?.status !== 200) return [];
  if (first.spec.version !== later.spec.version) return [];
  const [whole, part] = [first, later].map(
    (page) =>
      totalOf(bodyServed(page), operationOf(context)) ?? skip("a body has no total to compare"),
  );
  if (whole === undefined || part === undefined) return [];
  if (mayHaveArrived(Math.abs(whole.value - part.value), whole.value)) return [];
  const expected = `about ${whole.value}, the total of the first page`;
  const actual = String(part.value);
  return [{ path: part.path, expected, actual, exchange: later.id, beside: first.id }];
}

/**
 * Expects the same of the pages that other requirements ask for, each with the search without a page that was sent with
 * the same version header. A page without items may count none.
 */
function expectTotalsOfPages(exchanges: NamedExchanges, context: CheckContext): readonly Found[] {
  const operation = operationOf(context);
  const names = pageNames(context);
  const all = distinct(exchanges).filter((one) => isComparable(one, context));
  const searches = [
    ...group(all, ({ spec }) => `${spec.version} ${askedFor(spec, names)}`).values(),
  ];
  const hasTotal = (one: Exchange) => totalOf(bodyServed(one), operation) !== null;
  const different = searches.flatMap((same) => {
    const whole = same.find((one) => !hasPage(one, context));
    if (whole === undefined || !hasTotal(whole)) return [];
    return same
      .filter((one) => hasPage(one, context) && hasTotal(one))
      .filter((page) => itemsOf(bodyServed(page), operation).length > 0)
      .flatMap((page) => namingRequest(expectSameTotal(whole, page, context), page));
  });
  if (different.length > 0) return different;
  return searches.flatMap((same) => expectTotalCoversArticles(same, context));
}

/**
 * The pages of a search, of any size and in any order, do not show more different articles than its total counts, give
 * or take what arrives in between.
 */
function expectTotalCoversArticles(
  pages: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const [first] = pages;
  if (first === undefined || pages.length < 2) return [];
  const totals = pages.flatMap((one) => totalOf(bodyServed(one), operation) ?? []);
  const [most] = totals.toSorted((one, other) => other.value - one.value);
  // Another requirement reports a total below the items of its own page.
  const isCovering = pages.every((one) => coveringTotal(bodyServed(one), operation) !== null);
  if (most === undefined || !isCovering) return [];
  const shown = distinctArticles(pages.flatMap((one) => articlesIn(one, context))).marks.length;
  if (mayHaveArrived(shown - most.value, most.value)) return [];
  const expected = `at least ${shown}, the number of different articles on the pages of this search`;
  return namingRequest([{ path: most.path, expected, actual: String(most.value) }], first);
}

/** The cell without the version header if that stands for the version of a cell. */
function defaultCellOf({ cell, contracts }: Pick<CheckContext, "cell" | "contracts">) {
  const isDefault = contracts.defaultOf(cell.surface, cell.endpoint) === cell.version;
  return isDefault ? [{ ...cell, version: defaultVersion, auth: null }] : [];
}

/**
 * The total of a page is at least the number of its items and those of the full pages before it, give or take what
 * arrives in between, or what stands on several pages.
 */
function expectTotalCoversPages(page: Exchange, context: CheckContext): readonly Found[] {
  const operation = operationOf(context);
  const number = Number(sentOnceAs(page, "search", "page", context));
  const total = coveringTotal(bodyServed(page), operation);
  const size = sizesIn(bodyServed(page), operation)[0]?.value;
  const items = itemsOf(bodyServed(page), operation).length;
  if (total === null || size === undefined || items === 0) return [];
  const before = (number - 1) * size;
  if (mayHaveArrived(before + items - total, total)) return [];
  const expected = `at least ${before + items}: ${before} on the pages before and ${items} on this one`;
  const path = totalOf(bodyServed(page), operation)?.path ?? "";
  return [{ path, expected, actual: String(total), exchange: page.id }];
}

/** A page that there is by the total of the first one has items. */
function expectItemsByTotal(
  first: Exchange | undefined,
  page: Exchange | undefined,
  context: CheckContext,
): readonly Found[] {
  if (first?.answer?.status !== 200 || page?.answer?.status !== 200) return [];
  const operation = operationOf(context);
  const total = totalOf(bodyServed(first), operation);
  const most = mostWithout(page, first, context);
  // A page without a total may have another envelope.
  if (total === null || most === null || totalOf(bodyServed(page), operation) === null) return [];
  if (itemsOf(bodyServed(page), operation).length > 0) return [];
  const number = sentOnceAs(page, "search", "page", context);
  const expected = `at most about ${most}, since page ${number} has no items`;
  const { path, value } = total;
  return [{ path, expected, actual: String(value), exchange: first.id, beside: page.id }];
}

/** The page size that a response reports; null if it reports none, or several. */
function sizeOf(exchange: Exchange, context: CheckContext) {
  const sizes = sizesIn(bodyServed(exchange), operationOf(context));
  const [size] = sizes;
  return size === undefined || sizes.some(({ value }) => value !== size.value) ? null : size;
}

/**
 * Expects that a first page that is at most half full has all items, give or take a few that arrive in between. A
 * fuller page may lack a few that a server leaves out as duplicates.
 * @param room the most items that a page of its version may have
 */
function expectAllItems(first: Exchange, room: number, context: CheckContext): readonly Found[] {
  const operation = operationOf(context);
  const body = bodyServed(first);
  const items = itemsOf(body, operation).length;
  const total = coveringTotal(body, operation);
  // Another requirement judges the total of a page without items.
  if (items === 0 || items > room / 2 || total === null) return [];
  if (mayHaveArrived(total - items, total)) return [];
  const expected = `about ${items}, the number of items on a page with room for ${room}, in the response`;
  const path = totalOf(body, operation)?.path ?? "";
  return namingRequest([{ path, expected, actual: String(total) }], first);
}

/** Counts that the pages of a search have in common. */
export const pageCountChecks: readonly Check[] = [
  // should · Legacy response envelopes, table; Metadata object, row "total_hits"
  // The total counts all matching items, whatever page and page size are requested.
  answersTogether("envelope.total-same-on-every-page", {
    where: cells(
      { endpoints: ["/search"], operation: isAggregatorSearch, default: "without" },
      "rotated",
    ),
    send: (context): RequestChoices => {
      const second = secondPage(context) ?? skipForRole(context, "search", "page");
      return { first: withoutParameters(context), second, text: ordinary(context) };
    },
    others: isComparable,
    othersAt: defaultCellOf,
    thenSend: laterPages,
    expect: (exchanges, context) => {
      const { first, second } = exchanges;
      if (first?.answer?.status !== 200 || second?.answer?.status !== 200) {
        skip("one of the two pages is not served");
      }
      const later = laterPageNames.flatMap((name) => exchanges[name] ?? []);
      const { text, "text, later page": inText } = exchanges;
      const total = expectSameTotal(first, second, context);
      return [
        ...(total.length > 0 ? total : expectTotalsOfPages(exchanges, context)),
        ...expectItemsByTotal(text, inText, context),
        ...later.flatMap((page) => [
          ...expectNoServerError(page),
          ...expectTotalCoversPages(page, context),
        ]),
      ];
    },
  }),
  // should · Legacy response envelopes, row "2024-01-01"; Versioning, second table, row "Pagination
  // fields"
  // The page size is the maximum number of items on a page, regardless of how many this page has.
  answersTogether("envelope.page-size-same-on-every-page", {
    where: cells(
      { endpoints: ["/search", "/geolocation"], operation: hasPageSize, default: "without" },
      "rotated",
    ),
    send: (context): RequestChoices => {
      const nothing = withoutHits(context);
      const second = context.cell.endpoint === "/search" ? secondPage(context) : null;
      return { text: ordinary(context), ...(nothing && { nothing }), ...(second && { second }) };
    },
    // A page with fewer items, which filters leave, may report their number.
    others: isComparable,
    thenSend: (known, context): RequestChoices =>
      context.cell.endpoint === "/search" ? laterPages(known, context) : {},
    expect: ({ text, ...others }, context) => {
      if (text === undefined) return [];
      successBody(text);
      const size = sizeOf(text, context);
      if (size === null) return notOwed("no page size is reported");
      const asked = parameterName(context, "search", "pageSize");
      return distinct(others)
        .filter(({ spec }) => spec.version === text.spec.version)
        .filter(({ spec }) => !sends(spec, asked))
        .flatMap((one) => {
          const other = sizeOf(one, context);
          if (other === null || other.value === size.value) return [];
          const expected = `${size.value}, as on the first page of the ordinary request, in the response`;
          const { path, value } = other;
          return namingRequest([{ path, expected, actual: String(value), beside: text.id }], one);
        });
    },
  }),
  // should · Legacy response envelopes, table; Metadata object, row "total_hits"
  // A first page that is at most half full has all items that the total counts.
  answersTogether("envelope.short-page-has-all-items", {
    where: cells({ operation: isAggregatorSearch, default: "without" }, "none"),
    send: (context) => ({ first: ordinary(context) }),
    others: hasList,
    expect: (exchanges, context) => {
      const { version } = operationOf(context);
      const firstPages = Object.values(exchanges).filter(
        (one) =>
          hasList(one, context) &&
          !hasPage(one, context) &&
          operationAsked(one.spec, context)?.version === version,
      );
      if (firstPages.length === 0) skipUnserved();
      const most = Math.max(
        ...firstPages.map((one) => itemsOf(bodyServed(one), operationOf(context)).length),
      );
      return firstPages.flatMap((one) =>
        expectAllItems(one, sizeOf(one, context)?.value ?? most, context),
      );
    },
  }),
];
