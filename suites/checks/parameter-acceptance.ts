import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Ask } from "../../harness/exchanges/request-spec.ts";
import { type CellFilter, cellsOf, columnOf } from "../engine/cells.ts";
import {
  blocked,
  type Check,
  type CheckContext,
  type Found,
  type Need,
  type Needs,
  notOwed,
} from "../engine/check.ts";
import {
  expectServedWithKey,
  expectStatus,
  isRefusal,
  needKeyAccepted,
} from "../matchers/answer.ts";
import { withoutHits } from "../matchers/served.ts";
import { filteredSearches, sampleDates, sampleDomain } from "../requests/filtered-searches.ts";
import { namesKnown } from "../requests/known-parameters.ts";
import {
  ask,
  geolocationDefaults,
  ordinary,
  role,
  withDocumentedCodes,
  withLowerCaseCodes,
  withoutParameters,
  withZero,
} from "../requests/ordinary-requests.ts";

/** Codes of a country and of a language beside the ordinary request of an endpoint. */
function codesAccepted(
  requirement: string,
  endpoint: string,
  withCodes: (context: CheckContext) => Need,
  filter: CellFilter = {},
): Check {
  return {
    kind: "each",
    requirement,
    cells: (subject, contracts) =>
      cellsOf(
        subject,
        contracts,
        { ...filter, endpoints: [endpoint], default: "without" },
        "turns",
      ),
    plain: ordinary,
    asks: (context) => [withCodes(context)],
    judge: expectServedWithKey,
  };
}

/**
 * Country and language, each without the other and without a text where none is required. Beside the
 * location, where each request has two parameters anyway, they take turns from version to version.
 */
function codesAlone(context: CheckContext): Needs {
  const { cell, contracts, subject } = context;
  const { location, country, language } = subject.samples(cell.surface);
  if (cell.endpoint === "/search") {
    return {
      country: ask(context, [["country", country.toLowerCase()]]),
      language: ask(context, [["language", language.toLowerCase()]]),
    };
  }
  const codes = Object.entries(geolocationDefaults);
  const code = codes[columnOf(contracts, cell) % codes.length];
  return code === undefined ? {} : { code: ask(context, [["location", location], code]) };
}

/** Blocks where a request that has a part only of what is judged is not served: that part is at fault. */
function needServed(part: Exchange | undefined): void {
  const status = part?.answer?.status;
  if (status !== 200) blocked(`a request with less in it was answered with ${status}`);
}

/** Served; the finding names the request, which is one of several. */
function isServedNamed(exchange: Exchange): readonly Found[] {
  const sent = exchange.ask.query.map((pair) => pair.join("=")).join("&");
  return expectServedWithKey(exchange).map((found) => ({
    ...found,
    expected: `${found.expected} to ${sent}`,
    exchange: exchange.id,
  }));
}

/** The ordinary search with every filter whose name is known. */
function everyFilter(plain: Exchange, context: CheckContext): Ask {
  const { country, language } = context.subject.samples(context.cell.surface);
  const host = sampleDomain(plain, context);
  const dates = sampleDates(plain, context);
  const values = [
    ["domain", host],
    ["from", dates.from],
    ["to", dates.to],
  ] as const;
  const filters = values.flatMap(([name, value]) => {
    const known = role(context, "search", name);
    return known === null || value === null ? [] : [[known, value] as const];
  });
  return ask(context, [
    ...plain.ask.query,
    ["country", country.toLowerCase()],
    ["language", language.toLowerCase()],
    ...filters,
  ]);
}

