import { describeValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { type CellFilter, cells } from "../engine/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  eachAnswer,
  type Found,
  type NamedExchanges,
  type RequestChoices,
  skip,
  type TogetherCheck,
} from "../engine/check.ts";
import { operationOf, withoutHeader } from "../engine/operation.ts";
import { expectBelowServerError, isRefusal, successBody } from "../matchers/answer.ts";
import { eachOf, type JudgeFiltered, whereFound } from "../matchers/filtered-results.ts";
import { entries, member } from "../matchers/json.ts";
import { expectServedLikeControl } from "../matchers/served-like-control.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { describedSchema, textWithin } from "../requests/described-values.ts";
import {
  atEndpoint,
  needRole,
  ordinary,
  request,
  role,
  textWithoutHits,
  withoutParameters,
} from "../requests/ordinary-requests.ts";
import { differs } from "./parameter-filters.ts";

/** The differences of the old version are not shown. */
const publishers: CellFilter = {
  endpoints: ["/search/publishers"],
  default: "without",
  generation: ["metadata-and-errors"],
};

const filters = ["category", "country", "language"] as const;
type Filter = (typeof filters)[number];

/** A value for each filter. */
type Values = Readonly<Record<Filter, string>>;

/**
 * The sample code as the server's own list writes it or, where it is not allowed there, the first that is;
 * null where the list shows none.
 */
