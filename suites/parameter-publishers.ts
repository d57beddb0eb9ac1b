import { describeValue } from "../contracts/describe-value.ts";
import type { Exchange } from "../harness/exchange.ts";
import { ask, at, needRole, ordinary, role, textWithoutHits, withoutParameters } from "./asks.ts";
import { type CellFilter, cellsOf } from "./cells.ts";
import type { Check, CheckContext, Exchanges, Found, Needs, TogetherCheck } from "./check.ts";
import { eachOf, type JudgeFiltered, whereFound } from "./filtered-results.ts";
import { isBelowServerError, successBody } from "./matchers/answer.ts";
import { entries, member } from "./matchers/json.ts";
import { itemsOf } from "./matchers/success-envelope.ts";
import { differs } from "./parameter-filters.ts";
import { isServedLikePlain, operationOf, withoutHeader } from "./success.ts";

/** The differences of the old version are not shown. */
const publishers: CellFilter = {
  endpoints: ["/search/publishers"],
  default: "without",
  generation: ["metadata-and-errors"],
};

const filters = ["category", "country", "language"] as const;
type Filter = (typeof filters)[number];

/** The sample code, unless the server lists it as not allowed: then the first that it allows. */
function allowedCode(sample: string, listed: readonly unknown[]): string {
  const entryOf = (code: string) =>
    listed.find((entry) => String(member(entry, "code")).toLowerCase() === code);
  const wanted = sample.toLowerCase();
  if (member(entryOf(wanted), "allowed") !== false) return wanted;
  const allowed = listed.find((entry) => member(entry, "allowed") === true);
  const code = member(allowed, "code");
  return typeof code === "string" ? code.toLowerCase() : wanted;
}

/** A value for each filter that this server should know. */
function valuesFor(
  context: CheckContext,
  { publishers: known, countries: plan }: Exchanges,
): Readonly<Record<Filter, string>> {
  const samples = context.subject.samples(context.cell.surface);
  const bodyOf = (exchange: Exchange | undefined) => exchange && successBody(exchange);
  const first = entries(member(bodyOf(known), "publishers"))[0];
  const countries = entries(member(bodyOf(plan), "countries"));
  const languages = countries.flatMap((country) => entries(member(country, "languages")));
  const category = member(first, "category");
  return {
    category: typeof category === "string" && category !== "" ? category : "General",
    country: allowedCode(samples.country, countries),
    language: allowedCode(samples.language, languages),
  };
}

/** Publisher search by one filter, or by all whose names are known, in one request. */
function filteredBy(
  context: CheckContext,
  names: readonly Filter[],
  values: Readonly<Record<Filter, string>>,
) {
  const pairs = names.flatMap((name) => {
    const known = role(context, "publishers", name);
    return known === null ? [] : [[known, values[name]] as const];
  });
  return ask(context, pairs);
}

/** Asks by the filters named, in one request each list, and judges what comes back. */
function publisherCheck(
  requirement: string,
  requests: readonly (readonly Filter[])[],
  judge: JudgeFiltered,
): TogetherCheck {
  return {
    kind: "together",
    requirement,
    cells: (subject, contracts) => cellsOf(subject, contracts, publishers, "turns"),
    plain: withoutParameters,
    asks: (context) => {
      for (const name of requests[0] ?? []) needRole(context, "publishers", name);
      return {
        publishers: ordinary(withoutHeader(context)),
        countries: ordinary(withoutHeader(at(context, "/info/countries"))),
      };
    },
    follow: (known, context): Needs => {
      const values = valuesFor(context, known);
      return Object.fromEntries(
        requests.map((names) => [names.join(" and "), filteredBy(context, names, values)]),
      );
    },
    judge: ({ publishers: _, countries: __, ...filtered }, context) =>
      judge(Object.values(filtered), context),
  };
}

/** Every publisher has what was asked for, also where other filters were sent beside it. */
function publishersHold(
  filter: "category" | "language",
  matches: (actual: string, wanted: string) => boolean,
): JudgeFiltered {
  return whereFound((filtered, context) => {
    const name = role(context, "publishers", filter);
    const wanted = filtered.ask.query.find(([sent]) => sent === name)?.[1] ?? "";
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
  {
    kind: "together",
    requirement: "parameter.publisher-query-changes-result",
    cells: (subject, contracts) => cellsOf(subject, contracts, publishers, "turns"),
    asks: (context) => ({
      first: ordinary(context),
      second: ask(context, [[needRole(context, "publishers", "query"), textWithoutHits]]),
    }),
    judge: ({ first, second }, context) => differs(first, second, context),
  },
  publisherCheck(
    "parameter.publisher-category-accepted",
    [["category"]],
    eachOf(isServedLikePlain),
  ),
  publisherCheck("parameter.publisher-country-accepted", [["country"]], eachOf(isServedLikePlain)),
  publisherCheck(
    "parameter.publisher-language-accepted",
    [["language"]],
    eachOf(isServedLikePlain),
  ),
  publisherCheck("parameter.publisher-filters-combine", [filters], eachOf(isServedLikePlain)),
  publisherCheck(
    "parameter.publisher-category-holds",
    [["category"], filters],
    publishersHold("category", (actual, wanted) => actual === wanted),
  ),
  publisherCheck(
    "parameter.publisher-language-holds",
    [["language"], filters],
    publishersHold("language", sameLanguage),
  ),
  {
    kind: "each",
    requirement: "parameter.sort-no-server-error",
    cells: (subject, contracts) => cellsOf(subject, contracts, publishers, "turns"),
    plain: withoutParameters,
    asks: (context) => [ask(context, [[needRole(context, "publishers", "sort"), "name"]])],
    judge: isBelowServerError,
  },
];
