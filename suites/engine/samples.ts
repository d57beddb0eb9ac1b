import type { Catalogue } from "../../contracts/catalogue.ts";
import { isObject } from "../../contracts/json.ts";
import type { FoundSample, Surface } from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { defaultSamples } from "../../harness/settings/defaults.ts";
import type { Samples } from "../../harness/settings/types.ts";
import { bodyServed, isRefusal, isServed } from "../matchers/answer.ts";
import { entries, member } from "../matchers/json.ts";
import { hostOfPublisher } from "../matchers/publisher-hosts.ts";
import { articlesOf, itemsOf } from "../matchers/success-envelope.ts";
import { type CellFilter, cellsOf } from "../model/cells.ts";
import { type CheckContext, firstRequest, type RequestChoice } from "../model/check.ts";
import { unanswered } from "../model/judgement.ts";
import { operationOf } from "../model/operation.ts";
import { parameterName } from "../model/parameter-names.ts";
import { type Target, withoutPlace, withSamples } from "../model/target.ts";
import { namesIn } from "../requests/filtered-searches.ts";
import {
  ordinary,
  request,
  withLowerCaseCodes,
  withoutParameters,
} from "../requests/ordinary-requests.ts";
import {
  allowedCountries,
  type Candidate,
  codesInPlaceOfSamples,
  placesToTry,
  queriesIn,
  topicsToTry,
} from "../requests/sample-candidates.ts";
import { fetchChoice } from "./fetching.ts";

/** The maximum number of title words to search for. */
const mostQueries = 3;

export interface SampleSearch {
  readonly target: Target;
  readonly contracts: Catalogue;
  readonly source: ExchangeSource;
  /** Whether anything is judged at an endpoint; if not, no samples are searched for it. */
  readonly wants: (surface: Surface, endpoint: string) => boolean;
}

/** A target with samples that have hits, as far as any were found. */
export interface FoundSamples {
  readonly target: Target;
  /** One for each configured sample without hits. */
  readonly found: readonly FoundSample[];
}

/** The result for one sample. */
interface Outcome extends Pick<FoundSample, "lacks"> {
  readonly sample: keyof Samples;
  readonly candidate: Candidate | null;
  /** Whether the server refused it and every other one that was tried. */
  readonly refused?: boolean;
}

/**
 * Replaces configured samples without hits by samples from the server's own responses; without hits, most
 * requirements on items can't be judged. If every sample has hits, nothing is sent that is not part of
 * the plan; if none has, at most 22 additional requests are sent.
 */
export async function findSamples(search: SampleSearch): Promise<FoundSamples> {
  const { target, wants } = search;
  const surface = "aggregator";
  if (!target.surfaces.includes(surface)) return { target, found: [] };
  const finder = createFinder(search);
  const outcomes = await Promise.all([
    wants(surface, "/search") ? finder.codes() : null,
    wants(surface, "/search") ? finder.query() : null,
    wants(surface, "/geolocation") ? finder.location() : null,
    wants(surface, "/topics") ? finder.topic() : null,
    wants(surface, "/search") ? finder.domain() : null,
  ]);
  const configured = target.samples(surface);
  const without = outcomes.flat().filter((outcome) => outcome !== null);
  let better = target;
  for (const { sample, candidate, refused } of without) {
    if (candidate !== null) better = withSamples(better, surface, candidate);
    if (sample === "location" && refused) better = withoutPlace(better, surface);
  }
  return {
    target: better,
    found: without.map(({ sample, lacks, candidate }) => ({
      surface,
      sample,
      configured: configured[sample] ?? "",
      lacks,
      taken: candidate?.samples[sample] ?? null,
      from: candidate?.from ?? null,
    })),
  };
}

/** The requests that find out whether the configured samples have hits. */
export function sampleRequests({
  target,
  contracts,
  wants,
}: Omit<SampleSearch, "source">): readonly RequestSpec[] {
  if (!target.surfaces.includes("aggregator")) return [];
  const at = (endpoint: string) => contextAt(endpoint, target, contracts);
  const searched = (["/search", "/geolocation", "/topics"] as const)
    .filter((endpoint) => wants("aggregator", endpoint))
    .filter(
      (endpoint) =>
        endpoint !== "/topics" || parameterName(at(endpoint), "topics", "topic") !== null,
    )
    .map((endpoint) => firstRequest(ordinary(at(endpoint))));
  if (!wants("aggregator", "/search")) return searched;
  const { domain } = target.samples("aggregator");
  const name = parameterName(at("/search"), "search", "domain");
  const listsCountries = target.surfaces.includes("news") && wants("news", "/info/countries");
  return [
    ...searched,
    ...(listsCountries ? [firstRequest(ordinary(at("/info/countries")))] : []),
    ...(name !== null && domain !== null ? [request(at("/search"), [[name, domain]])] : []),
  ];
}

