import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { group } from "../../contracts/group.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../model/check.ts";
import { entries, member } from "./json.ts";
import { shortMark } from "./short-marks.ts";
import { articlesOf, itemsOf } from "./success-envelope.ts";

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
 * What is the same in two copies of one article or publisher, which a server has joined with its authors, its pictures
 * or its links.
 */
function sameInCopies(item: JsonObject): string {
  const { title, date, source, links, ...rest } = item;
  const publication = member(source, "name");
  // Several publications may print one story at the same time.
  if (typeof title === "string" && typeof date === "string" && typeof publication === "string")
    return shortMark(JSON.stringify([title, date, publication]));
  // A publisher may be listed once for each of its languages.
  return shortMark(JSON.stringify(Array.isArray(links) ? { ...rest, title } : item));
}

/**
 * Expects that at least three quarters of the articles or publishers of a page differ from each other: one that is shown
 * above the others may be listed among them too. What items of other kinds contain is not shown.
 */
export function expectFewItemsTwice(body: unknown, operation: Operation): readonly Found[] {
  const all = articlesOf(body, operation).map(({ article }) => article);
  if (all.length < fewest) return [];
  const distinct = new Set(all.map(sameInCopies)).size;
  if (4 * distinct >= 3 * all.length) return [];
  return [
    {
      path: `/${operation.list}`,
      expected: "items that are listed once",
      actual: `${all.length} items, only ${distinct} of them distinct`,
    },
  ];
}

/** The lists within an article, a publisher, a country or a topic. */
const listsWithin = ["authors", "keywords", "links", "languages", "subtopics"] as const;
/** Of so many entries that have a list, all have every value of it several times, or those of the one before. */
const fewestWithList = 5;
/** As often, the list of an entry is longer than that of the one before. */
const fewestGrown = 3;

/**
 * Expects that not every list within the entries of a page has each of its values several times, nor all values of the
 * entry before, as where a server goes on to fill the list of the last entry.
 */
export function expectOwnValues(body: unknown, operation: Operation): readonly Found[] {
  const all = itemsOf(body, operation);
  return listsWithin.flatMap((name): readonly Found[] => {
    const lists = all
      .map((item) => entries(member(item, name)).map((value) => JSON.stringify(value)))
      .filter(({ length }) => length > 0);
    if (lists.length < fewestWithList) return [];
    const path = `/${operation.list}/*/${name}`;
    const inAll = `in all ${lists.length} lists`;
    if (lists.every(hasAllSeveralTimes))
      return [{ path, expected: "each value once", actual: `each value several times ${inAll}` }];
    if (!areGrowing(lists)) return [];
    const actual = `all values of the entry before, ${inAll}`;
    return [{ path, expected: "the values of the entry itself", actual }];
  });
}

function hasAllSeveralTimes(list: readonly string[]): boolean {
  return [...group(list, (value) => value).values()].every(({ length }) => length > 1);
}

/** Whether each list has all values of the one before, and several have more. */
function areGrowing(lists: readonly (readonly string[])[]): boolean {
  let before: ReadonlySet<string> = new Set(lists[0]);
  let grown = 0;
  for (const list of lists.slice(1)) {
    const own = new Set(list);
    if (own.size < before.size) return false;
    for (const value of before) if (!own.has(value)) return false;
    if (own.size > before.size) grown += 1;
    before = own;
  }
  return grown >= fewestGrown;
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
