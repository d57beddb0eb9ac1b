import { describeValue } from "../../contracts/describe-value.ts";
import { type JsonObject, textOfValue } from "../../contracts/json.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sentValue } from "../../harness/requests/sent-parameters.ts";
import { type CheckContext, type Found, skip } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { samples } from "../model/remedies.ts";
import { isRefusal } from "./answer.ts";
import type { Filter, FilteredAndWhole } from "./filter-finds.ts";
import { member } from "./json.ts";
import { hostOf, isPublisherKnown, urlsOf } from "./publisher-hosts.ts";
import { articlesIn } from "./same-articles.ts";

/** The domain that a search asks for, without `www.`. */
function domainAsked({ spec }: Exchange, context: CheckContext): string {
  const name = parameterName(context, "search", "domain");
  const domain = sentValue(spec, name) ?? "";
  return hostOf(`https://${domain}`) ?? domain;
}

/**
 * Articles on this many other sites show that those without a source are from other publishers: a server may link to
 * some of the articles of a publisher through one host of its own, or through caches.
 */
const enoughSites = 3;

/** The last two labels of a host, which the caches of one operator have in common. */
function siteOf(host: string): string {
  return host.split(".").slice(-2).join(".");
}

/** Expects every article whose publisher is known to be from the domain that was asked for. */
export function expectDomain(filtered: Exchange, context: CheckContext): readonly Found[] {
  const { list } = operationOf(context);
  const wanted = domainAsked(filtered, context);
  const isWanted = (host: string) => host === wanted || host.endsWith(`.${wanted}`);
  const others = articlesIn(filtered, context).flatMap(({ article, index }) => {
    const source = hostOf(member(article.source, "url"));
    const own = hostOf(article.url);
    const isFound = [source, own].some((host) => host !== null && isWanted(host));
    return isFound ? [] : [{ source, own, index }];
  });
  const sites = new Set(
    others.flatMap(({ source, own }) => (source === null && own !== null ? [siteOf(own)] : [])),
  );
  return others.flatMap(({ source, own, index }): readonly Found[] => {
    const host = source ?? (sites.size >= enoughSites ? own : null);
    if (host === null) return [];
    const path = `/${list}/${index}/url`;
    return [{ path, expected: `the host ${wanted}`, actual: describeValue(host) }];
  });
}

/** The URLs that show the publisher of an article: that of the source, and that of the article itself. */
const places: readonly ((article: JsonObject) => unknown)[] = [
  ({ source }) => member(source, "url"),
  ({ url }) => url,
];

/**
 * Shows that an article is from the domain that was asked for. The host that is seen may differ from the domain of the
 * publisher: it may be one of the server's own, through which all are reached, a platform, or a part of the publisher's
 * site.
 */
function showsDomain({ filtered, whole }: FilteredAndWhole, context: CheckContext) {
  const wanted = domainAsked(filtered, context);
  const all = articlesIn(whole, context);
  const telling = places.filter(
    (place) => new Set(all.map((one) => hostOf(place(one.article)))).size > 1,
  );
  const isConfigured = context.target.samples(context.cell.surface).domain !== null;
  const isSite = (url: unknown) =>
    hostOf(url) === wanted && (wanted.split(".").length === 2 || hasWww(url));
  return (article: JsonObject): string | null => {
    const urls = telling.map((place) => place(article)).filter((url) => hostOf(url) !== null);
    const hasSource = hostOf(member(article.source, "url")) !== null;
    return (hasSource || isConfigured) && urls.length > 0 && urls.every(isSite)
      ? `the article with the URL ${describeValue(urls[0])}`
      : null;
  };
}

/**
 * Shows that the domain of a search excludes an article: whoever published it, all of the filtered articles are on the
 * host that was asked for, and neither it nor its source is.
 */
export function excludesByDomain(filtered: Exchange, context: CheckContext) {
  const wanted = domainAsked(filtered, context);
  const hostsOfArticle = (article: JsonObject) => urlsOf(article).map(hostOf);
  const found = articlesIn(filtered, context);
  const isTelling =
    wanted !== "" &&
    found.length > 0 &&
    found.every(({ article }) => hostsOfArticle(article).includes(wanted));
  return (article: JsonObject): boolean => {
    const hosts = hostsOfArticle(article);
    return isTelling && !hosts.includes(wanted) && !hosts.includes(null);
  };
}

/** Whether the host of a URL begins with `www.`. */
function hasWww(url: unknown): boolean {
  return parseUrl(textOfValue(url))?.hostname.startsWith("www.") === true;
}

/** The publisher domain of a search as a filter. */
export function domainAsFilter(context: CheckContext): Filter {
  return { names: [parameterName(context, "search", "domain")], shows: showsDomain };
}

/**
 * Skips the check if a domain was refused that may be none of a publisher's: a server may refuse the domains of
 * publishers that it does not know.
 *
 * @param from the response that the domain was taken from
 */
export function needPublisher(
  filtered: Exchange | undefined,
  from: Exchange | undefined,
  context: CheckContext,
): void {
  const status = filtered?.answer?.status ?? 0;
  // A 401 is about the key.
  if (from === undefined || !isRefusal(status) || status === 401) return;
  if (isPublisherKnown(from, context)) return;
  skip(
    "all articles are on one host, which was refused and may not be a publisher's",
    samples("hits", context.cell.surface, "domain"),
  );
}
