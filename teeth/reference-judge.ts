import { group } from "../contracts/group.ts";
import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import {
  type CheckResult,
  defaultVersion,
  type RecordedExchange,
  surfaces,
} from "../contracts/vocabulary.ts";
import { defaultNetwork } from "../harness/configuration/defaults.ts";
import { loadDescriptions } from "../harness/descriptions/load-descriptions.ts";
import type { Exchange, ExchangeSource } from "../harness/exchanges/exchange.ts";
import { createLiveSource } from "../harness/exchanges/live-source.ts";
import { exchangeId, type RequestSpec } from "../harness/exchanges/request-spec.ts";
import { descriptionPath } from "../reference/description/path.ts";
import { actsIn, type Deviation } from "../reference/faults/fault.ts";
import { type Embedded, startEmbedded } from "../run/reference-target.ts";
import { allChecks } from "../suites/checks/all-checks.ts";
import { judge } from "../suites/engine/judge.ts";
import { judgeAll } from "../suites/engine/judge-all.ts";
import type { PlannedCheck } from "../suites/engine/planned-check.ts";
import { planRun } from "../suites/engine/planning.ts";
import { createTarget, type Target } from "../suites/engine/target.ts";
import { findSamples } from "../suites/requests/samples.ts";
import { noteChanges, seenRequest } from "./noted-changes.ts";

/** The result of a run against a reference server. */
export interface JudgedReference {
  /** Every check in every cell, always in the same order. */
  readonly results: readonly CheckResult[];
  /** Those that were judged again: the others pass, as on the healthy server. */
  readonly judgedAgain: readonly CheckResult[];
  /** The requests to that server and its responses, as recorded. */
  readonly traffic: readonly RecordedExchange[];
}

/** Judges reference servers that deviate, in this process. */
export interface ReferenceJudge {
  readonly healthy: JudgedReference;
  /**
   * Judges a new server with deviations. Its traffic contains the exchanges that the deviations changed;
   * to all other requests it responds like the healthy server.
   *
   * @param again which exchanges are judged again: those that were changed, or for comparison all on which
   * the deviations act. The results are the same.
   */
  judge(deviations: readonly Deviation[], again?: "changed" | "acted on"): Promise<JudgedReference>;
}

/** The recorded responses of a reference server without deviations, which is already closed. */
export interface Healthy {
  readonly embedded: Embedded;
  readonly exchanges: Exchanges;
}

/** Runs a function with a new reference server. */
export type Serving = <T>(
  deviations: readonly Deviation[],
  use: (embedded: Embedded, live: ExchangeSource) => Promise<T>,
) => Promise<T>;

/** One check on a healthy server, with all requests that it made. */
interface Known {
  readonly planned: PlannedCheck;
  readonly result: CheckResult;
  readonly requests: readonly RequestSpec[];
  /** It must be judged again, regardless of its requests. */
  readonly stale?: boolean;
}

/** A healthy server with the checks on it, and who made which request. */
interface Recorded extends Healthy {
  readonly known: readonly Known[];
  /** The ids of the requests of checks that follow what they are answered. */
  readonly followed: ReadonlySet<string>;
  readonly looking: readonly Looking[];
  readonly names: ReadonlySet<string>;
  readonly target: Target;
}

let recorded: Promise<Recorded> | undefined;

/** Judges a healthy server and keeps its exchanges: once, however many judges there are. */
function recordHealthy(): Promise<Recorded> {
  recorded ??= withServer([], async (embedded, live) => {
    const contracts = loadCatalogue();
    const target = createTarget(await describing(embedded), embedded.keys, contracts);
    const { exchanges, source } = keepExchanges(live);
    const known = await Promise.all(
      planRun(allChecks, target, contracts, loadRegister()).map(async (planned) => {
        const { requests, source: noting } = noteAsks(source);
        const result = await judge(planned, noting);
        return { planned, result, requests };
      }),
    );
    const looking = checksByRequest(known);
    const names = new Set(looking.map(({ spec }) => seenRequest(spec, embedded).name));
    const followed = new Set(
      known.flatMap(({ planned: { check }, requests }) =>
        check.kind === "together" && check.thenSend !== undefined ? requests.map(exchangeId) : [],
      ),
    );
    return { embedded, exchanges, known, followed, looking, names, target };
  });
  return recorded;
}

/**
 * Judges servers that deviate by what they change of a healthy one. Deviations act only on the requests of
 * their cells (`actsIn`), so only these are sent to a deviating server, and only the checks that use one
 * which a deviation changed are judged again. The whole catalogue then takes seconds instead of minutes.
 *
 * @param serving how requests are sent to a deviating server: over HTTP if absent
 */
