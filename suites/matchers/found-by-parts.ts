import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";
import type { CheckContext, Found } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { namesOfRoles } from "../requests/parameter-names.ts";
import { firstPage } from "../requests/success-requests.ts";
import { successBody } from "./answer.ts";
import { articlesIn, distinctArticles } from "./same-articles.ts";
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

/** Whether a search asks for its first page, or for none. */
function isOfFirstPage(
  { query }: RequestSpec,
  arrangingNames: ReadonlyMap<string, string>,
  context: CheckContext,
): boolean {
  const first = firstPage(context);
  return query.every(
    ([name, value]) => arrangingNames.get(name) !== "page" || first.includes(value),
  );
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
  return searches.filter(isEmpty).flatMap(({ exchange, asked }): readonly Found[] => {
    if (!isOfFirstPage(exchange.spec, names, context)) return [];
    const parts = finding.filter(
      (one) => one.asked.length < asked.length && one.asked.every((text) => asked.includes(text)),
    );
    const whole = foundByAll(parts, asked, context);
    if (whole === null) return [];
    const queries = whole.map(({ spec }) => JSON.stringify(Object.fromEntries(spec.query)));
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
    for (const mark of distinctArticles(articlesIn(part.exchange, context)).known) {
      const known = finders.get(mark) ?? [];
      finders.set(mark, known);
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