/** What may be left out, what may not, and which spellings are accepted. */
export const acceptanceChecks: readonly Check[] = [
  {
    kind: "each",
    requirement: "parameter.optional-can-be-left-out",
    cells: (subject, contracts) =>
      cellsOf(
        subject,
        contracts,
        { endpoints: ["/search", "/topics", "/search/publishers"], default: "without" },
        "turns",
      ),
    asks: (context) => [withoutParameters(context)],
    judge: expectServedWithKey,
  },
  {
    kind: "together",
    requirement: "parameter.optional-sent-alone",
    cells: (subject, contracts) =>
      cellsOf(
        subject,
        contracts,
        { endpoints: ["/search", "/geolocation"], default: "without" },
        "turns",
      ),
    plain: withDocumentedCodes,
    asks: (context): Needs => ({
      without: context.cell.endpoint === "/search" ? withoutParameters(context) : ordinary(context),
      ...codesAlone(context),
    }),
    judge: ({ without, ...alone }) => {
      needServed(without);
      return Object.values(alone).flatMap(isServedNamed);
    },
  },
  {
    kind: "together",
    requirement: "parameter.optional-sent-together",
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { endpoints: ["/search"], default: "without" }, "turns"),
    plain: ordinary,
    asks: (context) => {
      const nothing = withoutHits(context);
      return {
        plain: ordinary(context),
        codes: withDocumentedCodes(context),
        ...(nothing && { nothing }),
      };
    },
    follow: ({ plain }, context): Needs =>
      plain === undefined
        ? {}
        : {
            ...filteredSearches.domain(plain, context),
            ...filteredSearches.dates(plain, context),
            all: everyFilter(plain, context),
          },
    judge: ({ all, ...parts }) => {
      for (const part of Object.values(parts)) needServed(part);
      return all === undefined ? [] : isServedNamed(all);
    },
  },
  {
    kind: "each",
    requirement: "parameter.location-required",
    cells: (subject, contracts) =>
      cellsOf(
        subject,
        contracts,
        { operation: ({ parameters }) => parameters.includes("location") },
        "turns",
      ),
    asks: (context) => [withoutParameters(context)],
    observed: {
      in: ["success", "refusal"],
      // Any other refusal may be for the key, and another parameter may be an extension's.
      when: (exchange, context) => {
        const names = exchange.ask.query.map(([name]) => name);
        const known = namesKnown(context);
        const status = exchange.answer?.status;
        return (
          (status === 200 || status === 400) &&
          names.every((name) => name !== "location" && known.has(name))
        );
      },
    },
    judge: (exchange) => {
      needKeyAccepted(exchange);
      return expectStatus(exchange, 400);
    },
  },
  {
    kind: "together",
    requirement: "parameter.query-accepted-at-older-versions",
    cells: (subject, contracts) =>
      cellsOf(
        subject,
        contracts,
        { default: "without", operation: ({ parameters }) => parameters.includes("q") },
        "turns",
      ),
    asks: (context) => {
      const text = context.subject.samples(context.cell.surface).query;
      return { query: ask(context, [["query", text]]), q: ask(context, [["q", text]]) };
    },
    judge: ({ query, q }) => {
      if (query === undefined || q === undefined) return [];
      return expectServedWithKey(query.answer?.status === 200 ? query : q);
    },
  },
  {
    kind: "together",
    requirement: "parameter.zero-accepted",
    cells: (subject, contracts) => [
      ...cellsOf(
        subject,
        contracts,
        { endpoints: ["/search", "/geolocation"], default: "without" },
        "turns",
      ),
      ...cellsOf(subject, contracts, { endpoints: ["/search/articles"], default: "only" }, "turns"),
    ],
    plain: ordinary,
    asks: (context): Needs => {
      const nothing = withoutHits(context);
      return { zero: withZero(context), ...(nothing && { nothing }) };
    },
    judge: ({ zero: asked, nothing }, { cell }) => {
      if (asked === undefined) return [];
      if (nothing !== undefined && isRefusal(nothing.answer?.status ?? 0)) {
        return cell.endpoint === "/geolocation"
          ? notOwed("a place that there is not may be refused")
          : blocked("a text without hits is refused too: see envelope.lists-when-empty");
      }
      return expectServedWithKey(asked);
    },
  },
  codesAccepted("parameter.lower-case-accepted", "/search", withLowerCaseCodes),
  codesAccepted("parameter.geolocation-codes-accepted", "/geolocation", withDocumentedCodes),
  // A spelling that is expected only; the newest generation stands for all.
  codesAccepted("parameter.geolocation-lower-case-accepted", "/geolocation", withLowerCaseCodes, {
    generation: ["metadata-and-errors"],
  }),
];
