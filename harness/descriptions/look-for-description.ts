import type { Operation } from "../../contracts/catalogue.ts";
import { parseUrl } from "../../contracts/parse-url.ts";
import type { FailureKind, Surface } from "../../contracts/vocabulary.ts";
import { withoutTrailingSlashes } from "../../contracts/without-trailing-slashes.ts";
import { describedEndpoints } from "../../description/described-endpoints.ts";
import type { Description, DescriptionLookup } from "../../description/description.ts";
import { describedSurface } from "../../description/operations.ts";
import { readDocument } from "../../description/read-description.ts";
import { oneLine } from "../http/failures.ts";
import { linkTargets } from "../http/link-header.ts";
import type { Answered } from "../http/reply.ts";
import type { Redact } from "../secrets/redaction.ts";
import { cleanDescription } from "./clean-description.ts";
import { type DescriptionFetcher, Unanswered } from "./description-fetcher.ts";

/** The maximum number of documents that are requested to find the description of a surface. */
export const mostLookups = 4;

/** One more if the server wants a key: the request that it refuses is repeated. */
export const mostLookupRequests = mostLookups + 1;

/**
 * The usual places of descriptions below a base URL, and ping: it is public, and its response may have a
 * `Link` to the description (RFC 8631). The most likely place comes first.
 */
const usualPlaces = ["/openapi.json", "/ping", "/openapi.yaml", "/openapi"] as const;

const unreachable: ReadonlySet<FailureKind> = new Set([
  "refused",
  "dns",
  "tls",
  "proxy",
  "timeout",
]);

export interface LookupTools {
  readonly fetcher: DescriptionFetcher;
  readonly redact: Redact;
  /** The endpoints in the contracts, to determine whether a document describes this surface. */
  readonly operations: readonly Operation[];
  /** Time limit of the whole search. */
  readonly timeoutMs: number;
}

export interface LookedUp {
  readonly lookup: DescriptionLookup;
  /** null if none was found. */
  readonly description: Description | null;
}

/**
 * Searches for the description of a surface at the usual places and in `Link` headers with the
 * relation `service-desc`, at the origin of the surface only. Other documents are ignored. Never rejects,
 * and takes no longer than the timeout.
 */
export async function lookForDescription(
  surface: Surface,
  baseUrl: string,
  tools: LookupTools,
): Promise<LookedUp> {
  const tried: { url: string; outcome: string }[] = [];
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      deadline.abort();
      resolve(null);
    }, tools.timeoutMs);
  });
  try {
    const search = searchFor(surface, baseUrl, tools, tried, deadline.signal);
    const description = await Promise.race([search, late]);
    const shown = tried.map(({ url, outcome }) => ({
      url: tools.redact(url),
      outcome: tools.redact(oneLine(outcome)),
    }));
    return { lookup: { found: description?.source ?? null, tried: shown }, description };
  } finally {
    clearTimeout(timer);
  }
}

async function searchFor(
  surface: Surface,
  baseUrl: string,
  tools: LookupTools,
  tried: { url: string; outcome: string }[],
  signal: AbortSignal,
): Promise<Description | null> {
  const { fetcher } = tools;
  const queue: string[] = usualPlaces.map((place) => `${baseUrl}${place}`);
  const seen = new Set<string>();
  for (
    let url = queue.shift();
    url !== undefined && fetcher.left(surface) > 0;
    url = queue.shift()
  ) {
    if (seen.has(url) || signal.aborted) continue;
    seen.add(url);
    const attempt = { url, outcome: `no response within ${tools.timeoutMs} ms` };
    tried.push(attempt);
    let reply: Answered;
    try {
      reply = await fetcher.get(surface, url);
    } catch (error) {
      if (!signal.aborted) attempt.outcome = messageOf(error);
      // A server that can't be reached at one place can't be reached at others.
      if (error instanceof Unanswered && unreachable.has(error.kind)) return null;
      continue;
    }
    const isPing = url === `${baseUrl}/ping`;
    const read = async (location: string) => {
      if (location === url) return new TextDecoder().decode(reply.body);
      return readMore(surface, location, url, fetcher);
    };
    try {
      if (!isPing) return await descriptionIn(surface, baseUrl, url, reply, read, tools, attempt);
      attempt.outcome = "no Link to a description";
    } catch (error) {
      attempt.outcome = messageOf(error);
    }
    const links = linksIn(reply, url);
    if (links.length > 0) attempt.outcome += `; a Link leads to ${links.join(", ")}`;
    queue.unshift(...links.filter((link) => new URL(link).origin === new URL(url).origin));
  }
  return null;
}

/** @throws Error that says why a reply is not a description of the surface */
async function descriptionIn(
  surface: Surface,
  baseUrl: string,
  url: string,
  reply: Answered,
  read: (location: string) => Promise<string>,
  { redact, operations }: LookupTools,
  attempt: { outcome: string },
): Promise<Description> {
  if (reply.status !== 200) throw new Error(statusText(url, reply));
  const document = await readDocument(url, read);
  const basePath = withoutTrailingSlashes(new URL(baseUrl).pathname);
  const endpoints = describedEndpoints(describedSurface(document), surface, basePath, operations);
  if (endpoints.length === 0) {
    throw new Error(`describes no operation of the ${surface} surface except ping`);
  }
  const description = await cleanDescription(redact(url), document, redact);
  attempt.outcome = `describes ${endpoints.join(", ")}`;
  return description;
}

function statusText(url: string, { status, headers }: Answered): string {
  const { location } = headers;
  const target = location === undefined ? null : parseUrl(location, url);
  return `answered with ${status}${target === null ? "" : `, a redirect to ${target.href}`}`;
}

function linksIn({ headers }: Answered, url: string): readonly string[] {
  return linkTargets(headers.link ?? "", "service-desc").flatMap((target) => {
    const link = parseUrl(target, url);
    if (link === null) return [];
    link.hash = "";
    return link.protocol === "http:" || link.protocol === "https:" ? [link.href] : [];
  });
}

/** A document that a description refers to. */
async function readMore(
  surface: Surface,
  location: string,
  from: string,
  fetcher: DescriptionFetcher,
): Promise<string> {
  if (parseUrl(location)?.origin !== new URL(from).origin) {
    throw new Error(`refers to ${location}, which is at another origin and not fetched`);
  }
  const reply = await fetcher.get(surface, location);
  if (reply.status !== 200) {
    throw new Error(`refers to ${location}, which was ${statusText(location, reply)}`);
  }
  return new TextDecoder().decode(reply.body);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
