import type { Catalogue } from "../../contracts/catalogue.ts";
import { group } from "../../contracts/group.ts";
import { type Cell, defaultVersion } from "../../contracts/vocabulary.ts";
import type { ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import {
  alternativesOf,
  type CheckContext,
  firstRequest,
  Inconclusive,
  type NamedExchanges,
  type RequestChoices,
  type TogetherCheck,
} from "../model/check.ts";
import { inVersion } from "../model/in-version.ts";
import type { PlannedCheck } from "../model/planned-check.ts";
import { requestsByCell, type SentRequest } from "../model/sent-at.ts";
import { fetchTogether, prerequisites } from "./fetching.ts";

/** The follow-up requests of all checks to a cell, once those that they depend on are answered. */
export type FollowUps = (cell: Cell, source: ExchangeSource) => Promise<readonly SentRequest[]>;

type Follower = PlannedCheck & { readonly check: TogetherCheck };

/**
 * Looks up follow-up requests, so that every requirement is judged on their responses too.
 * @param planned called once, at the first lookup
 */
export function followUps(planned: () => readonly PlannedCheck[], contracts: Catalogue): FollowUps {
  let followers: ReadonlyMap<string, readonly Placed[]> | undefined;
  const known = new WeakMap<ExchangeSource, Map<string, Promise<Lookup>>>();
  const placeOf = ({ surface, version }: Cell, endpoint: string) => {
    const date = version === defaultVersion ? contracts.defaultOf(surface, endpoint) : version;
    return `${surface} ${endpoint} ${date}`;
  };
  const placed = (one: Follower): readonly Placed[] =>
    endpointsOf(one).map((endpoint) => ({ one, place: placeOf(one.cell, endpoint) }));
  return async (cell, source) => {
    followers ??= group(planned().filter(isFollower).flatMap(placed), ({ place }) => place);
    // A check that names the latest version sends some of them without the header, and the other way round.
    const place = placeOf(cell, cell.endpoint);
    const here = followers.get(place)?.map(({ one }) => one) ?? [];
    const ofSource = known.get(source) ?? new Map<string, Promise<Lookup>>();
    known.set(source, ofSource);
    const lookup = ofSource.get(place) ?? lookupOf(here, contracts, source);
    ofSource.set(place, lookup);
    return (await lookup)(cell);
  };
}

/** A check with one of the places that its follow-ups go to. */
interface Placed {
  readonly one: Follower;
  readonly place: string;
}

function endpointsOf({ check, cell }: Follower): readonly string[] {
  return [...new Set([cell.endpoint, check.opens ?? cell.endpoint])];
}

type Lookup = (cell: Cell) => readonly SentRequest[];

async function lookupOf(
  followers: readonly Follower[],
  contracts: Catalogue,
  source: ExchangeSource,
): Promise<Lookup> {
  const sent = await Promise.all(
    followers.map(async (one) => ({
      requests: await followUpsOf(one, source),
      requirement: one.requirement,
    })),
  );
  return requestsByCell(() => sent, contracts);
}

/** A group depends on the order of its requests, so its follow-ups are not judged by other checks. */
function isFollower(planned: PlannedCheck): planned is Follower {
  const { check } = planned;
  return (
    check.kind === "together" &&
    check.thenSend !== undefined &&
    !Object.values(planned.choices).some((choice) => firstRequest(choice).group !== undefined)
  );
}

/** In characters of all names and values: servers accept URLs of 8,000 characters, and what is encoded takes more. */
const longestQuery = 4096;

/**
 * The follow-up requests of a check, as far as its version has their parameters.
 * @throws Inconclusive if there is nothing to follow, or if a value that the server has named is too long for a URL
 */
export function requestsAfter(
  check: TogetherCheck,
  exchanges: NamedExchanges,
  context: CheckContext,
): RequestChoices {
  const then = inVersion(check.thenSend?.(exchanges, context) ?? {}, context);
  const lengths = Object.values(then)
    .flatMap(alternativesOf)
    .map(({ query }) => query.flat().reduce((sum, { length }) => sum + length, 0));
  if (Math.max(0, ...lengths) <= longestQuery) return then;
  const message = `a response names a value that is too long for a URL, with more than ${longestQuery} characters`;
  throw new Inconclusive("skip", message);
}

/** The follow-up requests that a check sends; of alternatives, those that are refused and the one that it judges. */
async function followUpsOf(
  planned: Follower,
  source: ExchangeSource,
): Promise<readonly RequestSpec[]> {
  const { check, choices, inconclusive } = planned;
  if (inconclusive !== null || Object.keys(choices).length === 0) return [];
  const { ended, context } = await prerequisites(planned, source);
  if (ended !== null) return [];
  const { exchanges, missing } = await fetchTogether(choices, "normal", context, source);
  if (missing !== null) return [];
  const then = orNone(() => requestsAfter(check, exchanges, context));
  const followed = await fetchTogether(then, "follow-up", context, source);
  const specs = sentOf(then, followed.exchanges);
  const stray = specs.find(({ endpoint }) => !endpointsOf(planned).includes(endpoint));
  if (stray !== undefined) {
    // Its response would be judged by this check only.
    throw new Error(`${check.requirement} does not declare that it opens ${stray.endpoint}`);
  }
  return specs;
}

function sentOf(choices: RequestChoices, judged: NamedExchanges): readonly RequestSpec[] {
  return Object.entries(judged).flatMap(([name, { spec }]) => {
    const all = alternativesOf(choices[name] ?? spec);
    return all.slice(0, all.map(exchangeId).indexOf(exchangeId(spec)) + 1);
  });
}

/** Nothing where a check finds that it has nothing to follow. */
function orNone(run: () => RequestChoices): RequestChoices {
  try {
    return run();
  } catch (error) {
    if (error instanceof Inconclusive) return {};
    throw error;
  }
}
