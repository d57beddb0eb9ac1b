import type { Operation } from "../../contracts/catalogue.ts";
import { quoteValue } from "../../contracts/describe-value.ts";
import { parseDateTime } from "../../contracts/formats.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { Found } from "../model/check.ts";
import { member } from "./json.ts";
import { articlesOf, type PlacedArticle } from "./success-envelope.ts";

/** Fewer articles may have something in common. */
const enough = 5;
/** Hours begin at one of these in every time zone. */
const quarterMs = 900_000;

/** Articles with different addresses: a list may have one of them twice. */
function differentArticles(body: unknown, operation: Operation): readonly PlacedArticle[] {
  const byUrl = new Map<unknown, PlacedArticle>();
  for (const one of articlesOf(body, operation))
    if (!byUrl.has(one.article.url)) byUrl.set(one.article.url, one);
  return [...byUrl.values()];
}

/** A minute: a server that knows the days or the hours only may write the first one. */
function isMinute(text: string): boolean {
  const parsed = parseDateTime(text);
  return parsed !== null && parsed.epochMs % quarterMs !== 0;
}

/** Of every source, but sources of several names have different ones. */
function isOneForSeveralNames(all: readonly PlacedArticle[]): boolean {
  const names = all.map(({ article }) => member(article.source, "name"));
  return new Set(names.filter((name) => typeof name === "string")).size >= 3;
}

/** Of one publication, articles are on its site; an aggregator may have them all on its own. */
function areOfSeveralHosts(all: readonly PlacedArticle[]): boolean {
  const hosts = all.map(({ article: { url } }) =>
    typeof url === "string" ? parseUrl(url)?.hostname : undefined,
  );
  return new Set(hosts).size > all.length / 2;
}

interface Member {
  /** Below the article. */
  readonly path: readonly string[];
  readonly counts: (text: string, all: readonly PlacedArticle[]) => boolean;
  readonly expected: string;
}

const members: readonly Member[] = [
  { path: ["title"], counts: (text) => text.trim() !== "", expected: "titles that differ" },
  { path: ["date"], counts: isMinute, expected: "times of publication that differ" },
  {
    path: ["description"],
    counts: (text) => text.trim() !== "",
    expected: "descriptions that differ",
  },
  {
    path: ["source", "name"],
    counts: (_, all) => areOfSeveralHosts(all),
    expected: "names of sources that differ, as the hosts of the articles do",
  },
  {
    path: ["source", "publication_id"],
    counts: (_, all) => isOneForSeveralNames(all),
    expected: "identifiers that differ, as the names of the sources do",
  },
  {
    path: ["source", "url"],
    // Brands of one publisher may share its site.
    counts: (_, all) => isOneForSeveralNames(all) && areOfSeveralHosts(all),
    expected: "addresses of sources that differ, as their names and the hosts of the articles do",
  },
];

/** Whether the title of an article has a word that was sent: then its copies by several publishers are what was searched for. */
function isSearchedFor({ article: { title } }: PlacedArticle, { query }: RequestSpec): boolean {
  const words = wordsIn(query.map(([, value]) => value).join(" "));
  return typeof title === "string" && wordsIn(title).some((word) => words.includes(word));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/** Expects that different articles of a list do not all have one title, one time, or one publication. */
export function expectVaried(
  body: unknown,
  operation: Operation,
  spec: RequestSpec,
): readonly Found[] {
  const all = differentArticles(body, operation);
  const [first] = all;
  if (first === undefined || all.length < enough) return [];
  const isOneStory = all.every(({ article: { title } }) => title === first.article.title);
  if (isOneStory && isSearchedFor(first, spec)) return [];
  return members.flatMap(({ path, counts, expected }): readonly Found[] => {
    const valueIn = ({ article }: PlacedArticle) => path.reduce<unknown>(member, article);
    const text = valueIn(first);
    if (typeof text !== "string" || !all.every((one) => valueIn(one) === text)) return [];
    if (!counts(text, all)) return [];
    const place = [`/${operation.list}`, first.index, ...path].join("/");
    return [{ path: place, expected, actual: `${quoteValue(text)} in all ${all.length} articles` }];
  });
}

/** Expects that different publishers of a list do not all have one description. */
export function expectOwnDescriptions(body: unknown, operation: Operation): readonly Found[] {
  const all = articlesOf(body, operation);
  const names = new Set(all.map(({ article: { name } }) => name));
  const texts = new Set(all.map(({ article: { description } }) => description));
  const [text] = texts;
  if (names.size < enough || texts.size > 1 || typeof text !== "string" || text.trim() === "")
    return [];
  return [
    {
      path: `/${operation.list}/*/description`,
      expected: "descriptions that differ",
      actual: `${quoteValue(text)} in all ${all.length} publishers`,
    },
  ];
}
