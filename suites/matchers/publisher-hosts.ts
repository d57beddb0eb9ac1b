import type { JsonObject } from "../../contracts/json.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext } from "../model/check.ts";
import { member } from "./json.ts";
import { articlesShown } from "./success-envelope.ts";

/** A host name without `www.`; null if the text is not an absolute URL. */
export function hostOf(url: unknown): string | null {
  const parsed = typeof url === "string" ? parseUrl(url) : null;
  return parsed?.hostname.replace(/^www\./, "") || null;
}

/** The addresses that show the publisher of an article. */
export function urlsOf({ source, url }: JsonObject): readonly unknown[] {
  return [member(source, "url"), url];
}

/** The host of the publisher of an article, or of the article itself; null if neither has one. */
export function hostOfPublisher(article: JsonObject): string | null {
  return (
    urlsOf(article)
      .map(hostOf)
      .find((host) => host !== null) ?? null
  );
}

/** The hosts of publishers, or of the articles themselves where they have no source. */
export function hostsOf(articles: readonly JsonObject[]): readonly string[] {
  return articles.flatMap((article) => hostOfPublisher(article) ?? []);
}

/**
 * Whether the domain to filter by is certainly that of a publisher. A single host of all articles may be that of a
 * redirector or of the server's own pages about publishers.
 */
export function isPublisherKnown(ordinary: Exchange, context: CheckContext): boolean {
  if (context.target.samples(context.cell.surface).domain !== null) return true;
  return new Set(hostsOf(articlesShown(ordinary, context))).size > 1;
}
