import { parseDateTime } from "../../contracts/formats.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sentValue } from "../../harness/requests/sent-parameters.ts";
import { bodyServed, isRefusal, isServed, successBody } from "../matchers/answer.ts";
import { count, paginationOf, totalOf } from "../matchers/counts.ts";
import { datesAsFilter, expectDates } from "../matchers/dates-in-range.ts";
import { expectDifferent, expectNothingEither, hasEnough } from "../matchers/different-results.ts";
import { expectFinds, type Filter } from "../matchers/filter-finds.ts";
import { eachOf, whereFound } from "../matchers/filtered-results.ts";
import { domainAsFilter, expectDomain, needPublisher } from "../matchers/publisher-domain.ts";
import { expectServedLikeControl } from "../matchers/served-like-control.ts";
import { expectServedWithKey } from "../matchers/served-with-key.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { type CellFilter, cells } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  eachAnswer,
  type Found,
  type Judgement,
  type NamedExchanges,
  notOwed,
  type RequestChoices,
  skip,
  type TogetherCheck,
} from "../model/check.ts";
import { inVersion } from "../model/in-version.ts";
import { operationOf, withoutHeader } from "../model/operation.ts";
import { needParameterName, parameterName, skipForRole } from "../model/parameter-names.ts";
import { samples } from "../model/remedies.ts";
import { isRotatedStyle } from "../model/rotation.ts";
import { sendsCombinations } from "../model/turns.ts";
import { combinations, combinationsIn, searchesToCombine } from "../requests/combinations.ts";
import { filteredSearches } from "../requests/filtered-searches.ts";
import {
  elsewhere,
  ordinary,
  request,
  searchRequest,
  withAmbiguousText,
  withoutParameters,
} from "../requests/ordinary-requests.ts";
import { searchWithoutHits } from "../requests/searches-without-hits.ts";
import { secondPage } from "../requests/sized-pages.ts";
import {
  isRefusedForSigns,
  refusedForSigns,
  textWithoutHits,
  textWithoutHitsIn,
} from "../requests/texts-without-hits.ts";

const searches: CellFilter = { endpoints: ["/search"], default: "without" };

/** A search with one of the filters; needs the name of its role and a value for it. */
function filterCheck(
  requirement: string,
  filter: "domain" | "dates",
  roles: readonly string[],
  expect: TogetherCheck["expect"],
): TogetherCheck {
  return answersTogether(requirement, {
    where: cells(searches, "rotated"),
    control: withoutParameters,
    send: (context) => {
      for (const name of roles) needParameterName(context, "search", name);
      return { ordinary: ordinary(context) };
    },
    thenSend: (exchanges, context) => {
      const from = exchanges.ordinary;
      const found =
        from === undefined ? {} : filteredSearches[filter](from, context, exchanges.codes);
      return Object.keys(found).length > 0
        ? found
        : skip(
            `no item has a ${filter === "dates" ? "date" : filter} to filter by`,
            samples(
              "hits",
              context.cell.surface,
              "query",
              ...(filter === "domain" ? ["domain"] : []),
            ),
          );
    },
    expect,
  });
}

/** Whether a server certainly reads a value as it was sent: an unusual one may be read differently, or ignored. */
const isUsual: Readonly<Record<"domain" | "dates", (value: string) => boolean>> = {
  domain: (value) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value),
  dates: (value) => /^\d{4}-\d\d-\d\d$/.test(value) && parseDateTime(`${value}T00:00`) !== null,
};

/**
 * Like `filterCheck`, for the items that a filter leaves. Searches with further parameters are judged too.
 * @param asFilter shows which items it may not leave out
 */
function filterHolds(
  requirement: string,
  filter: "domain" | "dates",
  roles: readonly string[],
  judgeOne: Parameters<typeof whereFound>[0],
  asFilter: (context: CheckContext) => Filter,
): TogetherCheck {
  const alone = filterCheck(requirement, filter, roles, expect);
  return {
    ...alone,
    send: (context) => ({ ...alone.send(context), ...searchesToCombine(context) }),
    observed: {
      in: ["success"],
      when: ({ spec: { query } }, context) => {
        const names = new Set(roles.map((name) => parameterName(context, "search", name)));
        const values = query.filter(([name]) => names.has(name));
        return (
          values.length > 0 &&
          new Set(values.map(([name]) => name)).size === values.length &&
          values.every(([, value]) => isUsual[filter](value))
        );
      },
    },
    thenSend: (exchanges, context) => ({
      ...alone.thenSend?.(exchanges, context),
      ...combinations(context, exchanges),
    }),
  };

  function expect(
    { sized: _, codes: __, ...exchanges }: NamedExchanges,
    context: CheckContext,
  ): Judgement {
    const names = roles.map((name) => parameterName(context, "search", name));
    const together = combinationsIn(exchanges);
    const others = Object.values(exchanges).filter(
      (exchange) => exchange !== exchanges.ordinary && !together.includes(exchange),
    );
    // Another requirement judges whether a combination is served.
    const served = together.filter(
      ({ spec, answer }) =>
        answer?.status === 200 &&
        answer.json.ok &&
        spec.query.some(([name]) => names.includes(name)),
    );
    const filtered = [...others, ...served];
    const known = [exchanges.ordinary, context.control].filter((one) => one !== undefined);
    const lost = expectFinds(asFilter(context), filtered, [...known, ...together], context);
    return lost.length > 0 ? lost : whereFound(judgeOne)(filtered, context);
  }
}