function createFinder({ target, contracts, source, wants }: SampleSearch) {
  const fetch = (choice: RequestChoice) => fetchChoice(choice, source, "follow-up");
  const search = contextAt("/search", target, contracts);
  const topics = contextAt("/topics", target, contracts);
  const geolocation = contextAt("/geolocation", target, contracts);
  const configured = target.samples("aggregator");

  /** A list of the news surface; undefined if the plan does not request it. */
  async function listed(endpoint: string): Promise<unknown> {
    if (!target.surfaces.includes("news") || !wants("news", endpoint)) return undefined;
    return bodyServed(await fetch(ordinary(contextAt(endpoint, target, contracts))));
  }

  /** Titles from the server's response to a request without parameters. */
  async function titles(): Promise<readonly string[]> {
    for (const context of [search, topics]) {
      if (!wants("aggregator", context.cell.endpoint)) continue;
      const body = bodyServed(await fetch(withoutParameters(context)));
      const found = itemsOf(body, operationOf(context)).map((item) => member(item, "title"));
      const texts = found.filter((title) => typeof title === "string");
      if (texts.length > 0) return texts;
    }
    return [];
  }

  /** The first candidate that has hits. */
  async function firstWithHits(
    candidates: readonly Candidate[],
    context: CheckContext,
    hasHits: (exchange: Exchange) => boolean,
  ): Promise<Candidate | null> {
    return firstOf(candidates, async (candidate) => {
      const tried = { ...context, target: withSamples(target, "aggregator", candidate) };
      return hasHits(await fetch(ordinary(tried)));
    });
  }

  function atEach(contexts: readonly CheckContext[]): Promise<readonly Exchange[]> {
    return Promise.all(contexts.map((context) => fetch(ordinary(context))));
  }

  /**
   * Whether every version refuses the suite's own sample of a place and all others that were tried. A place that the
   * configuration names is known.
   */
  async function isEachUnknown(candidates: readonly Candidate[]): Promise<boolean> {
    if (configured.location !== defaultSamples.location) return false;
    const versions = contextsAt("/geolocation", target, contracts);
    const tried = candidates.map((candidate) => ({
      ...geolocation,
      target: withSamples(target, "aggregator", candidate),
    }));
    return (await atEach([...versions, ...tried])).every(isUnknown);
  }

  /** Whether the sample topic may be outside the caller's plan, which is the same at every version. */
  async function isForbiddenEverywhere(first: Exchange): Promise<boolean> {
    if (first.answer?.status !== 403) return false;
    const exchanges = await atEach(contextsAt("/topics", target, contracts));
    return exchanges.every(({ answer }) => answer?.status === 403);
  }

  const listsItems = (context: CheckContext) => (exchange: Exchange) =>
    itemsOf(bodyServed(exchange), operationOf(context)).length > 0;

  return {
    async codes(): Promise<readonly Outcome[]> {
      const candidate = codesInPlaceOfSamples(configured, await listed("/info/countries"));
      if (candidate === null) return [];
      // The list is that of the other surface, which may have other countries.
      if (wants("aggregator", "/search") && isServed(await fetch(withLowerCaseCodes(search))))
        return [];
      return (["country", "language"] as const)
        .filter(
          (sample) => candidate.samples[sample]?.toLowerCase() !== configured[sample].toLowerCase(),
        )
        .map((sample): Outcome => ({ sample, lacks: "permission", candidate }));
    },
    async query(): Promise<readonly Outcome[]> {
      const hasHits = listsItems(search);
      const exchange = await fetch(ordinary(search));
      if (hasHits(exchange) || !servesObject(exchange)) return [];
      const candidates = queriesIn(await titles(), mostQueries);
      const candidate = await firstWithHits(candidates, search, hasHits);
      return [{ sample: "query", lacks: "hits", candidate }];
    },
    async location(): Promise<readonly Outcome[]> {
      const hasHits = listsItems(geolocation);
      const exchange = await fetch(ordinary(geolocation));
      // An unknown place may be refused.
      if (hasHits(exchange) || !(servesObject(exchange) || isUnknown(exchange))) return [];
      const allowed = allowedCountries(await listed("/info/countries"));
      const candidates = placesToTry(configured, await titles(), allowed);
      const candidate = await firstWithHits(candidates, geolocation, hasHits);
      const refused = candidate === null && (await isEachUnknown(candidates));
      return [{ sample: "location", lacks: "hits", candidate, refused }];
    },
    async topic(): Promise<readonly Outcome[]> {
      if (parameterName(topics, "topics", "topic") === null) return [];
      const namesSubtopics = parameterName(topics, "topics", "subtopic") !== null;
      const hasHits = (exchange: Exchange) =>
        listsItems(topics)(exchange) &&
        (!namesSubtopics || entries(member(bodyServed(exchange), "subtopic_links")).length > 0);
      const exchange = await fetch(ordinary(topics));
      const isForbidden = await isForbiddenEverywhere(exchange);
      if (hasHits(exchange) || !(servesObject(exchange) || isForbidden)) return [];
      const bare = await fetch(withoutParameters(topics));
      // Otherwise the key is refused, or nothing is served here.
      if (isForbidden && !servesObject(bare)) return [];
      const links = [exchange, bare].flatMap((one) =>
        entries(member(bodyServed(one), "navigation_links")),
      );
      const candidates = topicsToTry(configured.topic, links, await listed("/info/topics"));
      const candidate = await firstWithHits(
        candidates,
        topics,
        isForbidden ? listsItems(topics) : hasHits,
      );
      if (isForbidden) return [{ sample: "topic", lacks: "permission", candidate }];
      if (!listsItems(topics)(exchange)) return [{ sample: "topic", lacks: "hits", candidate }];
      // Checks that need subtopics report their absence themselves.
      return candidate === null ? [] : [{ sample: "topic", lacks: "subtopics", candidate }];
    },
    async domain(): Promise<readonly Outcome[]> {
      const name = parameterName(search, "search", "domain");
      if (name === null || configured.domain === null) return [];
      const filtered = await fetch(request(search, [[name, configured.domain]]));
      if (listsItems(search)(filtered) || !servesObject(filtered)) return [];
      const bare = bodyServed(await fetch(withoutParameters(search)));
      const articles = articlesOf(bare, operationOf(search)).map(({ article }) => article);
      const host = articles.map(hostOfPublisher).find((one) => one !== null);
      const names = host === undefined ? [] : namesIn(articles, host);
      const candidates = names.map((domain) => ({
        samples: { domain },
        from: "taken from an article",
      }));
      // Whether a served one has hits is judged: an article shows that it should.
      const candidate = await firstOf(candidates, async ({ samples }) =>
        servesObject(await fetch(request(search, [[name, samples.domain]]))),
      );
      return [{ sample: "domain", lacks: "hits", candidate }];
    },
  };
}