export async function createReferenceJudge(
  serving: (healthy: Healthy) => Serving = () => withServer,
): Promise<ReferenceJudge> {
  const contracts = loadCatalogue();
  const healthyServer = await recordHealthy();
  const { known, followed, looking, names, exchanges: healthy } = healthyServer;
  const healthyTarget = healthyServer.target;
  const healthyResults = known.map(({ result }) => result);
  const serve = serving(healthyServer);
  return {
    healthy: {
      results: healthyResults,
      judgedAgain: [],
      traffic: await recordedOf(healthy),
    },
    judge(deviations, again = "changed") {
      const noted = noteChanges(deviations, names);
      return serve(noted.deviations, async (embedded, live) => {
        const kept = keepExchanges(live);
        const touched = isTouched(deviations, embedded);
        const source = deviatingSource(kept.source, healthy, touched);
        const target = describesOtherwise(deviations)
          ? createTarget(await describing(embedded), embedded.keys, contracts)
          : null;
        const current = target === null ? known : replanned(known, target);
        // As in a run before planning: samples without hits on this server are replaced.
        const asked = target ?? healthyTarget;
        const sampled = await findSamples({ target: asked, contracts, source, wants: () => true });
        const isChanged = ({ spec, answer }: Exchange) =>
          answer === null || noted.isChanged(seenRequest(spec, embedded).name);
        const results =
          sampled.target === asked
            ? await judgeAgain(
                { known: current, followed },
                source,
                looking.filter(({ spec }) => touched(spec)),
                again === "changed" ? isChanged : () => true,
              )
            : await judgeAll(planRun(allChecks, sampled.target, contracts, loadRegister()), source);
        const exchanges = await Promise.all(kept.exchanges.values());
        return {
          results,
          judgedAgain: results.filter((result, check) => result !== healthyResults[check]),
          // Few look at it, and secrets are removed from what is recorded only then.
          get traffic() {
            return exchanges.filter(isChanged).map(({ recorded }) => recorded);
          },
        };
      });
    },
  };
}

/** All exchanges of the healthy server, by id. */
type Exchanges = ReadonlyMap<string, Promise<Exchange>>;

/** A source that keeps its exchanges, by id. */
function keepExchanges(source: ExchangeSource): { exchanges: Exchanges; source: ExchangeSource } {
  const exchanges = new Map<string, Promise<Exchange>>();
  return {
    exchanges,
    source: {
      exchange(spec, priority) {
        const exchange = source.exchange(spec, priority);
        exchanges.set(exchangeId(spec), exchange);
        return exchange;
      },
    },
  };
}

async function recordedOf(exchanges: Exchanges): Promise<readonly RecordedExchange[]> {
  const all = await Promise.all(exchanges.values());
  return all.map(({ recorded }) => recorded);
}

/** The surfaces of a server with their descriptions. */
async function describing({ surfaces, keys }: Embedded): Promise<Pick<Embedded, "surfaces">> {
  const named = Object.entries(surfaces).map(([name, surface]) => [
    name,
    { ...surface, openapi: surface.baseUrl + descriptionPath },
  ]);
  const configuration = { surfaces: Object.fromEntries(named), network: localNetwork };
  const { operations } = loadCatalogue();
  const options = { cwd: "/", fetch: true, operations };
  return { surfaces: await loadDescriptions(configuration, keys, options) };
}

/** Whether some deviation changes a surface's description. */
export function describesOtherwise(deviations: readonly Deviation[]): boolean {
  const place = { endpoint: descriptionPath, version: defaultVersion, auth: null };
  return deviations.some((one) => surfaces.some((surface) => actsIn(one, { ...place, surface })));
}

/** The checks of descriptions with another target; all of them must be judged again. */
function replanned(known: readonly Known[], target: Target): readonly Known[] {
  return known.map((one) => {
    const { planned } = one;
    if (planned.requirement.area !== "description") return one;
    return {
      ...one,
      planned: { ...planned, context: { ...planned.context, target } },
      stale: true,
    };
  });
}

/** A source that records the requested specs. */
export function noteAsks(source: ExchangeSource): {
  requests: readonly RequestSpec[];
  source: ExchangeSource;
} {
  const requests: RequestSpec[] = [];
  return {
    requests,
    source: {
      exchange(spec, priority) {
        requests.push(spec);
        return source.exchange(spec, priority);
      },
    },
  };
}

/**
 * A source that sends the affected requests to a deviating server and takes all others from the healthy
 * recording.
 */
