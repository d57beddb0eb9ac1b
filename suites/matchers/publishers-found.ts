import { describeValue } from "../../contracts/describe-value.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sends, sentValue } from "../../harness/requests/sent-parameters.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { isServed, successBody } from "./answer.ts";
import type { Filter, FilteredAndWhole } from "./filter-finds.ts";
import { sentText } from "./named-request.ts";
import { askedFor, asksForAllOf } from "./same-query.ts";
import { articlesOf } from "./success-envelope.ts";

/** The value that a publisher search sends under the name of a role; undefined if it sends none. */
export function valueSent({ spec }: Exchange, name: string, context: CheckContext) {
  const known = parameterName(context, "publishers", name);
  return sentValue(spec, known);
}

function sameText(value: unknown, text: string | undefined): boolean {
  return typeof value === "string" && value.toLowerCase() === text?.toLowerCase();
}

/** The publisher in words. */
function publisherText({ name, title }: JsonObject): string {
  return `the publisher ${describeValue(name ?? title)}`;
}

/**
 * A filter by what a publisher states. `General` stands for an unknown category too, by which a server may find
 * nothing.
 */
export function statedByPublishers(kind: "category" | "language", context: CheckContext): Filter {
  const shows = ({ filtered }: FilteredAndWhole) => {
    const asked = valueSent(filtered, kind, context);
    return (publisher: JsonObject) => {
      const value = publisher[kind];
      const isUnknown = kind === "category" && sameText(value, "General");
      return !isUnknown && sameText(value, asked) ? publisherText(publisher) : null;
    };
  };
  return { names: [parameterName(context, "publishers", kind)], shows };
}

/**
 * What leaves nothing out: a number of results and a sort order; and a search text with which the name of a
 * publisher begins.
 */
export function textCountAndOrder(context: CheckContext): Filter {
  const shows = ({ filtered }: FilteredAndWhole) => {
    const text = valueSent(filtered, "query", context);
    const firstWord = (value: unknown) =>
      typeof value === "string" ? value.split(" ", 1)[0] : undefined;
    return (publisher: JsonObject) =>
      text === undefined ||
      sameText(firstWord(publisher.name), text) ||
      sameText(firstWord(publisher.title), text)
        ? publisherText(publisher)
        : null;
  };
  return {
    names: ["query", "limit", "sort"].map((name) => parameterName(context, "publishers", name)),
    shows,
  };
}

/** The names of the publishers of a response. One without a name does not count: its title may be another's name. */
export function namesOfPublishers(exchange: Exchange, context: CheckContext): readonly string[] {
  const all = articlesOf(successBody(exchange), operationOf(context));
  return all.flatMap(({ article: { name } }) => (typeof name === "string" ? [name] : []));
}

/**
 * Whether each publisher of a response has a name of its own. Other requirements report those without one, or listed
 * twice; which publishers they are is not known.
 */
function areDistinct(exchange: Exchange, context: CheckContext): boolean {
  const { length } = articlesOf(successBody(exchange), operationOf(context));
  return new Set(namesOfPublishers(exchange, context)).size === length;
}

/** The members that identify a publisher. */
function keysIn(exchange: Exchange, context: CheckContext): ReadonlySet<string> {
  return new Set(keyed(exchange, context).map(({ key }) => key));
}

function keyed(exchange: Exchange, context: CheckContext) {
  return articlesOf(successBody(exchange), operationOf(context)).flatMap(({ article, index }) => {
    const key = article.name ?? article.title;
    return typeof key === "string" ? [{ key, publisher: article, index }] : [];
  });
}

/**
 * A publisher that is not in the list for a code or a word is not found with that code or word and further parameters
 * either. The list for a code is complete if it is shorter than the list without parameters. Only publishers of the
 * latter count, unless the list for another code is longer, which shows that the list for a code is not cut off.
 * @param together requests of which some may send that code too
 * @param ofOthers the lists of other codes
 */
export function expectNoOthers(
  ofCode: Exchange | undefined,
  whole: Exchange | undefined,
  together: readonly Exchange[],
  context: CheckContext,
  ofOthers: readonly Exchange[] = [],
): readonly Found[] {
  if (ofCode === undefined || whole === undefined || ![ofCode, whole].every(isServed)) return [];
  const own = keysIn(ofCode, context);
  const all = keysIn(whole, context);
  const { length } = keyed(ofCode, context);
  if (!areDistinct(ofCode, context)) return [];
  if (length >= keyed(whole, context).length) return [];
  const isLonger = (other: Exchange) => isServed(other) && keyed(other, context).length > length;
  const isWhole = ofOthers.some(isLonger);
  const isSent = ({ spec: { query } }: Exchange) =>
    ofCode.spec.query.every(([name, value]) =>
      query.some(([sent, text]) => sent === name && text === value),
    );
  return together.filter(isServed).flatMap((one) => {
    if (one.spec.version !== ofCode.spec.version || !isSent(one)) return [];
    return keyed(one, context)
      .filter(({ key }) => !own.has(key) && (isWhole || all.has(key)))
      .map(({ publisher, index }) => ({
        path: `/${operationOf(context).list}/${index}`,
        expected: `one of the publishers that ${sentText(ofCode)} finds`,
        actual: publisherText(publisher),
        exchange: one.id,
        beside: ofCode.id,
      }));
  });
}

/** This many publishers may be gone between two requests. */
export const mostGone = 3;

