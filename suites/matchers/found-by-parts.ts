import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/exchanges/request-spec.ts";
import type { CheckContext, Found } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { namesOfRoles } from "../requests/named-parameters.ts";
import { firstPage } from "../requests/success-requests.ts";
import { successBody } from "./answer.ts";
import { articlesIn, distinctArticles } from "./same-articles.ts";
import { itemsOf } from "./success-envelope.ts";

/** Meanings of parameters that choose no items, but how many of them are returned, and in which order. */
const arranging = ["page", "pageSize", "limit", "sort"] as const;

/** The parameters of a search that choose items, as texts. */
function choosing({ query }: RequestSpec, arrangingNames: ReadonlyMap<string, string>) {
  return query.filter(([name]) => !arrangingNames.has(name)).map((pair) => JSON.stringify(pair));
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
  const isEmpty = (one: Exchange) => itemsOf(successBody(one), operation).length === 0;
  return served.filter(isEmpty).flatMap((one): readonly Found[] => {
    if (!isOfFirstPage(one.spec, names, context)) return [];
    const asked = choosing(one.spec, names);
    const parts = served.filter((other) => {
      const own = choosing(other.spec, names);
      const isPart = own.length > 0 && own.length < asked.length;
      return isPart && !isEmpty(other) && own.every((text) => asked.includes(text));
    });
    const whole = foundByAll(parts, asked, names, context);
    if (whole === null) return [];
    const queries = whole.map(({ spec }) => JSON.stringify(Object.fromEntries(spec.query)));
    return [
      {
        path: `/${operation.list}`,
        expected: `an item, since ${queries.join(" and ")} find the same one`,
        actual: "no items",
        exchange: one.id,
        ...(whole[0] && { beside: whole[0].id }),
      },
    ];
  });
}

/** Searches that find the same item and together ask for all of something; null if there are none. */
function foundByAll(
  parts: readonly Exchange[],
  asked: readonly string[],
  names: ReadonlyMap<string, string>,
  context: CheckContext,
): readonly Exchange[] | null {
  const finders = new Map<string, Exchange[]>();
  for (const part of parts) {
    for (const mark of distinctArticles(articlesIn(part, context)).known) {
      const known = finders.get(mark) ?? [];
      finders.set(mark, known);
      known.push(part);
    }
  }
  for (const found of finders.values()) {
    const needed: Exchange[] = [];
    const covered = new Set<string>();
    for (const part of found) {
      const own = choosing(part.spec, names);
      if (own.every((text) => covered.has(text))) continue;
      needed.push(part);
      for (const text of own) covered.add(text);
    }
    if (asked.length > 0 && asked.every((text) => covered.has(text))) return needed;
  }
  return null;
}
