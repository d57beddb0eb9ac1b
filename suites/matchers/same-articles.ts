import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { successBody } from "./answer.ts";
import { sentText } from "./named-request.ts";
import { shortMark } from "./short-marks.ts";
import { articlesOf, type PlacedArticle } from "./success-envelope.ts";

/** The articles of a success response. */
export function articlesIn(exchange: Exchange, context: CheckContext): readonly PlacedArticle[] {
  return articlesOf(successBody(exchange), operationOf(context));
}

/**
 * What distinguishes one article from another: its URL, or its title with its date, since a URL may be made for each response.
 */
function marksOf(one: PlacedArticle): readonly string[] {
  const { url, title, date } = one.article;
  if (!isTelling(one)) return [shortMark(JSON.stringify(one.article))];
  return [
    ...(isNotBlank(url) ? [shortMark(url)] : []),
    // The length shows where the date ends. JSON of both would take several times as long.
    ...(typeof title === "string" && typeof date === "string"
      ? [shortMark(`${date.length} ${date} ${title}`)]
      : []),
  ];
}

/** Whether an article can be distinguished from others with the same members. */
export function isTelling({ article: { url, title, date } }: PlacedArticle): boolean {
  return isNotBlank(url) || (typeof title === "string" && typeof date === "string");
}

/** A publisher may have no address. */
function isNotBlank(text: unknown): text is string {
  return typeof text === "string" && text.trim() !== "";
}

/**
 * What is certainly one article or publisher wherever it is found; null if nothing certainly is. Several publishers may
 * print one story at the same time, and those of a group may have one URL.
 */
export function identityOf({ article: { url, name } }: PlacedArticle): string | null {
  return isNotBlank(url) ? shortMark(JSON.stringify([url, name])) : null;
}

/** Tells whether an article is one of these. */
export function among(articles: readonly PlacedArticle[]): (one: PlacedArticle) => boolean {
  const known = new Set(articles.flatMap(marksOf));
  return (one) => marksOf(one).some((mark) => known.has(mark));
}

/** The different articles of a page, told apart once for all pages that it is compared with. */
export interface DistinctArticles {
  /** Of each article. */
  readonly marks: readonly (readonly string[])[];
  readonly known: ReadonlySet<string>;
}

export function distinctArticles(page: readonly PlacedArticle[]): DistinctArticles {
  const known = new Set<string>();
  const marks = page.map(marksOf).filter((all) => {
    const isNew = !all.some((mark) => known.has(mark));
    for (const mark of all) known.add(mark);
    return isNew;
  });
  return { marks, known };
}

/** How many articles two pages have in common. */
interface InCommon {
  readonly common: number;
  /** Half of the shorter page: new articles arrive in between, and ties may be ordered differently. */
  readonly needed: number;
  readonly isLargelySame: boolean;
}

export function compareArticles(one: DistinctArticles, other: DistinctArticles): InCommon {
  const [shorter, longer] = one.marks.length <= other.marks.length ? [one, other] : [other, one];
  const common = longer.marks.filter((all) => all.some((mark) => shorter.known.has(mark))).length;
  const needed = Math.max(1, shorter.marks.length / 2);
  return { common, needed, isLargelySame: longer.marks.length === 0 || common >= needed };
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
  const [one, other] = [first, second].map((exchange) =>
    distinctArticles(articlesIn(exchange, context)),
  );
  if (one === undefined || other === undefined) return [];
  const { common, needed, isLargelySame } = compareArticles(one, other);
  if (isLargelySame) return [];
  const asked = sentText(second);
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