/** Expects that the dates are served, together and each alone. */
function expectDatesServed(
  { ordinary: _, ...filtered }: NamedExchanges,
  context: CheckContext,
): Judgement {
  return eachOf(expectServedLikeControl)(Object.values(filtered), context);
}

/** Expects that a publisher's domain is served. */
function expectDomainServed(
  { ordinary: from, domain }: NamedExchanges,
  context: CheckContext,
): readonly Found[] {
  needPublisher(domain, from, context);
  return domain === undefined ? [] : eachOf(expectServedLikeControl)([domain], context);
}

/**
 * Expects that a text that a server may treat as empty, or that has several words, returns a different result from a
 * search without a text.
 */
function expectRead(
  text: Exchange | undefined,
  without: Exchange | undefined,
  context: CheckContext,
): readonly Found[] {
  if (text === undefined || without === undefined) return [];
  if (!isServed(text) || !isServed(without)) return [];
  return hasEnough(without, context) ? expectDifferent(without, text, context) : [];
}

/** Whether a refused page comes after all hits, as the response without parameters counts them. */
function isBeyondAll({ spec, answer }: Exchange, context: CheckContext): boolean {
  const { control } = context;
  const total = control && totalOf(bodyServed(control), operationOf(context));
  if (!total || !isRefusal(answer?.status ?? 0)) return false;
  const size = sentValue(spec, parameterName(context, "search", "pageSize"));
  const listed = itemsOf(bodyServed(control), operationOf(context)).length;
  return total.value <= (size === undefined ? listed : Number(size));
}

