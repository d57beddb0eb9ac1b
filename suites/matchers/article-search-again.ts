import { group } from "../../contracts/group.ts";
import { isObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";
import { successBody } from "./answer.ts";
import { compareArticles, distinctArticles } from "./same-articles.ts";
import { askedFor } from "./same-query.ts";
import { areOfKinds } from "./steady-answers.ts";
import type { PlacedArticle } from "./success-envelope.ts";

/** A list of articles in a body whose shape is not shown. */
interface ShownList {
  readonly exchange: Exchange;
  readonly name: string;
  readonly articles: readonly PlacedArticle[];
}

/** Fewer articles may all have been replaced between two requests. */
const enough = 5;

/** The lists at the top level whose entries look like articles: objects with a title or a URL. */
function listsOf(exchange: Exchange): readonly ShownList[] {
  const body = successBody(exchange);
  return Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [];
    const articles = value.flatMap((article, index) =>
      isObject(article) && ["title", "url"].some((one) => typeof article[one] === "string")
        ? [{ article, index }]
        : [],
    );
    return articles.length === value.length ? [{ exchange, name, articles }] : [];
  });
}

/** What was searched for: letter case makes another URL, but no other search. */
function searchedFor({ spec: { query } }: Exchange): string {
  return askedFor({ query: query.map(([name, value]) => [name, value.toLowerCase()] as const) });
}

/**
 * Expects that a search finds largely the same articles each time, and some at the same URL if it finds several at
 * another time. Nothing is concluded where it finds others each time.
 * @param served success responses of one version whose shape is not shown
 */
export function expectArticlesAgain(served: readonly Exchange[]): readonly Found[] {
  const lists = served.flatMap(listsOf);
  const same = group(lists, ({ exchange, name }) => `${name} ${searchedFor(exchange)}`);
  return [...same.values()].flatMap((all) => {
    const found = all.filter(({ articles }) => articles.length >= enough);
    if (!areOfKinds(found.map(({ articles }) => articles))) return [];
    const [first, ...others] = found.toSorted((a, b) => a.exchange.sentAt - b.exchange.sentAt);
    if (first === undefined) return [];
    const empty = all.flatMap((one) => {
      const asked = askedFor(one.exchange.spec);
      const same = found.find(({ exchange }) => askedFor(exchange.spec) === asked);
      return one.articles.length > 0 || same === undefined ? [] : expectLargelyAgain(one, same);
    });
    return [...others.flatMap((one) => expectLargelyAgain(one, first)), ...empty];
  });
}

function expectLargelyAgain(one: ShownList, first: ShownList): readonly Found[] {
  const [own, other] = [one, first].map(({ articles }) => distinctArticles(articles));
  if (own === undefined || other === undefined) return [];
  const { common, needed, isLargelySame } = compareArticles(own, other);
  if (isLargelySame) return [];
  return [
    {
      path: `/${one.name}`,
      expected: `${Math.ceil(needed)} or more of the articles that the same search finds at another time`,
      actual: `${common} of them`,
      exchange: one.exchange.id,
      beside: first.exchange.id,
    },
  ];
}
