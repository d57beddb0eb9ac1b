import type MiniSearch from "minisearch";
import type { Library } from "./library.ts";
import { places } from "./places.ts";
import type { NewsItem, Publisher } from "./types.ts";

/** Limits the cost of very long queries. */
const mostTerms = 24;

/**
 * Positions of the matching documents, best first. All words must occur; if no document has all of them,
 * some are enough.
 */
function fullText(index: MiniSearch, query: string): readonly number[] {
  const terms = query.split(/[\s\p{P}]+/u).filter((term) => term !== "");
  const text = terms.slice(0, mostTerms).join(" ");
  const prefix = (term: string): boolean => term.length > 3;
  for (const combineWith of ["AND", "OR"] as const) {
    const hits = index.search(text, { combineWith, prefix });
    if (hits.length > 0) {
      return hits.flatMap(({ id }) => (typeof id === "number" ? [id] : []));
    }
  }
  return [];
}

function matching<T>(index: MiniSearch, all: readonly T[], query: string | null): readonly T[] {
  if (query === null) return all;
  return fullText(index, query).flatMap((position) => {
    const found = all[position];
    return found === undefined ? [] : [found];
  });
}

/** Search restrictions; null means none. */
export interface ItemFilter {
  readonly query: string | null;
  readonly country: string | null;
  readonly language: string | null;
  /** A host name, with or without `www.`. */
  readonly domain: string | null;
  /** YYYY-MM-DD, both days included, UTC. */
  readonly from: string | null;
  readonly to: string | null;
  readonly topic: string | null;
  readonly subtopic: string | null;
  readonly location: string | null;
  /** The older versions have articles only. */
  readonly articlesOnly: boolean;
}

export const anyItem: ItemFilter = {
  query: null,
  country: null,
  language: null,
  domain: null,
  from: null,
  to: null,
  topic: null,
  subtopic: null,
  location: null,
  articlesOnly: false,
};

function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function hostOf(domain: string): string {
  return domain
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/[/:].*$/s, "");
}

/** `en-GB` means English. */
function baseLanguage(code: string): string {
  return (code.split("-")[0] ?? code).toLowerCase();
}

/** The name of a place from common spellings: `nyc`, `London, UK`. Unknown names are returned unchanged. */
function placeName(location: string): string {
  const asked = (location.split(",")[0] ?? location).trim().toLowerCase();
  return (
    places.find(({ name, aliases }) => name.toLowerCase() === asked || aliases.includes(asked))
      ?.name ?? asked
  );
}

/** Items that meet every restriction; best match first if there is a query, otherwise newest first. */
export function findItems(library: Library, filter: ItemFilter): readonly NewsItem[] {
  const { country, topic, subtopic, from, to } = filter;
  const host = filter.domain === null ? null : hostOf(filter.domain);
  const language = filter.language === null ? null : baseLanguage(filter.language);
  const place = filter.location === null ? null : placeName(filter.location);
  return matching(library.itemIndex, library.corpus.items, filter.query).filter((item) => {
    const day = item.date.slice(0, 10);
    return (
      (!filter.articlesOnly || item.kind === "article") &&
      (country === null || sameText(item.publisher.country, country)) &&
      (language === null || item.publisher.language === language) &&
      (host === null || item.publisher.domain === host) &&
      (from === null || day >= from) &&
      (to === null || day <= to) &&
      (topic === null || sameTopic(item.topic.id, topic)) &&
      (subtopic === null || item.subtopic.id === subtopic) &&
      (place === null || item.place.name === place)
    );
  });
}

/** Named topics ignore case; opaque ids do not. */
export function sameTopic(id: string, asked: string): boolean {
  return id.startsWith("CAAq") ? id === asked : sameText(id, asked);
}

export interface PublisherQuery {
  readonly query: string | null;
  readonly category: string | null;
  readonly country: string | null;
  readonly language: string | null;
  /** `name` and `-name` sort by name; any other value keeps the best match first. */
  readonly sort: string | null;
}

export function findPublishers(library: Library, filter: PublisherQuery): readonly Publisher[] {
  const { category, country, sort } = filter;
  const language = filter.language === null ? null : baseLanguage(filter.language);
  const found = matching(library.publisherIndex, library.corpus.publishers, filter.query).filter(
    (publisher) =>
      (category === null || sameText(publisher.category, category)) &&
      (country === null || sameText(publisher.country, country)) &&
      (language === null || publisher.language === language),
  );
  if (sort !== "name" && sort !== "-name") return found;
  // By code unit, so that the order does not depend on the machine's locale.
  const sorted = found.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return sort === "name" ? sorted : sorted.reverse();
}