export const filterChecks: readonly Check[] = [
  // should · What the service does, item 1
  // A different search query returns a different result.
  answersTogether("parameter.query-changes-result", {
    where: cells({ endpoints: ["/search"] }, "each"),
    send: (context): RequestChoices => ({
      first: ordinary(context),
      second: searchWithoutHits(context),
      ...(sendsCombinations(context) && {
        ...searchesToCombine(context),
        without: withoutParameters(context),
        ambiguous: withAmbiguousText(context),
        ...inVersion({ unnamed: searchRequest(withoutHeader(context), textWithoutHits) }, context),
      }),
    }),
    thenSend: ({ first, second, sized, codes }, context): RequestChoices => {
      if (isRefusedForSigns(second, context)) return {};
      // An older version may know the search text by its other name only, and so ignore this one.
      const same = expectDifferent(first, second, context).length > 0;
      const [[sent, nothing = ""] = []] = second?.spec.query ?? [];
      const name = sent === "q" ? "query" : "q";
      const text = context.target.samples(context.cell.surface).query;
      return same && operationOf(context).parameters.includes("q")
        ? {
            other: request(context, [[name, text]]),
            otherwise: request(context, [[name, nothing]]),
          }
        : sendsCombinations(context)
          ? combinations(context, {
              ...(first && { ordinary: first }),
              ...(sized && { sized }),
              ...(codes && { codes }),
            })
          : {};
    },
    expect: (
      { first, second, other, otherwise, without, ambiguous, unnamed, ...more },
      context,
    ) => {
      if (isRefusedForSigns(second, context)) return notOwed(refusedForSigns);
      const known = other?.answer?.status === 200 && otherwise?.answer?.status === 200;
      const findings = expectDifferent(first, second, context);
      if (findings.length > 0) {
        return known && expectDifferent(other, otherwise, context).length === 0 ? [] : findings;
      }
      const isNamed = ambiguous?.spec.query[0]?.[0] === second?.spec.query[0]?.[0];
      return [
        ...expectNothingEither(second, combinationsIn(more), context),
        ...(unnamed?.id === second?.id
          ? []
          : expectNothingEither(unnamed, combinationsIn(more), context)),
        ...(isNamed ? expectRead(ambiguous, without, context) : []),
        ...expectRead(second, without, context),
      ];
    },
  }),
  // should · What the service does, item 1
  // A different location returns a different result.
  answersTogether("parameter.location-changes-result", {
    where: cells({ endpoints: ["/geolocation"] }, "each"),
    send: (context) => ({
      first: ordinary(context),
      // Another place in the style by rotation, and an unknown one, which every style is asked for, in the others.
      second: isRotatedStyle(context)
        ? elsewhere(context)
        : request(context, [["location", textWithoutHitsIn(context)]]),
    }),
    expect: ({ first, second }, context) => {
      const isUnknown = second?.spec.query[0]?.[1] === textWithoutHitsIn(context);
      const status = second?.answer?.status ?? 0;
      if (isUnknown && isRefusal(status)) return notOwed("an unknown place may be refused");
      // A 401 is about the key.
      if (isRefusal(status) && status !== 401) skip(`another place was refused with ${status}`);
      return expectDifferent(first, second, context);
    },
  }),
  // must · Aggregator GET /search, row "publisher domain filter"
  // /search accepts a publisher domain.
  filterCheck("parameter.domain-accepted", "domain", ["domain"], expectDomainServed),
  // must · Aggregator GET /search, rows "published-from date", "published-to date"
  // /search accepts a published-from date and a published-to date, together and each alone.
  filterCheck("parameter.dates-accepted", "dates", ["from", "to"], expectDatesServed),
  // should · Aggregator GET /search, row "publisher domain filter"
  // With a publisher domain, /search returns only articles of that publisher.
  filterHolds("parameter.domain-filter-holds", "domain", ["domain"], expectDomain, domainAsFilter),
  // should · Aggregator GET /search, rows "published-from date", "published-to date"
  // With published-from and published-to dates, /search returns only articles published between
  // them; with one of them, only articles published since or until then.
  filterHolds("parameter.date-range-holds", "dates", ["from", "to"], expectDates, datesAsFilter),
  // should · Versioning, second table, row "Pagination fields"; Legacy response envelopes, row
  // "2024-01-01"; Aggregator GET /search, "Pagination input parameters"
  // A requested page number and page size are applied and reported.
  eachAnswer("parameter.pagination-holds", {
    where: cells(searches, "rotated"),
    control: withoutParameters,
    send: (context) => [secondPage(context) ?? skipForRole(context, "search", "page")],
    observed: {
      in: ["success"],
      // In other traffic, a size may be more than the server allows.
      ownOnly: true,
      when: (exchange, context) => {
        const names = new Set(
          ["page", "pageSize"].map((name) => parameterName(context, "search", name)),
        );
        const values = exchange.spec.query.filter(([name]) => names.has(name));
        return values.length > 0 && values.every(([, value]) => /^[1-9]\d?$/.test(value));
      },
    },
    expect: (exchange, context) => {
      const findings = expectServedWithKey(exchange, context);
      if (findings.length > 0)
        return isBeyondAll(exchange, context)
          ? notOwed("all hits are on the first page, and a page beyond the last may be refused")
          : findings;
      const body = successBody(exchange);
      const asked = (name: string): number | null => {
        const known = parameterName(context, "search", name);
        const value = sentValue(exchange.spec, known);
        return value === undefined ? null : Number(value);
      };
      const size = asked("pageSize");
      const items = itemsOf(body, operationOf(context)).length;
      const tooMany: readonly Found[] =
        size !== null && items > size
          ? [
              {
                path: `/${operationOf(context).list}`,
                expected: `at most ${size} items`,
                actual: `${items} items`,
              },
            ]
          : [];
      const misreported = ["page", "pageSize"].flatMap((name): readonly Found[] => {
        const wanted = asked(name);
        const actual = count(body, name);
        if (wanted === null || actual === null || actual === wanted) return [];
        // A server may show the last page in place of those after it.
        const isLast = actual === count(body, "totalPages") && actual < wanted;
        if (name === "page" && isLast) return [];
        return [{ path: `/${name}`, expected: String(wanted), actual: String(actual) }];
      });
      // A page of the size that was asked for, with more hits than it has items, shows that the size is applied.
      const isApplied = items === size && (totalOf(body, operationOf(context))?.value ?? 0) > items;
      const otherSizes = (isApplied ? paginationOf(body).hitsPerPage : [])
        .filter(({ value }) => value !== size)
        .map(({ path, value }) => ({ path, expected: String(size), actual: String(value) }));
      return [...tooMany, ...misreported, ...otherSizes];
    },
  }),
];
