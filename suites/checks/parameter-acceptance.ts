import { hasMetadata } from "../../contracts/generations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { expectStatus, isRefusal, needKeyAccepted, statusText } from "../matchers/answer.ts";
import { namingRequest } from "../matchers/named-request.ts";
import { needPublisher } from "../matchers/publisher-domain.ts";
import { expectServedLike } from "../matchers/served-like-control.ts";
import { expectServedWithKey } from "../matchers/served-with-key.ts";
import { type CellFilter, cells, only, union } from "../model/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  eachAnswer,
  type Found,
  type NotOwed,
  notOwed,
  type RequestChoice,
  type RequestChoices,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { namesKnown, parameterName, skipForRole } from "../model/parameter-names.ts";
import { columnOf } from "../model/rotation.ts";
import { sendsFurtherValues, sendsMore } from "../model/turns.ts";
import { writtenTexts } from "../requests/careless-requests.ts";
import { daysAtEdges } from "../requests/days-at-edges.ts";
import { domainsToTry, filteredSearches } from "../requests/filtered-searches.ts";
import {
  alternatives,
  geolocationDefaults,
  ordinary,
  request,
  unnamedRequest,
  withAmbiguousText,
  withDocumentedCodes,
  withLowerCaseCodes,
  withoutParameters,
} from "../requests/ordinary-requests.ts";
import { withoutLocation } from "../requests/refused-parameters.ts";
import { sampleDates } from "../requests/sample-dates.ts";
import { articlesWithoutHits, withoutHits } from "../requests/searches-without-hits.ts";

/** Adds a country code and a language code to the ordinary request of an endpoint. */
function codesAccepted(
  requirement: string,
  endpoint: string,
  withCodes: (context: CheckContext) => RequestChoice,
  filter: CellFilter = {},
): Check {
  return eachAnswer(requirement, {
    where: cells({ ...filter, endpoints: [endpoint], default: "without" }, "rotated"),
    control: ordinary,
    send: (context) => [withCodes(context)],
    expect: expectServedWithKey,
  });
}

/**
 * Country and language, each without the other and without a text where none is required. Where the matrix leaves
 * combinations out, they rotate from version to version, together with the location.
 */
function codesAlone(context: CheckContext): RequestChoices {
  const { cell, contracts, target } = context;
  const { location, country, language } = target.samples(cell.surface);
  const isSearch = cell.endpoint === "/search";
  const codes = isSearch
    ? { country: country.toLowerCase(), language: language.toLowerCase() }
    : geolocationDefaults;
  const beside = isSearch ? [] : [["location", location] as const];
  const byCountry = { country: request(context, [...beside, ["country", codes.country]]) };
  const byLanguage = { language: request(context, [...beside, ["language", codes.language]]) };
  if (isSearch || sendsMore(context)) return { ...byCountry, ...byLanguage };
  return columnOf(contracts, cell) % 2 === 0 ? byCountry : byLanguage;
}

/**
 * Blocks the check if a request with fewer parameters is not served, since then another parameter is the
 * cause.
 */
function needServed(part: Exchange | undefined): void {
  if (part === undefined) return;
  if (part.answer?.status !== 200)
    blocked(`a request with fewer parameters was answered with ${statusText(part)}`);
}

/** Served; the finding names the request, which is one of several. */
function expectRequestServed(
  exchange: Exchange,
  context: CheckContext,
  others?: readonly Exchange[],
): readonly Found[] {
  return namingRequest(expectServedWithKey(exchange, context, others), exchange);
}

/**
 * Why a refusal counts against another requirement: a search without hits is refused with the same status; null if it
 * does not.
 */
function refusedWithoutHits(exchange: Exchange, nothing: Exchange | undefined): NotOwed | null {
  const status = exchange.answer?.status ?? 0;
  return isRefusal(status) && nothing?.answer?.status === status
    ? notOwed("a search without hits is refused too: see envelope.lists-when-empty")
    : null;
}

/** The ordinary search with every filter whose name is known. */
function searchWithEveryFilter(
  control: Exchange,
  codes: Exchange | undefined,
  context: CheckContext,
): RequestChoice {
  const domains = domainsToTry(control, context, codes);
  return domains.length === 0
    ? withFilters(control, null, context)
    : alternatives(domains.map((domain) => withFilters(control, domain, context)));
}

function withFilters(control: Exchange, domain: string | null, context: CheckContext): RequestSpec {
  const { country, language } = context.target.samples(context.cell.surface);
  const dates = sampleDates(control, context);
  const values = [
    ["domain", domain],
    ["from", dates.from],
    ["to", dates.to],
  ] as const;
  const filters = values.flatMap(([name, value]) => {
    const known = parameterName(context, "search", name);
    return known === null || value === null ? [] : [[known, value] as const];
  });
  return unnamedRequest(context, [
    ...control.spec.query,
    ["country", country.toLowerCase()],
    ["language", language.toLowerCase()],
    ...filters,
  ]);
}