function deviatingSource(
  live: ExchangeSource,
  recorded: Exchanges,
  touched: (spec: RequestSpec) => boolean,
): ExchangeSource {
  return {
    exchange: (spec, priority) =>
      (touched(spec) ? undefined : recorded.get(exchangeId(spec))) ?? live.exchange(spec, priority),
  };
}

/** A request with the positions of the checks that made it in the plan. */
interface Looking {
  readonly spec: RequestSpec;
  readonly checks: readonly number[];
}

function checksByRequest(known: readonly Known[]): readonly Looking[] {
  const asked = known.flatMap(({ requests }, check) => requests.map((spec) => ({ spec, check })));
  return [...group(asked, ({ spec }) => exchangeId(spec)).values()].flatMap((same) =>
    same.slice(0, 1).map(({ spec }) => ({ spec, checks: same.map(({ check }) => check) })),
  );
}

/**
 * Sends the touched requests, and judges the checks that made one of which something was changed, and
 * those that are stale.
 */
async function judgeAgain(
  { known, followed }: Pick<Recorded, "known" | "followed">,
  source: ExchangeSource,
  touched: readonly Looking[],
  isChanged: (exchange: Exchange) => boolean,
): Promise<readonly CheckResult[]> {
  const results = known.map(({ result }) => result);
  const judged = new Set<number>();
  const changedIds = new Set<string>();
  const again = async (checks: readonly number[]) => {
    await Promise.all(
      checks.map(async (check) => {
        const { planned, stale } = known[check] ?? {};
        if (planned === undefined || judged.has(check)) return;
        judged.add(check);
        const lookingAt = stale ? planned : atChanged(planned, changedIds, followed);
        const result = await judge(lookingAt, source);
        // Nothing of what was changed concerns it: then the other responses count.
        results[check] = result.outcome === "skip" ? await judge(planned, source) : result;
      }),
    );
  };
  const changed = async (looking: readonly Looking[]) => {
    const exchanges = await Promise.all(looking.map(({ spec }) => source.exchange(spec)));
    for (const exchange of exchanges.filter(isChanged)) changedIds.add(exchange.id);
    return looking.flatMap(({ spec, checks }) => (changedIds.has(exchangeId(spec)) ? checks : []));
  };
  const stale = known.flatMap((one, check) => (one.stale ? [check] : []));
  // A changed response may have other follow-ups, which have to be sent before the revocation.
  const isLate = ({ spec }: Looking) => spec.after === "revocation";
  await again([...stale, ...(await changed(touched.filter((one) => !isLate(one))))]);
  await again(await changed(touched.filter(isLate)));
  return results;
}

/**
 * A check that looks, of the responses to the requests of others, only at those that were changed: on the
 * healthy server it passes with all of them. If nothing was changed that a check follows, the same follows.
 */
function atChanged(
  planned: PlannedCheck,
  changed: ReadonlySet<string>,
  followed: ReadonlySet<string>,
): PlannedCheck {
  if (planned.check.kind === "together" && planned.check.others !== undefined) return planned;
  const also = planned.also.filter(({ spec }) => changed.has(exchangeId(spec)));
  const sameFollows = [...changed].every((id) => !followed.has(id));
  const alsoFollowed = sameFollows ? async () => [] : planned.alsoFollowed;
  return Object.create(planned, { also: { value: also }, alsoFollowed: { value: alsoFollowed } });
}

/** Whether some deviation acts on the request that a spec becomes, as the server sees it. */
function isTouched(
  deviations: readonly Deviation[],
  embedded: Embedded,
): (spec: RequestSpec) => boolean {
  const answers = new Map<string, boolean>();
  return (spec) => {
    const { name, ...place } = seenRequest(spec, embedded);
    const touched = answers.get(name) ?? deviations.some((one) => actsIn(one, place));
    answers.set(name, touched);
    return touched;
  };
}

/** How requests are sent to a server on this machine, which may be busy with other work. */
export const localNetwork = {
  ...defaultNetwork,
  headers: {},
  useProxy: false,
  timeoutMs: 60_000,
};

/** Runs a function with a new reference server, over real HTTP. */
export async function withServer<T>(
  deviations: readonly Deviation[],
  use: (embedded: Embedded, live: ExchangeSource) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbedded(deviations);
  const configuration = { surfaces: embedded.surfaces, network: localNetwork };
  const live = createLiveSource({ configuration, keys: embedded.keys });
  try {
    return await use(embedded, live);
  } finally {
    await live.close();
    await embedded.close();
  }
}
