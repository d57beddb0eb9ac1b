import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { isObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { sentValue } from "../../harness/requests/sent-parameters.ts";
import { isRefusal } from "../matchers/answer.ts";
import {
  count,
  coveringTotal,
  expectPaginationAgrees,
  expectPaginationIntegers,
  expectTotalCoversItems,
  hasSomewhere,
  pagesIn,
  pagesOf,
  paginationOf,
  sizesIn,
  totalOf,
} from "../matchers/counts.ts";
import { member } from "../matchers/json.ts";
import { isOpaqueId } from "../matchers/opaque-ids.ts";
import { expectServedLikeControl } from "../matchers/served-like-control.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { cells } from "../model/cells.ts";
import { answersTogether, type Check, type CheckContext, notOwed, skip } from "../model/check.ts";
import { describedSchema, leastOf } from "../model/described-values.ts";
import { isAggregatorSearch, operationOf } from "../model/operation.ts";
import { namesKnown, parameterName, skipForRole } from "../model/parameter-names.ts";
import { ordinary, request } from "../requests/ordinary-requests.ts";
import { withoutHits } from "../requests/searches-without-hits.ts";
import { isRefusedForSigns, refusedForSigns } from "../requests/texts-without-hits.ts";
import { schemaCheck } from "./schema-checks.ts";
import { successCheck } from "./success-check.ts";

const bodyOf = ({ answer }: Exchange): unknown =>
  answer?.json.ok === true ? answer.json.value : undefined;

const legacy = (operation: Operation): boolean =>
  isAggregatorSearch(operation) && !hasMetadata(operation);
const withMetadata = (operation: Operation): boolean =>
  isAggregatorSearch(operation) && hasMetadata(operation);
const paged = (operation: Operation): boolean => operation.requiredMembers.includes("pageSize");

/** The page size and the number of pages of 2024-01-01. */
function countsOf(body: unknown): Counts {
  const size = count(body, "pageSize");
  const pages = count(body, "totalPages");
  return {
    sizes: size === null ? [] : [size],
    pages: pages === null ? [] : [{ path: "/totalPages", value: pages }],
  };
}

/** The page size and the number of pages of the versions with metadata, wherever the members are. */
function countsBesideMetadata(body: unknown): Counts {
  const { hitsPerPage, totalPages } = paginationOf(body);
  return { sizes: hitsPerPage.map(({ value }) => value), pages: totalPages };
}

interface Counts {
  readonly sizes: readonly number[];
  readonly pages: readonly { readonly path: string; readonly value: number }[];
}

/** The length of the list. Other requirements judge a list that is missing, or is not a list. */
function listedIn(body: unknown, operation: Operation): number {
  const list = member(body, operation.list ?? "");
  return Array.isArray(list) ? list.length : skip(`${operation.list} is not an array`);
}

/**
 * Whether a page certainly has items according to the numbers in its response, whether pages are counted from 0 or from
 * 1. The number is read as if they were counted from 0; where they are counted from 1, the page is an earlier one.
 */
function reaches(body: unknown, operation: Operation, total: number, page: string): boolean {
  const [size] = sizesIn(body, operation);
  if (size === undefined || size.value < 1 || !/^\d{1,4}$/.test(page)) return false;
  const number = Number(page);
  return total > number * size.value && pagesIn(body, operation).every((pages) => pages > number);
}

function listsNothing(body: unknown, operation: Operation): boolean {
  const list = member(body, operation.list ?? "");
  return Array.isArray(list) && list.length === 0;
}

function pageSent(spec: RequestSpec, context: CheckContext): string | undefined {
  return sentValue(spec, parameterName(context, "search", "page"));
}

export const envelopeChecks: readonly Check[] = [
  // must · Endpoints, every "Success 200"; Parameters object, "It is present"; Legacy response
  // envelopes, table; Versioning, second table, row "Envelope"
  // A success body has every envelope member that the endpoint's section and the version table list
  // for its version.
  schemaCheck("envelope.members-present"),
  // must · Endpoints, every "Success 200"; Parameters object, "parameters is an object"; Legacy
  // response envelopes, table
  // The members of a success envelope have the listed types; objects are objects, lists are arrays
  // and counts are integers.
  schemaCheck("envelope.member-types"),
  // must · Endpoints, every "Success 200"; Legacy response envelopes, table
  // A search without matches returns the complete envelope, with its lists as arrays.
  answersTogether("envelope.lists-when-empty", {
    where: cells(
      {
        endpoints: ["/search", "/geolocation", "/search/publishers"],
        operation: (operation) => operation.list !== null,
      },
      "each",
    ),
    control: ordinary,
    send: (context) => {
      const empty = withoutHits(context) ?? skipForRole(context, "publishers", "query");
      return { empty };
    },
    thenSend: ({ empty }, context) => {
      // An older version may know the search text by its other name only, and so list everything.
      const [[name = "", text = ""] = []] = empty?.spec.query ?? [];
      const found = empty && bodyOf(empty);
      const ignored = itemsOf(found, operationOf(context)).length > 0;
      const other = name === "q" ? "query" : "q";
      const legacySearch = legacy(operationOf(context)) && context.cell.endpoint === "/search";
      return ignored && legacySearch ? { other: request(context, [[other, text]]) } : {};
    },
    expect: ({ empty, other }, context) => {
      if (empty === undefined) return [];
      const refused = isRefusal(empty.answer?.status ?? 0);
      if (refused && context.cell.endpoint === "/geolocation") {
        return notOwed("an unknown place may be refused");
      }
      if (isRefusedForSigns(empty, context)) return notOwed(refusedForSigns);
      const served = other?.answer?.status === 200 ? expectServedLikeControl(other, context) : [];
      return [...expectServedLikeControl(empty, context), ...served];
    },
  }),
  // should · Legacy response envelopes, table
  // The success member of a legacy success body is true.
  successCheck("envelope.success-is-true", {
    operations: legacy,
    expect: (body) => {
      const success = member(body, "success");
      // Other requirements judge its presence and its type.
      if (typeof success !== "boolean") skip("success is not a boolean");
      return success ? [] : [{ path: "/success", expected: "true", actual: "false" }];
    },
  }),
  // must · Legacy response envelopes, table; Metadata object, row "total_hits"
  // The total number of matching items is not less than the number of items on the page.
  successCheck("envelope.counts-cover-items", {
    operations: isAggregatorSearch,
    expect: (body, { operation }) => {
      if (totalOf(body, operation) === null) {
        if (operation.endpoint !== "/geolocation") skip("the body has no total to compare with");
        return isObject(body)
          ? notOwed("no total is required here")
          : skip("the body is not an object");
      }
      return expectTotalCoversItems(body, operation);
    },
  }),
  // should · Legacy response envelopes, table; Metadata object, row "total_hits"
  // The total on a first page without items is 0.
  successCheck("envelope.total-zero-without-items", {
    operations: isAggregatorSearch,
    expect: (body, { operation, exchange: { spec }, context }) => {
      if (!listsNothing(body, operation)) return notOwed("there is no empty list");
      if (pageSent(spec, context) !== undefined)
        return notOwed("a page was requested, which may be beyond the last");
      const total = totalOf(body, operation);
      if (total === null || total.value === 0) return [];
      return [
        { path: total.path, expected: "0, since no item matches", actual: String(total.value) },
      ];
    },
  }),
  // should · Legacy response envelopes, table; Metadata object, row "total_hits"
  // A requested page that exists according to the total has items.
  successCheck("envelope.counted-page-has-items", {
    operations: isAggregatorSearch,
    expect: (body, { operation, exchange: { spec }, context }) => {
      if (!listsNothing(body, operation)) return notOwed("there is no empty list");
      const page = pageSent(spec, context);
      const total = totalOf(body, operation);
      if (page === undefined || total === null || !reaches(body, operation, total.value, page))
        return notOwed("no page was requested that exists according to the total");
      const actual = `no items, although the total is ${total.value}`;
      return [{ path: `/${operation.list}`, expected: `items on page ${page}`, actual }];
    },
  }),
  // should
  // title
  // should · Navigation link, "The topics response additionally carries"
  // The title of a topic is not an opaque identifier.
  successCheck("envelope.topic-title-no-identifier", {
    operations: ({ endpoint, list }) => endpoint === "/topics" && list !== null,
    expect: (body) => {
      const title = member(body, "title");
      if (typeof title !== "string" || !isOpaqueId(title.trim())) return [];
      return [{ path: "/title", expected: "a title", actual: describeValue(title) }];
    },
  }),
  // must · Legacy response envelopes, row "2024-01-01"
  // At 2024-01-01, size is the number of items on the page.
  successCheck("envelope.size-equals-items", {
    operations: paged,
    expect: (body, { operation }) => {
      const items = listedIn(body, operation);
      const size = count(body, "size") ?? skip("size is not a number");
      if (size === items) return [];
      return [
        { path: "/size", expected: `${items}, the number of articles`, actual: String(size) },
      ];
    },
  }),
  // must · Legacy response envelopes, row "2024-01-01"
  // At 2024-01-01, a page has at most pageSize items.
  successCheck("envelope.size-within-page-size", {
    operations: paged,
    expect: (body, { operation }) => {
      const pageSize = count(body, "pageSize") ?? skip("pageSize is not a number");
      const items = listedIn(body, operation);
      if (items <= pageSize) return [];
      return [
        {
          path: "/pageSize",
          expected: `at least ${items}, the number of articles`,
          actual: String(pageSize),
        },
      ];
    },
  }),
  // should · Legacy response envelopes, row "2024-01-01"
  // A request without pagination parameters returns the first page, which has the number 1.
  successCheck("envelope.first-page-is-one", {
    operations: paged,
    expect: (body, { exchange: { spec }, context }) => {
      const known = namesKnown(context);
      const pagination = ["page", "pageSize"].map((role) => parameterName(context, "search", role));
      // A name that is not known may be that of the page.
      if (spec.query.some(([name]) => pagination.includes(name) || !known.has(name)))
        return notOwed("a page was requested, or something whose meaning is not known");
      const page = count(body, "page") ?? skip("page is not a number");
      // The description may say that page numbers begin at 0.
      const least = leastOf(describedSchema(context, "search", "page"));
      const first = least === 0 ? 0 : 1;
      return page === first || page === 1
        ? []
        : [{ path: "/page", expected: String(first), actual: String(page) }];
    },
  }),
  // should · Legacy response envelopes, row "2024-01-01"; Versioning, second table, row "Pagination
  // fields"
  // The number of pages is the number of hits divided by the page size, rounded up; without hits it
  // is 0 or 1.
  successCheck("envelope.total-pages-consistent", {
    operations: (operation) => paged(operation) || withMetadata(operation),
    expect: (body, { operation }) => {
      const total = coveringTotal(body, operation);
      const { sizes, pages } = paged(operation) ? countsOf(body) : countsBesideMetadata(body);
      const [size] = sizes;
      // Other requirements judge members that are missing or of another type.
      const isOwed = paged(operation);
      if (total === null || size === undefined || pages.length === 0) {
        return isOwed || !isObject(body)
          ? skip("not all counts are present to compare")
          : notOwed("the specification does not show where the pagination members are");
      }
      if (size <= 0) skip("the page size is not positive");
      const expected = pagesOf(total, size);
      // Many servers count the empty page that they return where nothing is found.
      const isRight = (value: number) => value === expected || (total === 0 && value === 1);
      return pages
        .filter(({ value }) => !isRight(value))
        .map(({ path, value }) => ({
          path,
          expected: `${expected}, ${total} / ${size} rounded up`,
          actual: String(value),
        }));
    },
  }),
  // must · Versioning, second table, row "Pagination fields"
  // At the current version, hits_per_page and total_pages are integers.
  successCheck("envelope.pagination-fields-integers", {
    operations: withMetadata,
    expect: (body) =>
      isObject(body) ? expectPaginationIntegers(body) : skip("the body is not an object"),
  }),
  // must · Versioning, second table, row "Pagination fields"; Versioning, "Changes v2 to v3"
  // At the current version, hits_per_page and total_pages agree with the list and the total.
  successCheck("envelope.pagination-fields-agree", {
    operations: withMetadata,
    expect: (body, { operation }) =>
      isObject(body) ? expectPaginationAgrees(body, operation) : skip("the body is not an object"),
  }),
  // should · Versioning, second table, row "Pagination fields"; Legacy response envelopes, "Where
  // hits_per_page and total_pages sit"
  // A success body of the aggregator's current version has hits_per_page and total_pages.
  successCheck("envelope.pagination-fields-present", {
    operations: withMetadata,
    expect: (body) =>
      (["hits_per_page", "total_pages"] as const)
        .filter((name) => !hasSomewhere(body, name))
        .map((name) => ({
          path: "",
          expected: `${name} at the top level, in metadata, or in another object`,
          actual: "absent",
        })),
  }),
  // must · Navigation link, row "navigation_links item"
  // Each navigation link has a name and a topic_id, both strings.
  schemaCheck("envelope.navigation-links"),
  // must · Navigation link, row "related_topics item"
  // Each related topic has a name and a topic_id, both strings.
  schemaCheck("envelope.related-topics", { mayBeEmpty: true }),
  // must · Navigation link, row "related_publications item"
  // Each related publication has a name, a publication_id and a favicon, all strings.
  schemaCheck("envelope.related-publications", { mayBeEmpty: true }),
  // must · Navigation link, "The topics response additionally carries"
  // Each subtopic link has a name and a subtopic_id, both strings.
  schemaCheck("envelope.subtopic-links"),
];
