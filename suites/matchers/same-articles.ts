import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { successBody } from "./answer.ts";
import { articlesOf, type PlacedArticle } from "./success-envelope.ts";

/** The articles of a success response. */
export function articlesIn(exchange: Exchange, context: CheckContext): readonly PlacedArticle[] {
  return articlesOf(successBody(exchange), operationOf(context));
}

/** What tells one article from another. */
export function keyOf({ article }: PlacedArticle): string {
  return typeof article.url === "string" ? article.url : JSON.stringify(article.url ?? article);
}

/** Half of the shorter page is on the other one too: news come in between, and ties may be ordered otherwise. */
export function expectLargelySame(
  first: Exchange,
  second: Exchange,
  context: CheckContext,
): readonly Found[] {
  const pages = [articlesIn(first, context), articlesIn(second, context)];
  const [shorter = [], longer = []] = pages.toSorted((one, other) => one.length - other.length);
  const wanted = new Set(shorter.map(keyOf));
  const common = new Set<string>();
  for (const article of longer) {
    const key = keyOf(article);
    if (wanted.has(key)) common.add(key);
    // Enough, even if no article of the longer page is on it twice.
    if (common.size >= Math.max(1, wanted.size / 2)) return [];
  }
  const distinct = Math.min(wanted.size, new Set(longer.map(keyOf)).size);
  const needed = Math.max(1, distinct / 2);
  if (longer.length === 0 || common.size >= needed) return [];
  const asked = JSON.stringify(Object.fromEntries(second.spec.query));
  return [
    {
      path: `/${operationOf(context).list}`,
      expected: `${Math.ceil(needed)} or more of the articles that ${asked} finds`,
      actual: `${common.size} of them`,
      exchange: first.id,
      beside: second.id,
    },
  ];
}
