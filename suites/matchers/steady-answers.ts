import { group } from "../../contracts/group.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { datedVersions } from "../model/cells.ts";
import {
  type CheckContext,
  type Judgement,
  type NamedExchanges,
  skip,
  type TogetherCheck,
} from "../model/check.ts";
import { freeTextNames } from "../model/free-text.ts";
import { operationAsked, operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { isServed, successBody } from "./answer.ts";
import { member } from "./json.ts";
import { areInOrder, compareArticles, distinctArticles } from "./same-articles.ts";
import { askedFor } from "./same-query.ts";
import { articlesOf, type PlacedArticle } from "./success-envelope.ts";

/**
 * Whether the response may be compared: to an ordinary client, which may be in no other language, before anything is
 * revoked, and not in a sequence, which other requirements judge. Without its list it has another shape.
 */
export function isComparable(exchange: Exchange, context: CheckContext): boolean {
  return exchange.spec.negotiation === undefined && hasList(exchange, context);
}

/**
 * Whether the response went to a client with other headers. In another language, or without a documented default for
 * its country, it may find nothing for a text.
 */
export function isOfOtherClient(exchange: Exchange, context: CheckContext): boolean {
  const { negotiation, query, endpoint } = exchange.spec;
  const text = freeTextNames[endpoint];
  const hasText = query.some(([name]) => name === text || name === "q");
  const isAsked = endpoint === "/geolocation" || !hasText;
  return negotiation !== undefined && isAsked && hasList(exchange, context);
}

/** Whether the response has its list, whatever client it went to, and may be judged by itself. */
export function hasList(exchange: Exchange, context: CheckContext): boolean {
  const { spec, answer } = exchange;
  const { group: sequence, after, versionHeader } = spec;
  if (answer?.isLarge === true || !isServed(exchange)) return false;
  const special = [sequence, after, versionHeader];
  const { list } = operationAsked(spec, context) ?? operationOf(context);
  return (
    special.every((one) => one === undefined) &&
    list !== null &&
    Array.isArray(member(successBody(exchange), list))
  );
}

/** The cells of the other versions of a search whose lists are shown. */
export function otherVersionsOf({ cell, contracts }: Pick<CheckContext, "cell" | "contracts">) {
  const { surface, endpoint, version: own } = cell;
  return datedVersions(contracts, cell)
    .filter((version) => version !== own)
    .filter((version) => contracts.operation(surface, endpoint, version)?.list != null)
    .map((version) => ({ ...cell, version, auth: null }));
}

/** What a request searches for: equal texts for equal searches, whose text may have another name at each version. */
export function searchedFor({ spec: { query } }: Pick<Exchange, "spec">): string {
  return askedFor({
    query: query.map(([name, value]) => [name === "q" ? "query" : name, value] as const),
  });
}

/** Pages have other sizes at other versions. */
export function hasPage({ spec: { query } }: Exchange, context: CheckContext): boolean {
  const names = pageNames(context);
  return query.some(([name]) => names.has(name));
}

/** The names of the parameters that choose a page and its size, as far as they are known. */
export function pageNames(context: CheckContext): ReadonlySet<string | null> {
  return new Set(["page", "pageSize"].map((name) => parameterName(context, "search", name)));
}

/** Fewer responses to the same search do not show whether it finds the same again. */
const enough = 3;

/** Responses to the same search: those of the version if there are enough, otherwise those of every version. */
function sameSearches(
  exchanges: readonly Exchange[],
  context: CheckContext,
): readonly (readonly Exchange[])[] {
  const { version } = operationOf(context);
  const comparable = exchanges.filter((one) => isComparable(one, context));
  return [...group(comparable, searchedFor).values()].flatMap((same) => {
    const own = same.filter(({ spec }) => operationAsked(spec, context)?.version === version);
    const all = same.filter((one) => own.includes(one) || !hasPage(one, context));
    const telling = own.length >= enough ? own : all;
    return own.length > 0 && telling.length >= enough ? [telling] : [];
  });
}

function articlesAsked(exchange: Exchange, context: CheckContext): readonly PlacedArticle[] {
  const operation = operationAsked(exchange.spec, context) ?? operationOf(context);
  return articlesOf(successBody(exchange), operation);
}

/**
 * Whether pages fall into a few kinds, as where what a server finds depends on a header. If it chooses other articles
 * for each response, hardly any two pages agree, or one agrees with two that do not agree with each other.
 */
export function areOfKinds(pages: readonly (readonly PlacedArticle[])[]): boolean {
  const distinct = pages.map(distinctArticles);
  const agreeing = distinct.map((one) =>
    distinct.map((other) => (compareArticles(one, other).isLargelySame ? "1" : "0")).join(""),
  );
  const isTransitive = agreeing.every((row) =>
    agreeing.every((other, index) => row[index] === "0" || row === other),
  );
  const count = agreeing.join("").replaceAll("0", "").length - pages.length;
  return isTransitive && 3 * count >= pages.length * (pages.length - 1);
}

/**
 * Whether the same search finds other articles from one response to the next: no order is stated, and a server may
 * choose some of many.
 */
export function isChanging(exchanges: readonly Exchange[], context: CheckContext): boolean {
  return sameSearches(exchanges, context).some(
    (same) => !areOfKinds(same.map((one) => articlesAsked(one, context))),
  );
}

/** Whether a search finds the same articles in another order in another response of its version. */
function isReordered(exchanges: readonly Exchange[], context: CheckContext): boolean {
  const { version } = operationOf(context);
  const own = exchanges.filter(
    (one) => isComparable(one, context) && operationAsked(one.spec, context)?.version === version,
  );
  return [...group(own, searchedFor).values()].some((same) => {
    const [first = [], ...others] = same.map((one) => articlesAsked(one, context));
    return others.some((other) => !areInOrder(first, other));
  });
}

/** Each exchange once: those of other checks are named by their ids, also where the check asked for one itself. */
export function distinct(exchanges: NamedExchanges): readonly Exchange[] {
  return [...new Map(Object.values(exchanges).map((one) => [one.id, one])).values()];
}

/**
 * A check that compares the articles of different requests. Nothing is concluded where the same search finds other
 * ones each time.
 * @param order whether the articles must also be in the same order each time
 */
export function whereSteady(
  check: TogetherCheck,
  order: "any order" | "same order",
): TogetherCheck {
  return {
    ...check,
    others: (exchange, context) =>
      isComparable(exchange, context) || check.others?.(exchange, context) === true,
    othersAt: otherVersionsOf,
    expect: (exchanges, context): Judgement => {
      const asked = Object.entries(exchanges).filter(
        ([name, one]) => name !== one.id || check.others?.(one, context) === true,
      );
      const judgement = check.expect(Object.fromEntries(asked), context);
      if ("notOwed" in judgement || judgement.length === 0) return judgement;
      // That a request is refused does not depend on what others find.
      if (judgement.some(({ path }) => path === "status")) return judgement;
      const all = distinct(exchanges);
      if (isChanging(all, context)) skip("the same search finds other articles each time");
      if (order === "same order" && isReordered(all, context))
        skip("the same search finds its articles in another order each time");
      return judgement;
    },
  };
}
