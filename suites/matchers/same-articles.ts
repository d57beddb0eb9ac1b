import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { successBody } from "./answer.ts";
import { articlesOf, type PlacedArticle } from "./success-envelope.ts";

/** The articles of a success response. */
export function articlesIn(exchange: Exchange, context: CheckContext): readonly PlacedArticle[] {
  return articlesOf(successBody(exchange), operationOf(context));
}

/**
 * What tells one article from another: its URL, or its title with its date, since a URL may be made for each response.
 */
function marksOf(one: PlacedArticle): readonly string[] {
  const { url, title, date } = one.article;
  if (!isTelling(one)) return [JSON.stringify(one.article)];
  return [
    ...(typeof url === "string" ? [url] : []),
    ...(typeof title === "string" && typeof date === "string"
      ? [JSON.stringify([title, date])]
      : []),
  ];
}

/** Whether an article can be told from others with the same members. */
export function isTelling({ article: { url, title, date } }: PlacedArticle): boolean {
  return typeof url === "string" || (typeof title === "string" && typeof date === "string");
}

/** Tells whether an article is one of these. */
export function among(articles: readonly PlacedArticle[]): (one: PlacedArticle) => boolean {
  const known = new Set(articles.flatMap(marksOf));
  return (one) => marksOf(one).some((mark) => known.has(mark));
}

/** Tells at each call whether an article is there for the first time. */
function firstTime(): (one: PlacedArticle) => boolean {
  const known = new Set<string>();
  return (one) => {
    const marks = marksOf(one);
    const isNew = !marks.some((mark) => known.has(mark));
    for (const mark of marks) known.add(mark);
    return isNew;
  };
}

/** How many articles two pages have in common. */
interface InCommon {
  readonly common: number;
  /** Half of the shorter page: news come in between, and ties may be ordered otherwise. */
  readonly needed: number;
  readonly isLargelySame: boolean;
}

export function compareArticles(
  one: readonly PlacedArticle[],
  other: readonly PlacedArticle[],
): InCommon {
  const pages = [one, other].map((page) => page.filter(firstTime()));
  const [shorter = [], longer = []] = pages.toSorted((a, b) => a.length - b.length);
  const common = longer.filter(among(shorter)).length;
  const needed = Math.max(1, shorter.length / 2);
  return { common, needed, isLargelySame: longer.length === 0 || common >= needed };
}

/** Whether the articles that two pages have in common are in the same order. */
export function areInOrder(
  one: readonly PlacedArticle[],
  other: readonly PlacedArticle[],
): boolean {
  const places = new Map(
    other.flatMap((article, at) => marksOf(article).map((mark) => [mark, at])),
  );
  const found = one.flatMap((article) => {
    const [mark] = marksOf(article).filter((known) => places.has(known));
    return mark === undefined ? [] : [places.get(mark) ?? 0];
  });
  return found.every((place, index) => place >= (found[index - 1] ?? 0));
}

/** Expects that two responses have largely the same articles. */
export function expectLargelySame(
  first: Exchange,
  second: Exchange,
  context: CheckContext,
): readonly Found[] {
  const { common, needed, isLargelySame } = compareArticles(
    articlesIn(first, context),
    articlesIn(second, context),
  );
  if (isLargelySame) return [];
  const asked = JSON.stringify(Object.fromEntries(second.spec.query));
  return [
    {
      path: `/${operationOf(context).list}`,
      expected: `${Math.ceil(needed)} or more of the articles that ${asked} finds`,
      actual: `${common} of them`,
      exchange: first.id,
      beside: second.id,
    },
  ];
}