/** Whether a publisher search has no parameter but a search text, a number of results and a sort order. */
export function isSearchOfAll({ spec: { query } }: Exchange, context: CheckContext): boolean {
  const { names } = textCountAndOrder(context);
  return query.every(([name]) => names.includes(name));
}

/**
 * A search with a filter alone lists all publishers that pass it, but a few, if it lists none or fewer than a search with
 * another filter does: it is not cut off then. Only those count that another search shows at the same version.
 * @param whole the search without parameters
 * @param lists searches without such filters
 * @param ofOthers searches with other filters
 */
export function expectAllThatFit(
  filter: Filter,
  filtered: Exchange,
  whole: Exchange,
  lists: readonly Exchange[],
  ofOthers: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  if (![filtered, whole].every(isServed) || !areDistinct(filtered, context)) return [];
  const own = keysIn(filtered, context);
  const isLonger = (other: Exchange) => isServed(other) && keyed(other, context).length > own.size;
  if (own.size > 0 && !ofOthers.some(isLonger)) return [];
  const shows = filter.shows({ filtered, whole }, context);
  const absent = new Map<string, { readonly text: string; readonly at: Exchange }>();
  for (const one of [whole, ...lists]) {
    if (!isServed(one) || one.spec.version !== filtered.spec.version) continue;
    for (const { key, publisher } of keyed(one, context)) {
      const text = shows(publisher);
      if (text !== null && !own.has(key)) absent.set(key, { text, at: one });
    }
  }
  const [last] = [...absent.values()].slice(-1);
  if (absent.size <= mostGone || last === undefined) return [];
  return [
    {
      path: `/${operationOf(context).list}`,
      expected: `all publishers that pass the filter, such as ${last.text}`,
      actual: `${own.size} publishers, without ${absent.size} of those that other searches list`,
      exchange: filtered.id,
      beside: last.at.id,
    },
  ];
}

/**
 * Publishers that a search finds with a sort order only, although the same search without it has all that there are: it
 * has fewer than asked for, or fewer than another list without a number of results. More than a few that it finds
 * without the order only, although as many as may be are asked for.
 */
export function expectSameInOrder(
  searches: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const [sort, limit] = [
    parameterName(context, "publishers", "sort"),
    parameterName(context, "publishers", "limit"),
  ];
  // Without the version header, the number for which none is asked may be another one.
  const longestBeside = ({ spec: { version } }: Exchange) =>
    Math.max(
      ...searches
        .filter((other) => other.spec.version === version && !sends(other.spec, limit))
        .map((other) => keyed(other, context).length),
    );
  const withoutLimit = ({ spec: { query } }: Exchange) => ({
    query: query.filter(([name]) => name !== limit),
  });
  const isWhole = (one: Exchange) => {
    const asked = sends(one.spec, limit)
      ? Number(valueSent(one, "limit", context))
      : longestBeside(one);
    if (keyed(one, context).length >= asked || !areDistinct(one, context)) return false;
    // A server may return fewer than are asked for: then searches with filters find publishers that this list lacks.
    const listed = keysIn(one, context);
    return searches
      .filter((other) => !sends(other.spec, sort) && asksForAllOf(other.spec, withoutLimit(one)))
      .every((other) => keyed(other, context).every(({ key }) => listed.has(key)));
  };
  const except = new Set([sort]);
  return searches.flatMap((one): readonly Found[] => {
    if (!sends(one.spec, sort)) return [];
    const rest = askedFor(one.spec, except);
    const unsorted = searches.find(
      (other) => !sends(other.spec, sort) && askedFor(other.spec) === rest && isWhole(other),
    );
    if (unsorted === undefined) return [];
    const known = keysIn(unsorted, context);
    const sorted = keysIn(one, context);
    const lost = [...known].filter((key) => !sorted.has(key));
    if (lost.length > mostGone && sends(one.spec, limit)) {
      return [
        {
          path: `/${operationOf(context).list}`,
          expected: `the ${known.size} publishers that are found without a sort order`,
          actual: `${lost.length} of them are absent`,
          exchange: one.id,
          beside: unsorted.id,
        },
      ];
    }
    const other = keyed(one, context).find(({ key }) => !known.has(key));
    if (other === undefined) return [];
    return [
      {
        path: `/${operationOf(context).list}/${other.index}`,
        expected: `one of the ${known.size} publishers that are found without a sort order`,
        actual: publisherText(other.publisher),
        exchange: one.id,
        beside: unsorted.id,
      },
    ];
  });
}

/**
 * Codes in another letter case find something if a search with the same codes, as the server writes them, and a category
 * finds something.
 * @param swapped a search with both codes
 * @param listed a search with both codes and a category
 */
export function expectFindsInOtherCase(
  swapped: Exchange | undefined,
  listed: Exchange | undefined,
  context: CheckContext,
): readonly Found[] {
  if (swapped === undefined || listed === undefined || ![swapped, listed].every(isServed))
    return [];
  const operation = operationOf(context);
  const [found, known] = [swapped, listed].map((one) => articlesOf(successBody(one), operation));
  const [first] = known ?? [];
  if (first === undefined || found?.length !== 0) return [];
  return [
    {
      path: `/${operation.list}`,
      expected: `a publisher, as in the letter case of the server's own list: ${publisherText(first.article)}`,
      actual: "no publishers",
      exchange: swapped.id,
      beside: listed.id,
    },
  ];
}