function listedCode(sample: string, listed: readonly unknown[]): string | null {
  const allowed = listed.filter((entry) => member(entry, "allowed") === true);
  const codes = allowed.map((entry) => member(entry, "code")).filter(isText);
  return codes.find((code) => code.toLowerCase() === sample.toLowerCase()) ?? codes[0] ?? null;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const hasAlpha2Code = (country: unknown): boolean =>
  /^[a-z]{2}$/i.test(String(member(country, "code")));

/** The codes that this server's list of countries shows. */
function codesListed(context: CheckContext, { countries: plan }: NamedExchanges) {
  const samples = context.target.samples(context.cell.surface);
  const countries = entries(member(plan && successBody(plan), "countries"));
  const languages = countries.flatMap((country) => entries(member(country, "languages")));
  return {
    // That a code is no alpha-2 code is said by plan.country-code-alpha2.
    country: listedCode(samples.country, countries.filter(hasAlpha2Code)),
    language: listedCode(samples.language, languages),
  };
}

/** A value for each filter that this server should know. */
function valuesFor(context: CheckContext, known: NamedExchanges): Values {
  const samples = context.target.samples(context.cell.surface);
  const { country, language } = codesListed(context, known);
  const [first] = entries(member(known.publishers && successBody(known.publishers), "publishers"));
  const category = member(first, "category");
  return {
    category: isText(category) ? category : "General",
    country: country ?? samples.country,
    language: language ?? samples.language,
  };
}

/** The same values as a list of values in the description writes them. */
function withinDescription(context: CheckContext, values: Values): Values {
  const within = (name: Filter) =>
    textWithin(describedSchema(context, "publishers", name), values[name]);
  return {
    category: within("category"),
    country: within("country"),
    language: within("language"),
  };
}

/** The same codes in the letter case in which the server's list does not write them. */
function otherLetterCase({ category, country, language }: Values): Values {
  const other = (code: string) =>
    code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase();
  return { category, country: other(country), language: other(language) };
}

/** Publisher search by one filter, or by all whose names are known, in one request. */
function filteredBy(context: CheckContext, names: readonly Filter[], values: Values) {
  const pairs = names.flatMap((name) => {
    const known = role(context, "publishers", name);
    return known === null ? [] : [[known, values[name]] as const];
  });
  return request(context, pairs);
}

/** Asks by the filters named, in one request each list, and judges what comes back. */
function publisherCheck(
  requirement: string,
  requests: readonly (readonly Filter[])[],
  expect: (
    filtered: readonly Exchange[],
    context: CheckContext,
    known: NamedExchanges,
  ) => readonly Found[],
  spelled: (values: Values) => Values = (values) => values,
): TogetherCheck {
  return answersTogether(requirement, {
    where: cells(publishers, "rotated"),
    control: withoutParameters,
    send: (context) => {
      for (const name of requests[0] ?? []) needRole(context, "publishers", name);
      return {
        publishers: ordinary(withoutHeader(context)),
        countries: ordinary(withoutHeader(atEndpoint(context, "/info/countries"))),
      };
    },
    thenSend: (known, context): RequestChoices => {
      const values = spelled(withinDescription(context, valuesFor(context, known)));
      return Object.fromEntries(
        requests.map((names) => [names.join(" and "), filteredBy(context, names, values)]),
      );
    },
    expect: ({ publishers, countries, ...filtered }, context) =>
      expect(Object.values(filtered), context, {
        ...(publishers && { publishers }),
        ...(countries && { countries }),
      }),
  });
}

/**
 * Served, and with the body of the version. A code that the server's own list does not show may be one
 * that it does not have, or writes otherwise: where such a one is refused there is nothing to judge.
 */
function accepts(...names: readonly Filter[]) {
  return (filtered: readonly Exchange[], context: CheckContext, known: NamedExchanges) => {
    const findings = eachOf(expectServedLikeControl)(filtered, context);
    const codes = codesListed(context, known);
    const isGuess = names.some((name) => name !== "category" && codes[name] === null);
    const refused = filtered.some(({ answer }) => isRefusal(answer?.status ?? 0));
    if (isGuess && refused)
      skip("the server's own list of countries shows no allowed code to ask for");
    return findings;
  };
}

/** Every publisher has what was asked for, also where other filters were sent beside it. */
function publishersHold(
  filter: "category" | "language",
  matches: (actual: string, wanted: string) => boolean,
): JudgeFiltered {
  return whereFound((filtered, context) => {
    const name = role(context, "publishers", filter);
    const wanted = filtered.spec.query.find(([sent]) => sent === name)?.[1] ?? "";
    return itemsOf(successBody(filtered), operationOf(context)).flatMap(
      (publisher, index): readonly Found[] => {
        const actual = member(publisher, filter);
        if (typeof actual !== "string" || matches(actual.toLowerCase(), wanted.toLowerCase()))
          return [];
        const path = `/publishers/${index}/${filter}`;
        return [{ path, expected: wanted, actual: describeValue(actual) }];
      },
    );
  });
}

/** `en`, `en-GB` and `en_GB` are English; a name that is no code is not compared. */
function sameLanguage(actual: string, wanted: string): boolean {
  if (!/^[a-z]{2,3}([-_].*)?$/.test(actual)) return true;
  return actual.split(/[-_]/)[0] === wanted.split(/[-_]/)[0];
}

export const publisherChecks: readonly Check[] = [
  // should · News GET /search/publishers, "Searches news publishers"; What the service does, item 2
  // A different search query returns a different result at publisher search.
  answersTogether("parameter.publisher-query-changes-result", {
    where: cells(publishers, "rotated"),
    send: (context) => ({
      first: ordinary(context),
      second: request(context, [[needRole(context, "publishers", "query"), textWithoutHits]]),
    }),
    expect: ({ first, second }, context) => differs(first, second, context),
  }),
  // must · News GET /search/publishers, row "publisher category"
  // At the current version, publisher search accepts a category.
  publisherCheck("parameter.publisher-category-accepted", [["category"]], accepts("category")),
  // must · News GET /search/publishers, row "country code"
  // At the current version, publisher search accepts a country code as the server's own
  // /info/countries writes it.
  publisherCheck("parameter.publisher-country-accepted", [["country"]], accepts("country")),
  // must · News GET /search/publishers, row "language code"
  // At the current version, publisher search accepts a language code as the server's own
  // /info/countries writes it.
  publisherCheck("parameter.publisher-language-accepted", [["language"]], accepts("language")),
  // must · News GET /search/publishers, "Query parameters"
  // At the current version, publisher search accepts a category, a country and a language together.
  publisherCheck("parameter.publisher-filters-combine", [filters], accepts(...filters)),
  // should · News GET /search/publishers, rows "country code", "language code"
  // Publisher search also accepts country and language codes in the other letter case.
  publisherCheck(
    "parameter.publisher-code-case-ignored",
    [["country", "language"]],
    accepts("country", "language"),
    otherLetterCase,
  ),
  // should · News GET /search/publishers, row "publisher category"
  // With a category, publisher search returns only publishers of that category.
  publisherCheck(
    "parameter.publisher-category-holds",
    [["category"], filters],
    publishersHold("category", (actual, wanted) => actual === wanted),
  ),
  // should · News GET /search/publishers, row "language code"
  // With a language, publisher search returns only publishers of that language.
  publisherCheck(
    "parameter.publisher-language-holds",
    [["language"], filters],
    publishersHold("language", sameLanguage),
  ),
  // should · News GET /search/publishers, row "sort order"
  // A sort order, known to the server or not, does not cause a server error.
  eachAnswer("parameter.sort-no-server-error", {
    where: cells(publishers, "rotated"),
    control: withoutParameters,
    send: (context) => {
      const sort = needRole(context, "publishers", "sort");
      const order = textWithin(describedSchema(context, "publishers", "sort"), "name");
      return [request(context, [[sort, order]])];
    },
    expect: expectBelowServerError,
  }),
];