/** The same search for a letter, if it is for a text of one character; null if it is for a longer one. */
function otherCharacter(spec: RequestSpec): RequestSpec | null {
  const [[name, text] = ["", ""], ...more] = spec.query;
  return text.length === 1 ? { ...spec, query: [[name, "z"], ...more] } : null;
}

/** What may be left out, what may not, and which spellings are accepted. */
export const acceptanceChecks: readonly Check[] = [
  // must · Aggregator GET /search, "Query parameters"; Aggregator GET /topics, "Query parameters";
  // News GET /search/publishers, "Query parameters"
  // A request without any of the optional parameters is answered.
  eachAnswer("parameter.optional-can-be-left-out", {
    // The ordinary request to publisher search has none, and is judged without the header anyway.
    where: union(
      cells({ endpoints: ["/search", "/topics"] }, "rotated"),
      cells({ endpoints: ["/search/publishers"], default: "without" }, "rotated"),
    ),
    send: (context) => (sendsFurtherValues(context) ? [withoutParameters(context)] : []),
    expect: expectServedWithKey,
  }),
  // must · Aggregator GET /search, "Query parameters"; Aggregator GET /geolocation, rows "country",
  // "language"
  // Country and language can each be sent without the other, and at /search without a search query.
  answersTogether("parameter.optional-sent-alone", {
    where: cells({ endpoints: ["/search", "/geolocation"], default: "without" }, "rotated"),
    control: withDocumentedCodes,
    send: (context): RequestChoices => ({
      without: context.cell.endpoint === "/search" ? withoutParameters(context) : ordinary(context),
      ...codesAlone(context),
    }),
    expect: ({ without, ...alone }, context) => {
      needServed(without);
      return Object.values(alone).flatMap((one) => expectRequestServed(one, context));
    },
  }),
  // must · Aggregator GET /search, "Query parameters"
  // All optional parameters of /search can be sent together.
  answersTogether("parameter.optional-sent-together", {
    where: cells({ endpoints: ["/search"], default: "without" }, "rotated"),
    control: ordinary,
    send: (context) => {
      const nothing = withoutHits(context);
      return {
        control: ordinary(context),
        codes: withDocumentedCodes(context),
        ...(nothing && { nothing }),
      };
    },
    thenSend: ({ control, codes }, context): RequestChoices =>
      control === undefined
        ? {}
        : {
            ...filteredSearches.domain(control, context, codes),
            ...filteredSearches.dates(control, context),
            all: searchWithEveryFilter(control, codes, context),
          },
    expect: ({ all, ...parts }, context) => {
      const others = Object.values(parts);
      needPublisher(parts.domain, parts.control, context);
      for (const part of others) needServed(part);
      return all === undefined ? [] : expectRequestServed(all, context, others);
    },
  }),
  // must · Aggregator GET /geolocation, row "location"; Aggregator GET /geolocation, "Error 400 and
  // 401"
  // A request to /geolocation without a location is refused with status 400.
  eachAnswer("parameter.location-required", {
    where: cells({ operation: ({ parameters }) => parameters.includes("location") }, "each"),
    send: (context) => [withoutLocation(context)],
    observed: {
      in: ["success", "refusal"],
      // Another refusal may be about the key, and an unknown parameter may belong to an extension.
      when: (exchange, context) => {
        const names = exchange.spec.query.map(([name]) => name);
        const known = namesKnown(context);
        const status = exchange.answer?.status;
        return (
          (status === 200 || status === 400) &&
          names.every((name) => name !== "location" && known.has(name))
        );
      },
    },
    expect: (exchange) => {
      needKeyAccepted(exchange);
      return expectStatus(exchange, 400);
    },
  }),
  // must · Aggregator GET /search, row "query"
  // At the older versions, the search query is accepted as query or as q.
  answersTogether("parameter.query-accepted-at-older-versions", {
    where: cells(
      { default: "without", operation: ({ parameters }) => parameters.includes("q") },
      "rotated",
    ),
    send: (context) => {
      const text = context.target.samples(context.cell.surface).query;
      return { query: request(context, [["query", text]]), q: request(context, [["q", text]]) };
    },
    expect: ({ query, q }) => {
      if (query === undefined || q === undefined) return [];
      return expectServedWithKey(query.answer?.status === 200 ? query : q);
    },
  }),
  // must · Aggregator GET /search, row "query"; Aggregator GET /geolocation, row "location"; News
  // GET /search/articles, "Accepts a query parameter"
  // Texts such as 0, null and constructor are accepted as a search query and as a location, like
  // any other text.
  answersTogether("parameter.zero-accepted", {
    where: union(
      cells({ endpoints: ["/search", "/geolocation"], default: "without" }, "rotated"),
      cells({ endpoints: ["/search/articles"], default: "only" }, "rotated"),
    ),
    control: ordinary,
    send: (context): RequestChoices => {
      const text = withAmbiguousText(context);
      // No other requirement judges whether article search accepts more than one plain word.
      if (context.cell.endpoint === "/search/articles")
        return { text, phrase: articlesWithoutHits(context) };
      const nothing = withoutHits(context);
      return { text, ...(nothing && { nothing }) };
    },
    thenSend: ({ text }, context): RequestChoices => {
      const short = text && isRefusal(text.answer?.status ?? 0) ? otherCharacter(text.spec) : null;
      return short === null || context.cell.endpoint === "/geolocation" ? {} : { short };
    },
    expect: ({ text: asked, phrase, nothing, short }, context) => {
      if (asked === undefined) return [];
      if (short !== undefined && isRefusal(short.answer?.status ?? 0))
        return notOwed("any text of one character is refused, as one that is too short");
      if (nothing !== undefined && isRefusal(nothing.answer?.status ?? 0)) {
        return context.cell.endpoint === "/geolocation"
          ? notOwed("an unknown place may be refused")
          : blocked("a query without hits is refused too: see envelope.lists-when-empty");
      }
      if (phrase === undefined) return expectServedWithKey(asked, context);
      return [asked, phrase].flatMap((one) => expectRequestServed(one, context));
    },
  }),
  // should · Aggregator GET /search, row "query"; News GET /search/publishers, row "search query
  // string"
  // Words in any script, also with accents, an apostrophe, a hyphen or an emoji, are accepted as a
  // search query.
  answersTogether("parameter.words-accepted", {
    generated: true,
    where: only(
      cells({ endpoints: ["/search", "/search/publishers"], default: "without" }, "rotated"),
      (context) => hasMetadata(operationOf(context)),
    ),
    control: ordinary,
    send: (context): RequestChoices => {
      const [words] = writtenTexts(context);
      const nothing = withoutHits(context);
      return { ...(words && { words }), ...(nothing && { nothing }) };
    },
    expect: ({ words, nothing }, context) => {
      if (words === undefined) return [];
      if ((words.answer?.status ?? 0) >= 500)
        return notOwed("a server error: see robustness.free-text");
      return refusedWithoutHits(words, nothing) ?? expectRequestServed(words, context);
    },
  }),
  // should · Aggregator GET /search, rows "published-from date", "published-to date"
  // Every day of the calendar is accepted as a date.
  answersTogether("parameter.any-day-accepted", {
    where: cells({ endpoints: ["/search"], default: "without" }, "rotated"),
    control: ordinary,
    send: (context): RequestChoices => {
      const days = daysAtEdges(context);
      if (days.length === 0) skipForRole(context, "search", "from");
      const nothing = withoutHits(context);
      return { ordinary: ordinary(context), ...(nothing && { nothing }) };
    },
    thenSend: ({ ordinary: text }, context): RequestChoices =>
      text === undefined || !sendsMore(context)
        ? {}
        : {
            ...filteredSearches.dates(text, context),
            edge: request(context, [...text.spec.query, ...daysAtEdges(context)]),
          },
    expect: ({ ordinary: text, nothing, dates, edge }, context) => {
      if (edge === undefined) return notOwed("the matrix leaves other days out");
      needServed(dates);
      const controls = [text, nothing, dates].filter((one) => one !== undefined);
      return (
        refusedWithoutHits(edge, nothing) ??
        namingRequest(expectServedLike(edge, controls, context), edge)
      );
    },
  }),
  // must · Aggregator GET /search, rows "country", "language"
  // /search accepts countries and languages in lower case, as in the specification's examples.
  codesAccepted("parameter.lower-case-accepted", "/search", withLowerCaseCodes),
  // must · Aggregator GET /geolocation, rows "country", "language"
  // The documented defaults of /geolocation can be sent explicitly.
  codesAccepted("parameter.geolocation-codes-accepted", "/geolocation", withDocumentedCodes),
  // This spelling is a should, so only the newest and the oldest generation are judged.
  // should · Aggregator GET /geolocation, rows "country", "language"
  // /geolocation accepts countries and languages in lower case, as /search does.
  codesAccepted("parameter.geolocation-lower-case-accepted", "/geolocation", withLowerCaseCodes, {
    generation: ["metadata-and-errors", "2022"],
  }),
];
