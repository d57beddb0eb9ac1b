import { defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sends } from "../../harness/requests/sent-parameters.ts";
import { bodyServed, isRefusal, isServed, statusText, successBody } from "../matchers/answer.ts";
import { expectDifferent, expectNothingEither } from "../matchers/different-results.ts";
import { expectFinds } from "../matchers/filter-finds.ts";
import { eachOf } from "../matchers/filtered-results.ts";
import { entries, member } from "../matchers/json.ts";
import {
  expectAllThatFit,
  expectFindsInOtherCase,
  expectNoOthers,
  isSearchOfAll,
  statedByPublishers,
  textCountAndOrder,
} from "../matchers/publishers-found.ts";
import { publishersHold, sameCategory, sameLanguage } from "../matchers/publishers-hold.ts";
import { expectServedLikeControl } from "../matchers/served-like-control.ts";
import { isComparable } from "../matchers/steady-answers.ts";
import { itemsOf } from "../matchers/success-envelope.ts";
import { type CellFilter, cells, union } from "../model/cells.ts";
import {
  answersTogether,
  blocked,
  type Check,
  type CheckContext,
  type Judgement,
  type NamedExchanges,
  notOwed,
  type RequestChoices,
  skip,
  type TogetherCheck,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { needParameterName, parameterName, skipForRole } from "../model/parameter-names.ts";
import { sentOnceAs } from "../model/sent-role.ts";
import { isDatedTurn, sendsCombinations, sendsFurtherValues, sendsMore } from "../model/turns.ts";
import { combinations, combinationsIn } from "../requests/combinations.ts";
import { namedParameters } from "../requests/named-parameters.ts";
import { ordinary, request, withoutParameters } from "../requests/ordinary-requests.ts";
import { partsOfCombinations } from "../requests/parts-of-combinations.ts";
import {
  fewOfDefaultCategory,
  filteredBy,
  filteredInEitherCase,
  inOtherLetterCase,
} from "../requests/publisher-filters.ts";
import {
  codesListed,
  publisherFilters as filters,
  firstValues,
  listsOfValues,
  type PublisherFilterName,
  valuesListed,
  withoutLists,
  wordOfName,
} from "../requests/publisher-values.ts";
import { withoutHits } from "../requests/searches-without-hits.ts";
import { isRefusedForSigns, refusedForSigns } from "../requests/texts-without-hits.ts";

/** The differences of the old version are not shown. */
const publishers: CellFilter = {
  endpoints: ["/search/publishers"],
  default: "without",
  generation: ["metadata-and-errors"],
};

/** The default cell too: combinations are sent there. */
const withDefault = union(
  cells(publishers, "rotated"),
  cells({ endpoints: ["/search/publishers"], default: "only" }, "rotated"),
);

/** Sends one request for each list of filters, and judges the responses. */
function publisherCheck(
  requirement: string,
  requests: readonly (readonly PublisherFilterName[])[],
  expect: (
    filtered: readonly Exchange[],
    context: CheckContext,
    known: NamedExchanges,
  ) => Judgement,
  filtered: typeof filteredInEitherCase = filteredInEitherCase,
  further: (context: CheckContext, known: NamedExchanges) => RequestChoices = () => ({}),
): TogetherCheck {
  return answersTogether(requirement, {
    where: cells(publishers, "rotated"),
    control: withoutParameters,
    send: (context) => {
      for (const name of requests[0] ?? []) needParameterName(context, "publishers", name);
      return listsOfValues(context);
    },
    thenSend: (known, context): RequestChoices => {
      const values = firstValues(context, known);
      return {
        ...Object.fromEntries(
          requests.map((names) => [names.join(" and "), filtered(context, names, values)]),
        ),
        ...further(context, known),
      };
    },
    expect: (exchanges, context) =>
      expect(Object.values(withoutLists(exchanges)), context, exchanges),
  });
}

/**
 * Expects a 200 with the body of the version. A code that is not in the server's own list may be unknown
 * to it, written differently, or not on the caller's plan: if such a code is refused, nothing else is owed.
 */
function expectAccepted(...names: readonly PublisherFilterName[]) {
  return (
    filtered: readonly Exchange[],
    context: CheckContext,
    known: NamedExchanges,
  ): Judgement => {
    const findings = eachOf(expectServedLikeControl)(filtered, context);
    const codes = codesListed(context, known);
    const isGuess = names.some((name) => name !== "category" && codes[name].length === 0);
    const refused = filtered.some(({ answer }) => isRefusal(answer?.status ?? 0));
    return isGuess && refused
      ? notOwed("the server's list of countries has no allowed code to filter by")
      : findings;
  };
}

/** All filters together, where the category is served alone: otherwise the requirement on it reports the refusal. */
function expectCombined(
  filtered: readonly Exchange[],
  context: CheckContext,
  known: NamedExchanges,
): Judgement {
  const { [categoryAlone]: alone } = known;
  if (alone !== undefined && !isServed(alone)) {
    blocked(`the category alone was answered with ${statusText(alone)}`);
  }
  return expectAccepted(...filters)(
    filtered.filter((one) => one !== alone),
    context,
    known,
  );
}

const categoryAlone = "category alone";

/** The responses to requests of other checks. */
function sentByOthers(exchanges: NamedExchanges): readonly Exchange[] {
  return Object.entries(withoutLists(exchanges)).flatMap(([key, one]) =>
    key === one.id ? [one] : [],
  );
}

/** The filters by what a publisher states. */
const statedFilters = ["category", "language"] as const;

const secondLanguage = "second language";

const ofDefaultCategory = "few of the default category";

/** A code that the server's own list allows is accepted, and a second one if there is one. */
function codeAccepted(requirement: string, kind: "country" | "language"): TogetherCheck {
  return publisherCheck(
    requirement,
    [[kind]],
    expectAccepted(kind),
    undefined,
    (context, known): RequestChoices => {
      const [, second] = codesListed(context, known)[kind];
      const isListed = valuesListed(context, known)[kind].includes(second ?? "");
      if (!isListed || second === undefined || !sendsMore(context)) return {};
      const values = { ...firstValues(context, known), [kind]: second };
      return { second: filteredInEitherCase(context, [kind], values) };
    },
  );
}

/**
 * A filter alone, with the two others, and in combinations with other parameters. Without the version header only in
 * combinations.
 */
function filterHolds(
  requirement: string,
  filter: "category" | "language",
  matches: (actual: string, wanted: string) => boolean,
): TogetherCheck {
  const holds = publishersHold(filter, matches);
  const check = publisherCheck(requirement, [[filter], filters], holds);
  return {
    ...check,
    where: withDefault,
    send: (context) => {
      const isDated = context.cell.version !== defaultVersion;
      const general = filter === "category" && isDated ? fewOfDefaultCategory(context) : null;
      return {
        ...(sendsFurtherValues(context) && check.send(context)),
        ...(general !== null && { [ofDefaultCategory]: general }),
      };
    },
    thenSend: (known, context) => ({
      ...(context.cell.version !== defaultVersion && check.thenSend?.(known, context)),
      ...combinations(context, known),
    }),
    // Whatever else they are about, and whichever header their key is in.
    others: (exchange, context) =>
      isComparable(exchange, context) &&
      sentOnceAs(exchange, "publishers", filter, context) !== null,
    othersAt: ({ cell }) => [{ ...cell, auth: null }],
    expect: (exchanges, context) => {
      const known = Object.entries(withoutLists(exchanges));
      const others = sentByOthers(exchanges);
      const filtered = Object.fromEntries(known.filter(([key, one]) => key !== one.id));
      const name = parameterName(context, "publishers", filter);
      const together = combinationsIn(filtered);
      // Other requirements judge whether a combination, and the default category, is served.
      const isFurther = (exchange: Exchange) =>
        together.includes(exchange) || exchange === filtered[ofDefaultCategory];
      const isJudged = (exchange: Exchange) =>
        !isFurther(exchange) || (isServed(exchange) && sends(exchange.spec, name));
      const judged = Object.values(filtered).filter(isJudged);
      const whole = [context.control, exchanges.publishers].filter((one) => one !== undefined);
      const stated = statedByPublishers(filter, context);
      const lost = expectFinds(stated, judged, [...whole, ...together], context);
      if (lost.length > 0) return lost;
      // The dated cell has requests that should find something.
      const all = [...judged, ...others];
      const finds = all.some((one) => itemsOf(bodyServed(one), operationOf(context)).length > 0);
      return !finds && context.cell.version === defaultVersion
        ? notOwed("no combination of parameters finds a publisher")
        : holds(all, context);
    },
  };
}

export const publisherChecks: readonly Check[] = [
  // should · News GET /search/publishers, "Searches news publishers"; What the service does, item 2
  // A different search query returns a different result at publisher search.
  answersTogether("parameter.publisher-query-changes-result", {
    where: cells(
      { endpoints: ["/search/publishers"], generation: ["metadata-and-errors"] },
      "each",
    ),
    send: (context) => ({
      first: ordinary(context),
      second: withoutHits(context) ?? skipForRole(context, "publishers", "query"),
      // It is one character; many languages treat it as no text.
      ...(isDatedTurn(context) && {
        zero: request(context, [[needParameterName(context, "publishers", "query"), "0"]]),
      }),
      ...(sendsCombinations(context) && listsOfValues(context)),
    }),
    thenSend: (known, context): RequestChoices => {
      if (!sendsCombinations(context)) return {};
      const word = wordOfName(known);
      const name = needParameterName(context, "publishers", "query");
      return {
        ...combinations(context, known),
        ...(word !== null && { word: request(context, [[name, word]]) }),
      };
    },
    expect: ({ first, second, zero, word, publishers: whole, ...more }, context) => {
      if (isRefusedForSigns(second, context)) return notOwed(refusedForSigns);
      // Another requirement judges whether one character is served.
      const texts = zero !== undefined && isServed(zero) ? [second, zero] : [second];
      const findings = texts.flatMap((text) => expectDifferent(first, text, context));
      if (findings.length > 0) return findings;
      const together = combinationsIn(more);
      const nothing = expectNothingEither(second, together, context);
      // A sort order may also make a server ignore a text that finds something.
      return nothing.length > 0 ? nothing : expectNoOthers(word, whole, together, context);
    },
  }),
  // must · News GET /search/publishers, row "publisher category"
  // At the current version, publisher search accepts a category.
  publisherCheck(
    "parameter.publisher-category-accepted",
    [["category"]],
    expectAccepted("category"),
  ),
  // must · News GET /search/publishers, row "country code"
  // At the current version, publisher search accepts a country code of the server's own
  // /info/countries, in capital letters or in lower case.
  codeAccepted("parameter.publisher-country-accepted", "country"),
  // must · News GET /search/publishers, row "language code"
  // At the current version, publisher search accepts a language code as the server's own
  // /info/countries writes it.
  codeAccepted("parameter.publisher-language-accepted", "language"),
  // must · News GET /search/publishers, "Query parameters"
  // At the current version, publisher search accepts a category, a country and a language together.
  publisherCheck(
    "parameter.publisher-filters-combine",
    [filters],
    expectCombined,
    undefined,
    (context, known) => ({
      [categoryAlone]: filteredBy(context, ["category"], firstValues(context, known)),
    }),
  ),
  // should · News GET /search/publishers, rows "country code", "language code"
  // Publisher search accepts a country code as the server's own /info/countries writes it, and
  // country and language codes with their letter case swapped, which find publishers too.
  publisherCheck(
    "parameter.publisher-code-case-ignored",
    [["country", "language"]],
    (filtered, context, known) => {
      const { all } = known;
      const sent = filtered.filter((one) => one !== all);
      const accepted = expectAccepted("country", "language")(sent, context, known);
      if ("notOwed" in accepted || accepted.length > 0) return accepted;
      return expectFindsInOtherCase(known["country and language"], all, context);
    },
    (context, names, values) => filteredBy(context, names, inOtherLetterCase(values)),
    (context, known) => ({
      listed: filteredBy(context, ["country"], firstValues(context, known)),
      all: filteredInEitherCase(context, filters, firstValues(context, known)),
    }),
  ),
  // should · News GET /search/publishers, row "publisher category"
  // With a category, publisher search returns only publishers of that category.
  filterHolds("parameter.publisher-category-holds", "category", sameCategory),
  // should · News GET /search/publishers, row "language code"
  // With a language, publisher search returns only publishers of that language.
  filterHolds("parameter.publisher-language-holds", "language", sameLanguage),
  // should · News GET /search/publishers, "Searches news publishers"; News GET /search/publishers,
  // rows "publisher category", "language code"
  // A category or a language of publisher search leaves out no publisher that has it.
  answersTogether("parameter.publisher-filters-complete", {
    where: cells(publishers, "rotated"),
    control: withoutParameters,
    send: (context) => {
      if (statedFilters.every((name) => parameterName(context, "publishers", name) === null))
        skipForRole(context, "publishers", "category");
      return listsOfValues(context);
    },
    thenSend: (known, context): RequestChoices => {
      const values = firstValues(context, known);
      const named = statedFilters.filter((name) => parameterName(context, "publishers", name));
      const [, second] = codesListed(context, known).language;
      const isSent = second !== undefined && sendsMore(context) && named.includes("language");
      return {
        ...Object.fromEntries(named.map((name) => [name, filteredBy(context, [name], values)])),
        ...(isSent && {
          [secondLanguage]: filteredBy(context, ["language"], { ...values, language: second }),
        }),
      };
    },
    others: (exchange, context) =>
      isComparable(exchange, context) && isSearchOfAll(exchange, context),
    othersAt: ({ cell }) => [{ ...cell, auth: null }],
    expect: (exchanges, context) => {
      const { control: whole } = context;
      const lists = sentByOthers(exchanges);
      const alone = [
        { name: "category", one: exchanges.category },
        { name: "language", one: exchanges.language },
        { name: "language", one: exchanges[secondLanguage] },
      ] as const;
      const filtered = alone.flatMap(({ one }) => one ?? []);
      return alone.flatMap(({ name, one }) => {
        if (one === undefined || whole === undefined) return [];
        const filter = statedByPublishers(name, context);
        return expectAllThatFit(filter, one, whole, lists, filtered, context);
      });
    },
  }),
  // should · News GET /search/publishers, "Searches news publishers"; News GET /search/publishers,
  // rows "search query string", "number of results", "sort order"
  // Publisher search finds a publisher by the first word of its name, and a number of results or a
  // sort order does not empty the result.
  answersTogether("parameter.publisher-search-finds", {
    where: withDefault,
    control: withoutParameters,
    send: (context): RequestChoices => {
      const { names } = textCountAndOrder(context);
      if (names.every((name) => name === null)) skipForRole(context, "publishers", "query");
      return sendsFurtherValues(context) ? listsOfValues(context) : {};
    },
    thenSend: (known, context) => ({
      ...(context.cell.version !== defaultVersion && {
        ...partsOfCombinations(context, known),
        filtered: filteredBy(context, filters, firstValues(context, known)),
        one: request(context, namedParameters(context, "publishers", { limit: "1" })),
      }),
      ...combinations(context, known),
    }),
    expect: (exchanges, context) => {
      const all = Object.values(withoutLists(exchanges));
      const whole = [context.control, exchanges.publishers].filter((one) => one !== undefined);
      const { list } = operationOf(context);
      if (whole.every((one) => entries(member(successBody(one), list ?? "")).length === 0)) {
        skip("no publisher is listed to search for");
      }
      return expectFinds(textCountAndOrder(context), all, [...whole, ...all], context);
    },
  }),
];