/** The latest version of an endpoint, in one style by rotation: a request that the plan makes too. */
function contextAt(endpoint: string, target: Target, contracts: Catalogue): CheckContext {
  const [context] = contextsAt(endpoint, target, contracts, {
    generation: ["metadata-and-errors"],
  });
  if (context === undefined) throw new Error(`no cell for ${endpoint}`);
  return context;
}

/** The versions of an endpoint, each in one style by rotation. */
function contextsAt(
  endpoint: string,
  target: Target,
  contracts: Catalogue,
  filter: CellFilter = {},
): readonly CheckContext[] {
  const here: CellFilter = { ...filter, endpoints: [endpoint], default: "without" };
  return cellsOf(target, contracts, here, "rotated").map((cell) => ({ cell, target, contracts }));
}

/** Whether the response is served, regardless of its list. */
function servesObject(exchange: Exchange): boolean {
  return isObject(bodyServed(exchange));
}

/** Refused, but not for the key or for too many requests. */
function isUnknown(exchange: Exchange): boolean {
  const status = exchange.answer?.status ?? 0;
  return isRefusal(status) && status !== 401 && status !== 403 && unanswered(exchange) === null;
}

/** The first of which this holds, tried one after the other; null if there is none. */
async function firstOf<T>(
  all: readonly T[],
  holds: (one: T) => Promise<boolean>,
): Promise<T | null> {
  for (const one of all) if (await holds(one)) return one;
  return null;
}
