import { parseDateTime } from "../../contracts/formats.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { group } from "../../contracts/group.ts";
import { type JsonObject, textOfValue } from "../../contracts/json.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { hostOf, hostsOf, urlsOf } from "../matchers/publisher-hosts.ts";
import { articlesShown } from "../matchers/success-envelope.ts";
import type { CheckContext, RequestChoices } from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { sendsMore } from "../model/turns.ts";
import { alternatives, request } from "./ordinary-requests.ts";
import { dayOf, sampleDates } from "./sample-dates.ts";

/** The maximum number of names by which a publisher is asked for. */
const mostNames = 3;

/**
 * The domain to filter by: the configured sample, or the publisher of the most articles whose dates are in the range
 * to filter by, so that both filters find something together. null if no article has a host.
 * @param codes the same search with codes: of publishers that it finds, all filters find something together
 */
export function sampleDomain(
  ordinary: Exchange,
  context: CheckContext,
  codes?: Exchange,
): string | null {
  const configured = context.target.samples(context.cell.surface).domain;
  if (configured !== null) return configured;
  const { from, to } = sampleDates(ordinary, context);
  const isInRange = ({ date }: JsonObject) => {
    const time = typeof date === "string" ? parseDateTime(date)?.epochMs : undefined;
    return time !== undefined && dayOf(time) > from && dayOf(time) < to;
  };
  const articles = articlesShown(ordinary, context);
  const hosts = [...hostsOf(articles.filter(isInRange)), ...hostsOf(articles)];
  const withCodes = new Set(codes && hostsOf(articlesShown(codes, context)));
  const preferred = hosts.filter((host) => withCodes.has(host));
  const found = group(preferred.length > 0 ? preferred : hosts, (host) => host);
  const [most] = [...found].toSorted(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? null;
}

/**
 * The names that a site may be known by: its host, then the domains that this is part of, without the last label:
 * `m.news.example`, `news.example`.
 */
export function namesOfSite(host: string): readonly string[] {
  const labels = host.split(".");
  const most = Math.min(mostNames, Math.max(1, labels.length - 1));
  return labels.slice(0, most).map((_, from) => labels.slice(from).join("."));
}

/** The names by which a publisher is asked for, the next one only if the one before is refused; empty if none is known. */
export function domainsToTry(
  ordinary: Exchange,
  context: CheckContext,
  codes?: Exchange,
): readonly string[] {
  const given = context.target.samples(context.cell.surface).domain;
  if (given !== null) return [given];
  const host = sampleDomain(ordinary, context, codes);
  return host === null ? [] : namesIn(articlesShown(ordinary, context), host);
}

/** The most spellings of a host, such as with `www.`, or in letters that are encoded where it is looked up. */
const mostSpellings = 2;

/**
 * The names that a site may be known by: its host, the same as the URLs of articles write it, and the domains that this is
 * part of.
 */
export function namesIn(articles: readonly JsonObject[], host: string): readonly string[] {
  const written = articles
    .flatMap(urlsOf)
    .filter((url) => hostOf(url) === host)
    .flatMap((url) => authority.exec(textOfValue(url))?.[1]?.toLowerCase() ?? []);
  const spellings = [...new Set([host, ...written])].slice(0, 1 + mostSpellings);
  return [...spellings, ...namesOfSite(host).slice(1)];
}

const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@:\\\s]+)/i;

/**
 * The search by domain; empty if the name of its role is not known. A site may have several hosts, and a server that
 * refuses the domains of other publishers may know it by a shorter name.
 */
function byDomain(ordinary: Exchange, context: CheckContext, codes?: Exchange): RequestChoices {
  const domain = parameterName(context, "search", "domain");
  const names = domainsToTry(ordinary, context, codes);
  if (domain === null || names.length === 0) return {};
  return { domain: alternatives(names.map((name) => request(context, [[domain, name]]))) };
}

/**
 * The searches by dates, as far as the names of their roles are known: both together, and each of them alone, with
 * the text of the ordinary search, whose result is known to hold items inside and outside the range. Where the matrix
 * leaves combinations out, each alone at the newest generation and both at the others.
 */
function byDates(ordinary: Exchange, context: CheckContext): RequestChoices {
  const [from, to] = ["from", "to"].map((name) => parameterName(context, "search", name));
  if (!from || !to) return {};
  const dates = sampleDates(ordinary, context);
  const since = [from, dates.from] as const;
  const until = [to, dates.to] as const;
  // Another requirement judges whether a text is served.
  const query = ordinary.answer?.status === 200 ? ordinary.spec.query : [];
  const together = { dates: request(context, [...query, since, until]) };
  const alone = {
    from: request(context, [...query, since]),
    to: request(context, [...query, until]),
  };
  if (sendsMore(context)) return { ...together, ...alone };
  return hasMetadata(operationOf(context)) ? alone : together;
}

/** The searches with one of the filters; empty if a name is missing. */
export const filteredSearches = { domain: byDomain, dates: byDates } as const;
