import { group } from "../../contracts/group.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { firstPage } from "../model/first-page.ts";
import { operationOf } from "../model/operation.ts";
import { namesOfRoles } from "../model/parameter-names.ts";
import { successBody } from "./answer.ts";
import { sentText } from "./named-request.ts";
import { among, articlesIn, identityOf } from "./same-articles.ts";
import { itemsOf } from "./success-envelope.ts";

/** Meanings of parameters that choose no items, but how many of them are returned, and in which order. */
const arranging = ["page", "pageSize", "limit", "sort"] as const;

/** A search with the parameters that choose items, as texts. */
interface Search {
  readonly exchange: Exchange;
  readonly asked: readonly string[];
}

function searchOf(exchange: Exchange, arrangingNames: ReadonlyMap<string, string>): Search {
  const choosing = exchange.spec.query.filter(([name]) => !arrangingNames.has(name));
  return { exchange, asked: choosing.map((pair) => JSON.stringify(pair)) };
}

/** Whether a search asks for no page but the first, by the number that it has if pages are counted from 1. */
function asksForFirstPage(
  { exchange }: Search,
  arrangingNames: ReadonlyMap<string, string>,
  context: CheckContext,
): boolean {
  const first = firstPage(context);
  return exchange.spec.query.every(
    ([name, value]) => arrangingNames.get(name) !== "page" || first.includes(value),
  );
}

/** Whether a search asks for a page by its number. */
function asksForPage({ exchange }: Search, arrangingNames: ReadonlyMap<string, string>): boolean {
  return exchange.spec.query.some(([name]) => arrangingNames.get(name) === "page");
}

/** Whether some searches find the same article with the number of the first page and without it. */
function isFirstPageKnown(
  searches: readonly Search[],
  arrangingNames: ReadonlyMap<string, string>,
  context: CheckContext,
): boolean {
  const of = ({ asked }: Search) => asked.toSorted().join();
  const [paged, others] = [true, false].map((wanted) =>
    searches.filter((one) => asksForPage(one, arrangingNames) === wanted),
  );
  const byQuery = group(others ?? [], of);
  const first = paged?.filter((one) => asksForFirstPage(one, arrangingNames, context)) ?? [];
  return first.some((one) => {
    const known = (byQuery.get(of(one)) ?? []).flatMap((same) =>
      articlesIn(same.exchange, context),
    );
    return articlesIn(one.exchange, context).some(among(known));
  });
}

/**
 * A search with several parameters finds something if one item is found by searches with some of them each, which
 * together have all of them.
 * @param served success responses of one version with their lists
 */
export function expectFoundByParts(
  served: readonly Exchange[],
  context: CheckContext,
): readonly Found[] {
  const operation = operationOf(context);
  const names = namesOfRoles(context, arranging);
  const isEmpty = ({ exchange }: Search) => itemsOf(successBody(exchange), operation).length === 0;
  const searches = served.map((one) => searchOf(one, names));
  const finding = searches.filter((one) => !isEmpty(one) && one.asked.length > 0);
  const empty = searches.filter(isEmpty).filter((one) => asksForFirstPage(one, names, context));
  // Pages may be counted from 0: then the number of the first page is that of the second.
  const isOfFirstPage =
    empty.some((one) => asksForPage(one, names)) && isFirstPageKnown(searches, names, context);
  const judged = empty.filter((one) => isOfFirstPage || !asksForPage(one, names));
  return judged.flatMap(({ exchange, asked }): readonly Found[] => {
    const parts = finding.filter(
      (one) => one.asked.length < asked.length && one.asked.every((text) => asked.includes(text)),
    );
    const whole = foundByAll(parts, asked, context);
    if (whole === null) return [];
    const queries = whole.map(sentText);
    return [
      {
        path: `/${operation.list}`,
        expected: `an item, since ${queries.join(" and ")} find the same one`,
        actual: "no items",
        exchange: exchange.id,
        ...(whole[0] && { beside: whole[0].id }),
      },
    ];
  });
}

/** Searches that find the same item and together ask for all of something; null if there are none. */
function foundByAll(
  parts: readonly Search[],
  asked: readonly string[],
  context: CheckContext,
): readonly Exchange[] | null {
  const finders = new Map<string, Search[]>();
  for (const part of parts) {
    const identities = new Set(articlesIn(part.exchange, context).map(identityOf));
    for (const identity of identities) {
      if (identity === null) continue;
      const known = finders.get(identity) ?? [];
      finders.set(identity, known);
      known.push(part);
    }
  }
  for (const found of finders.values()) {
    const covered = new Set<string>();
    const needed = found.filter((part) => {
      const isNew = part.asked.some((text) => !covered.has(text));
      for (const text of part.asked) covered.add(text);
      return isNew;
    });
    if (asked.every((text) => covered.has(text))) return needed.map(({ exchange }) => exchange);
  }
  return null;
}
