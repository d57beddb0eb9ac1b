import { type Generation, hasMetadata } from "../../contracts/generations.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { expectRefused, isKeyRefused, isServed, successBody } from "../matchers/answer.ts";
import { likelyLists } from "../matchers/likely-lists.ts";
import { namingRequest } from "../matchers/named-request.ts";
import { mostGone, namesOfPublishers, valueSent } from "../matchers/publishers-found.ts";
import { askedFor, asksForAllOf } from "../matchers/same-query.ts";
import { expectServedLikeControl } from "../matchers/served-like-control.ts";
import { expectServedWithKey } from "../matchers/served-with-key.ts";
import { type CellFilter, cells, type StyleRule } from "../model/cells.ts";
import {
  answersTogether,
  type Check,
  type CheckContext,
  type EachCheck,
  eachAnswer,
  type Found,
  skip,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { needParameterName, parameterName } from "../model/parameter-names.ts";
import { sentOnceAs } from "../model/sent-role.ts";
import { namedParameters } from "../requests/named-parameters.ts";
import { numbered } from "../requests/numbered.ts";
import { request, withoutParameters } from "../requests/ordinary-requests.ts";
import { countAndCategory, fewOfDefaultCategory } from "../requests/publisher-filters.ts";
import {
  emptyTexts,
  inTurn,
  oddlySpelled,
  refusedResultCounts,
} from "../requests/refused-parameters.ts";
import {
  goodResultCounts,
  isBadResultCount,
  isGoodResultCount,
} from "../requests/result-counts.ts";

const publishers: CellFilter = { endpoints: ["/search/publishers"], default: "without" };

/** The default cell too. */
const anyPublishers: CellFilter = { endpoints: ["/search/publishers"] };

/** One request for each value of a role, under the name that the role has on this server. */
function valuesOf(
  roleName: "limit" | "query",
  values: readonly string[] | ((context: CheckContext) => readonly string[]),
) {
  return (context: CheckContext): readonly RequestSpec[] => {
    const name = needParameterName(context, "publishers", roleName);
    const chosen = typeof values === "function" ? values(context) : values;
    return chosen.map((value) => request(context, [[name, value]]));
  };
}

/** Search texts of one character: alone and, at the current version, with a number of results. */
function textsOfOneCharacter(context: CheckContext): readonly RequestSpec[] {
  const name = needParameterName(context, "publishers", "query");
  if (!hasMetadata(operationOf(context))) return [request(context, [[name, "中"]])];
  const limit = namedParameters(context, "publishers", { limit: "37" });
  return [request(context, [[name, "é"]]), request(context, [[name, "0"], ...limit])];
}

/** Whether a recorded request was served, or refused for another reason than its key. */
const isSettled = ({ answer }: Exchange): boolean => answer !== null && !isKeyRefused(answer);

/** A 200 whose lists are no longer than the requested number of results. */
function expectCountHonoured(exchange: Exchange, context: CheckContext): readonly Found[] {
  const sent = sentOnceAs(exchange, "publishers", "limit", context);
  if (sent === null) return refusedBeside(exchange, context);
  const findings = expectServedWithKey(exchange, context);
  if (findings.length > 0) return findings;
  const asked = Number(sent);
  return likelyLists(successBody(exchange), context)
    .filter(([, list]) => list.length > asked)
    .map(([path, list]) => ({
      path,
      expected: `at most ${asked} entries, as requested`,
      actual: `${list.length} entries`,
    }));
}

/** The category was sent alone, since it was refused with a number of results. */
function refusedBeside(alone: Exchange, context: CheckContext): readonly Found[] {
  const both = countAndCategory(context);
  // Another requirement judges the response to a category alone.
  if (both === null || !isServed(alone)) return [];
  return [
    {
      path: "status",
      expected: "200 for a number of results with a category, as for the category alone",
      actual: "a refusal",
      exchange: exchangeId(both),
      beside: alone.id,
    },
  ];
}

/** One list of a response to a number of results. */
interface Counted {
  readonly exchange: Exchange;
  /** What else was asked for. */
  readonly apart: string;
  readonly asked: number;
  readonly path: string;
  readonly count: number;
}

/** The entries that a search certainly has for a number of results, as the response to another number shows. */
function leastFor({ asked }: Counted, other: Counted): number {
  return Math.min(asked, other.count);
}

/**
 * A search returns as many entries as the response to another number of results shows that there are, except for a few
 * that may be gone.
 */
function expectAsManyAsThereAre(
  exchanges: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const names = new Set([needParameterName(context, "publishers", "limit")]);
  const counted = exchanges.flatMap((exchange): readonly Counted[] => {
    const asked = sentOnceAs(exchange, "publishers", "limit", context);
    if (!isServed(exchange) || !isGoodResultCount(asked)) return [];
    return likelyLists(successBody(exchange), context).map(([path, list]) => ({
      exchange,
      apart: askedFor(exchange.spec, names),
      asked: Number(asked),
      path,
      count: list.length,
    }));
  });
  if (counted.length < 2) skip("fewer than two numbers of results were served");
  const served = exchanges.filter(isServed).map((exchange): Named => ({ exchange, names: null }));
  return counted.flatMap((one): readonly Found[] => {
    const other = counted.find(
      (other) => other.apart === one.apart && leastFor(one, other) > one.count + mostGone,
    );
    if (other === undefined) return expectThoseFoundOtherwise(one, served, context);
    return [
      {
        path: one.path,
        expected: `about ${leastFor(one, other)} entries or more, as the response to ${other.asked} results shows`,
        actual: `${one.count} entries`,
        exchange: one.exchange.id,
        beside: other.exchange.id,
      },
    ];
  });
}

/** A response with the names of its publishers; null before they are needed: a large body is parsed for them. */
interface Named {
  readonly exchange: Exchange;
  names: readonly string[] | null;
}

/**
 * Expects as many publishers as searches for the same and more have found together, up to the requested number. Only
 * searches with the same category, or like this one without any, are compared: a server may have a default category.
 */
function expectThoseFoundOtherwise(
  one: Counted,
  served: readonly Named[],
  context: CheckContext,
): readonly Found[] {
  if (one.asked <= one.count + mostGone) return [];
  // Without any criterion a server may list nothing.
  if (one.apart === "" && one.count === 0) return [];
  const categoryOf = (exchange: Exchange) => valueSent(exchange, "category", context);
  const limit = parameterName(context, "publishers", "limit");
  const query = one.exchange.spec.query.filter(([name]) => name !== limit);
  const category = categoryOf(one.exchange);
  const narrower = served.filter(
    ({ exchange }) => categoryOf(exchange) === category && asksForAllOf(exchange.spec, { query }),
  );
  const found = new Set<string>();
  for (const other of narrower) {
    other.names ??= namesOfPublishers(other.exchange, context);
    for (const name of other.names) found.add(name);
  }
  const least = Math.min(one.asked, found.size);
  if (least <= one.count + mostGone) return [];
  return [
    {
      path: one.path,
      expected: `about ${least} entries or more, as the searches for the same and more show together`,
      actual: `${one.count} entries`,
      exchange: one.exchange.id,
    },
  ];
}

/** Expects a refusal; the finding shows the value that was sent. */
function expectValueRefused(exchange: Exchange): readonly Found[] {
  return namingRequest(expectRefused(exchange), exchange);
}

/** A rule of publisher search for both generations of versions. */
interface RuleOfBoth extends Pick<EachCheck, "send" | "expect" | "observed"> {
  /** `publishers` if absent. */
  readonly filter?: CellFilter;
  /** `rotated` if absent. */
  readonly style?: StyleRule;
  /** The style at the legacy versions, if it differs. */
  readonly legacyStyle?: StyleRule;
}

/** The same rule as a `must` at the versions with metadata and as a `should` at the legacy ones. */
function inBothGenerations(
  must: string,
  should: string,
  { filter = publishers, style = "rotated", legacyStyle = style, ...check }: RuleOfBoth,
): readonly Check[] {
  const at = (id: string, rule: StyleRule, ...generation: readonly Generation[]): Check =>
    eachAnswer(id, {
      where: cells({ ...filter, generation }, rule),
      control: withoutParameters,
      ...check,
    });
  return [at(must, style, "metadata-and-errors"), at(should, legacyStyle, "2024", "2022")];
}

export const limitChecks: readonly Check[] = [
  // must · Limits, row "Number of results"; News GET /search/publishers, row "number of results"
  // At the current version, publisher search accepts any number of results from 1 to 100 and
  // returns no more publishers than requested.
  // should · Limits, row "Number of results"
  // At 2024-01-01 too, publisher search accepts any number of results from 1 to 100 and returns no
  // more publishers than requested.
  ...inBothGenerations("limit.result-count-honoured", "limit.result-count-honoured-2024", {
    filter: anyPublishers,
    send: (context) => {
      const counts = valuesOf("limit", goodResultCounts(context))(context);
      const besideCategory = fewOfDefaultCategory(context);
      return besideCategory === null ? counts : [...counts, besideCategory];
    },
    expect: expectCountHonoured,
    observed: {
      in: ["success"],
      when: (exchange, context) =>
        isGoodResultCount(sentOnceAs(exchange, "publishers", "limit", context)),
    },
  }),
  // should · Limits, row "Number of results"
  // Publisher search returns as many publishers as requested, if that many match.
  answersTogether("limit.more-results-for-higher-number", {
    where: cells({ ...publishers, operation: ({ list }) => list !== null }, "rotated"),
    send: (context) => numbered(valuesOf("limit", goodResultCounts(context))(context)),
    others: (exchange, context) => {
      const asked = sentOnceAs(exchange, "publishers", "limit", context);
      return asked === null || isGoodResultCount(asked);
    },
    expect: (exchanges, context) => expectAsManyAsThereAre(Object.values(exchanges), context),
  }),
  // must · Limits, row "Number of results"; News GET /search/publishers, row "number of results"
  // At the current version, publisher search refuses a number of results that is outside 1 to 100
  // or not an integer.
  // should · Limits, row "Number of results"
  // At 2024-01-01 too, publisher search refuses a number of results that is outside 1 to 100 or not
  // an integer.
  ...inBothGenerations("limit.out-of-range-refused", "limit.out-of-range-refused-2024", {
    filter: anyPublishers,
    style: "each",
    send: (context) => {
      needParameterName(context, "publishers", "limit");
      return inTurn(context, refusedResultCounts(context));
    },
    expect: expectValueRefused,
    observed: {
      in: ["success", "refusal"],
      when: (exchange, context) =>
        isSettled(exchange) &&
        isBadResultCount(sentOnceAs(exchange, "publishers", "limit", context)),
    },
  }),
  // should · Limits, row "Number of results"
  // Publisher search refuses a number of results that is empty, hexadecimal or written with an
  // exponent.
  eachAnswer("limit.odd-spelling-refused", {
    where: cells(publishers, "rotated"),
    control: withoutParameters,
    send: valuesOf("limit", oddlySpelled),
    expect: expectValueRefused,
  }),
  // must · Limits, row "Search query length"; News GET /search/publishers, row "search query
  // string"
  // At the current version, publisher search refuses an empty search query.
  // should · Limits, row "Search query length"
  // At 2024-01-01 too, publisher search refuses an empty search query.
  ...inBothGenerations("limit.empty-query-refused", "limit.empty-query-refused-2024", {
    filter: anyPublishers,
    style: "each",
    legacyStyle: "rotated",
    send: (context) => {
      needParameterName(context, "publishers", "query");
      return emptyTexts(context);
    },
    expect: expectValueRefused,
    observed: {
      in: ["success", "refusal"],
      when: (exchange, context) =>
        isSettled(exchange) && sentOnceAs(exchange, "publishers", "query", context) === "",
    },
  }),
  // "0" is one character too, although some languages treat it as false, and a letter outside ASCII is one,
  // although it has more than one byte.
  // must · Limits, row "Search query length"; News GET /search/publishers, row "search query
  // string"
  // At the current version, publisher search accepts a search query of one character.
  // should · Limits, row "Search query length"
  // At 2024-01-01 too, publisher search accepts a search query of one character.
  ...inBothGenerations("limit.one-character-accepted", "limit.one-character-accepted-2024", {
    send: textsOfOneCharacter,
    expect: expectServedLikeControl,
  }),
];
