import { parseDateTime } from "../../contracts/formats.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { group } from "../../contracts/group.ts";
import type { JsonObject } from "../../contracts/json.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { CheckContext, RequestChoices } from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import { columnOf } from "../engine/rotation.ts";
import { sendsMore } from "../engine/turns.ts";
import { member } from "../matchers/json.ts";
import { articlesOf } from "../matchers/success-envelope.ts";
import { alternatives, request } from "./ordinary-requests.ts";
import { parameterName } from "./parameter-names.ts";

/** A host name without `www.`; null if the text is not an absolute URL. */
export function hostOf(url: unknown): string | null {
  const parsed = typeof url === "string" ? parseUrl(url) : null;
  return parsed?.hostname.replace(/^www\./, "") || null;
}

/** The maximum number of names by which a publisher is asked for. */
const mostNames = 3;

function articlesIn(exchange: Exchange, context: CheckContext): readonly JsonObject[] {
  const { answer } = exchange;
  if (answer === null || !answer.json.ok) return [];
  return articlesOf(answer.json.value, operationOf(context)).map(({ article }) => article);
}

/**
 * The domain to filter by: the configured sample, or the publisher of the most articles whose dates are in the range
 * to filter by, so that both filters find something together. null if no article has a host.
 */
export function sampleDomain(ordinary: Exchange, context: CheckContext): string | null {
  const configured = context.target.samples(context.cell.surface).domain;
  if (configured !== null) return configured;
  const { from, to } = sampleDates(ordinary, context);
  const isInRange = ({ date }: JsonObject) => {
    const time = typeof date === "string" ? parseDateTime(date)?.epochMs : undefined;
    return time !== undefined && dayOf(time) > from && dayOf(time) < to;
  };
  const articles = articlesIn(ordinary, context);
  const hosts = [...hostsOf(articles.filter(isInRange)), ...hostsOf(articles)];
  const found = group(hosts, (host) => host);
  const [most] = [...found].toSorted(([, one], [, other]) => other.length - one.length);
  return most?.[0] ?? null;
}

/** The hosts of publishers, or of the articles themselves where they have no source. */
function hostsOf(articles: readonly JsonObject[]): readonly string[] {
  return articles.flatMap((article) => hostOfPublisher(article) ?? []);
}

/**
 * Whether the domain to filter by is certainly that of a publisher. A single host of all articles may be that of a
 * redirector or of the server's own pages about publishers.
 */
export function isPublisherKnown(ordinary: Exchange, context: CheckContext): boolean {
  if (context.target.samples(context.cell.surface).domain !== null) return true;
  return new Set(hostsOf(articlesIn(ordinary, context))).size > 1;
}

interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** Several checks ask for the range of one response. */
const sampled = new WeakMap<Exchange, DateRange>();

/**
 * The range of UTC days to filter by: of few days at every other version, so that a filter which begins too late or
 * ends too early finds nothing, and elsewhere of the middle half of the articles; the last week if no article has a
 * date. A range reaches towards the articles that it excludes as far as time zones allow, so that a filter that is days
 * too wide shows.
 *
 * It has at least two days, since the last one may be excluded, and none of them is in the future anywhere: a server may
 * refuse such ranges.
 */
export function sampleDates(ordinary: Exchange, context: CheckContext): DateRange {
  const known = sampled.get(ordinary) ?? rangeOfArticles(ordinary, context);
  sampled.set(ordinary, known);
  return known;
}

function rangeOfArticles(ordinary: Exchange, context: CheckContext): DateRange {
  const times = articlesIn(ordinary, context)
    .flatMap(({ date }) => (typeof date === "string" ? (parseDateTime(date)?.epochMs ?? []) : []))
    .sort((a, b) => a - b);
  const latest = ordinary.sentAt - behindUtc;
  const isNarrow = columnOf(context.contracts, context.cell) % 2 === 0;
  const narrow = isNarrow ? narrowRange(times, latest) : null;
  return narrow ?? middleHalf(times, latest);
}

/**
 * The shortest range that certainly has articles and excludes others on both sides, whatever the time zone, and
 * whether or not the last day is excluded. Of several the latest, since other searches list its articles too. null if
 * there is none.
 */
function narrowRange(times: readonly number[], latest: number): DateRange | null {
  const days = [...new Set(times.map((time) => Math.floor(time / day)))];
  const begins = days
    .filter((one, index) => isApart(days[index - 1], one - daysBefore))
    .map((one) => one - daysBefore);
  const ends = days
    .filter((one, index) => isApart(one + daysAfter, days[index + 1]))
    .map((one) => one + daysAfter)
    .filter((one) => one * day <= latest);
  const ranges = begins.flatMap((from) => {
    const to = ends.find((one) => one >= from + daysBefore + daysAfter);
    return to === undefined ? [] : [{ from, to, length: to - from }];
  });
  const [shortest] = ranges.toSorted(
    (one, other) => one.length - other.length || other.from - one.from,
  );
  return shortest === undefined ? null : rangeOf(shortest.from * day, shortest.to * day);
}

/** The numbers of days of a range before its first article and after its last one. */
const daysBefore = 1;
const daysAfter = 2;

/** Whether a range excludes an article beside it. */
function isApart(earlier: number | undefined, later: number | undefined): boolean {
  return earlier !== undefined && later !== undefined && later - earlier >= distance;
}

function middleHalf(times: readonly number[], latest: number): DateRange {
  // Of three articles or fewer, the day of one, so that the others are excluded.
  const first = Math.min(Math.ceil((times.length - 1) / 4), Math.floor(times.length / 2));
  const last = Math.max(Math.floor(((times.length - 1) * 3) / 4), first);
  const [from, to] = [times[first], times[last]];
  if (from === undefined || to === undefined) return rangeOf(latest - week, latest - day);
  const [earlier = from, later = to] = [times[first - 1], times[last + 1]];
  const end = Math.min(Math.max(to, later - distance * day), latest);
  return rangeOf(Math.min(from, earlier + distance * day, end), end);
}

/** The range from the UTC day of one time to that of another, in milliseconds, or from the day before. */
function rangeOf(first: number, last: number): DateRange {
  const [from, to] = [dayOf(first), dayOf(last)];
  return { from: from === to ? dayOf(last - day) : from, to };
}

const day = 86_400_000;
const week = 7 * day;
/** How far the clocks of the last time zone are behind UTC. */
const behindUtc = day / 2;

/**
 * The number of days between a day of the range and that of an article outside: one of them may be counted as inside, because
 * of time zones.
 */
const distance = 2;

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
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
export function domainsToTry(ordinary: Exchange, context: CheckContext): readonly string[] {
  const given = context.target.samples(context.cell.surface).domain;
  if (given !== null) return [given];
  const host = sampleDomain(ordinary, context);
  return host === null ? [] : namesIn(articlesIn(ordinary, context), host);
}

/** The addresses that tell of the publisher of an article. */
function urlsOf({ source, url }: JsonObject): readonly unknown[] {
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
    .flatMap((url) => authority.exec(String(url))?.[1]?.toLowerCase() ?? []);
  const spellings = [...new Set([host, ...written])].slice(0, 1 + mostSpellings);
  return [...spellings, ...namesOfSite(host).slice(1)];
}

const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@:\\\s]+)/i;

/**
 * The search by domain; empty if the name of its role is not known. A site may have several hosts, and a server that
 * refuses the domains of other publishers may know it by a shorter name.
 */
function byDomain(ordinary: Exchange, context: CheckContext): RequestChoices {
  const domain = parameterName(context, "search", "domain");
  const names = domainsToTry(ordinary, context);
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
