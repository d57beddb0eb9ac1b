import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";
import { entries, member } from "./json.ts";
import { articlesOf } from "./success-envelope.ts";

/** Lists of what a page leads to, and of what is wrong with a request. */
const lists = [
  "navigation_links",
  "related_topics",
  "related_publications",
  "subtopic_links",
  "errors",
  "fields",
] as const;

/** A page may mention an entry in several places. */
const fewest = 4;

/**
 * Expects of each list of links and of errors that at least half of its entries differ from each other. Several
 * parameters may be wrong for the same reason, so there may be one error for each.
 */
export function expectFewCopies(body: unknown, { spec }: Exchange): readonly Found[] {
  return lists.flatMap((name): readonly Found[] => {
    const all = entries(member(body, name));
    if (all.length < fewest || all.length <= spec.query.length + 1) return [];
    const distinct = new Set(all.map((entry) => JSON.stringify(entry))).size;
    if (2 * distinct >= all.length) return [];
    const actual = `${all.length} entries, only ${distinct} of them distinct`;
    return [{ path: `/${name}`, expected: "entries that are not copies of each other", actual }];
  });
}

/**
 * Expects that at least three quarters of the articles or publishers of a page differ from each other: one that is shown
 * above the others may be listed among them too. What items of other kinds contain is not shown.
 */
export function expectFewItemsTwice(body: unknown, operation: Operation): readonly Found[] {
  const all = articlesOf(body, operation).map(({ article }) => article);
  if (all.length < fewest) return [];
  const distinct = new Set(all.map((item) => JSON.stringify(item))).size;
  if (4 * distinct >= 3 * all.length) return [];
  return [
    {
      path: `/${operation.list}`,
      expected: "items that are listed once",
      actual: `${all.length} items, only ${distinct} of them distinct`,
    },
  ];
}

/** With fewer articles, one URL may be a coincidence. */
const fewestUrls = 5;

/** Expects that the articles of a page do not all have one URL. The publishers of a group may. */
export function expectSeveralUrls(body: unknown, operation: Operation): readonly Found[] {
  const all = articlesOf(body, operation).map(({ article }) => article);
  const urls = all.map(({ url }) => url);
  const [url] = urls;
  if (urls.length < fewestUrls || typeof url !== "string" || new Set(urls).size > 1) return [];
  if (url.trim() === "" || new Set(all.map(({ name }) => name)).size > 1) return [];
  return [
    {
      path: `/${operation.list}/*/url`,
      expected: "URLs that differ",
      actual: `${describeValue(url)} in all ${urls.length} items`,
    },
  ];
}
