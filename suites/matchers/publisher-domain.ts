import { describeValue } from "../../contracts/describe-value.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, Found } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { hostOf } from "../requests/filtered-searches.ts";
import { role } from "../requests/ordinary-requests.ts";
import type { Filter, FilteredAndWhole } from "./filter-finds.ts";
import { member } from "./json.ts";
import { articlesIn } from "./same-articles.ts";

/** The domain that a search asks for, without `www.`. */
function domainAsked({ spec: { query } }: Exchange, context: CheckContext): string {
  const name = role(context, "search", "domain");
  const domain = query.find(([sent]) => sent === name)?.[1] ?? "";
  return hostOf(`https://${domain}`) ?? domain;
}

/** Every article whose publisher is known is of the domain that was asked for. */
export function expectDomain(filtered: Exchange, context: CheckContext): readonly Found[] {
  const list = operationOf(context).list ?? "";
  const wanted = domainAsked(filtered, context);
  const isWanted = (host: string) => host === wanted || host.endsWith(`.${wanted}`);
  const found = articlesIn(filtered, context);
  // URLs may lead to the publishers through one host of the server's own.
  const linked = new Set(found.map(({ article }) => hostOf(article.url)));
  return found.flatMap(({ article, index }): readonly Found[] => {
    const hosts = [hostOf(member(article.source, "url")), hostOf(article.url)];
    if (hosts.some((host) => host !== null && isWanted(host))) return [];
    const telling = hosts.slice(0, linked.size === 1 ? 1 : 2).filter((host) => host !== null);
    if (telling.length === 0) return [];
    return [
      {
        path: `/${list}/${index}/url`,
        expected: `the host ${wanted}`,
        actual: describeValue(telling[0]),
      },
    ];
  });
}

/** Where an article tells its publisher: the source, and the article itself. */
const places: readonly ((article: JsonObject) => unknown)[] = [
  ({ source }) => member(source, "url"),
  ({ url }) => url,
];

/**
 * Shows that an article is of the domain that was asked for. Its publisher may have another domain than the host that
 * is seen: one of the server's own, through which all are reached, a platform, or a part of the publisher's site.
 */
function showsDomain(
  article: JsonObject,
  { filtered, whole }: FilteredAndWhole,
  context: CheckContext,
): string | null {
  const wanted = domainAsked(filtered, context);
  const all = articlesIn(whole, context);
  const telling = places.filter(
    (place) => new Set(all.map((one) => hostOf(place(one.article)))).size > 1,
  );
  const urls = telling.map((place) => place(article)).filter((url) => hostOf(url) !== null);
  const isConfigured = context.target.samples(context.cell.surface).domain !== null;
  const isSite = (url: unknown) =>
    hostOf(url) === wanted && (wanted.split(".").length === 2 || hasWww(url));
  const hasSource = hostOf(member(article.source, "url")) !== null;
  return (hasSource || isConfigured) && urls.length > 0 && urls.every(isSite)
    ? `the article of ${describeValue(urls[0])}`
    : null;
}

function hasWww(url: unknown): boolean {
  return typeof url === "string" && URL.canParse(url) && new URL(url).hostname.startsWith("www.");
}

/** The publisher domain of a search as a filter. */
export function domainAsFilter(context: CheckContext): Filter {
  return { names: [role(context, "search", "domain")], shows: showsDomain };
}
