import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import {
  type CheckResult,
  defaultVersion,
  type RecordedExchange,
  surfaces,
} from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { descriptionPath } from "../../reference/description/path.ts";
import { actsIn, type Deviation } from "../../reference/faults/fault.ts";
import type { Embedded } from "../../run/reference-target.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { findSamples } from "../../suites/engine/samples.ts";
import { createTarget } from "../../suites/model/target.ts";
import { judgeAll } from "../../suites/session/judge-all.ts";
import {
  describing,
  type Exchanges,
  type Healthy,
  keepExchanges,
  recordHealthy,
} from "./healthy-reference.ts";
import { judgeAgain, replanned } from "./judge-again.ts";
import { noteChanges, type SeenPlace, seenRequest } from "./noted-changes.ts";
import { type Serving, withServer } from "./with-server.ts";

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
   * @param again `changed` if absent
   */
  judge(deviations: readonly Deviation[], again?: Again): Promise<JudgedReference>;
}

/**
 * Which exchanges are judged again: those that were changed, or for comparison all on which the deviations act. The
 * results are the same. If they are judged `for red`, the same checks are broken, and whether another one passes or
 * skips is not known.
 */
export type Again = "changed" | "for red" | "acted on";

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
        const isChanged = ({ spec, answer }: Exchange) =>
          answer === null || noted.isChanged(seenRequest(spec, embedded).name);
        const counts = again === "acted on" ? () => true : isChanged;
        const source = deviatingSource(kept.source, healthy, touched, counts);
        const target = describesOtherwise(deviations)
          ? createTarget(await describing(embedded), embedded.keys, contracts)
          : null;
        const current = target === null ? known : replanned(known, target);
        // As in a run before planning: samples without hits on this server are replaced.
        const asked = target ?? healthyTarget;
        const sampled = await findSamples({ target: asked, contracts, source, wants: () => true });
        const results =
          sampled.target === asked
            ? await judgeAgain(
                { known: current, followed, exchanges: healthy },
                source,
                looking.filter(({ spec }) => touched(spec)),
                counts,
                again !== "for red",
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

async function recordedOf(exchanges: Exchanges): Promise<readonly RecordedExchange[]> {
  const all = await Promise.all(exchanges.values());
  return all.map(({ recorded }) => recorded);
}

/** Whether some deviation changes a surface's description. */
export function describesOtherwise(deviations: readonly Deviation[]): boolean {
  const place = { endpoint: descriptionPath, version: defaultVersion, auth: null };
  return deviations.some((one) => surfaces.some((surface) => actsIn(one, { ...place, surface })));
}

/**
 * A source that sends the affected requests to a deviating server and takes all others from the healthy
 * recording, and also those whose response nothing changed: what is known of them need not be found out again.
 */
function deviatingSource(
  live: ExchangeSource,
  recorded: Exchanges,
  touched: (spec: RequestSpec) => boolean,
  counts: (exchange: Exchange) => boolean,
): ExchangeSource {
  const sent = async (
    spec: RequestSpec,
    known: Promise<Exchange>,
    priority?: "normal" | "follow-up",
  ) => {
    const exchange = await live.exchange(spec, priority);
    return counts(exchange) ? exchange : known;
  };
  const exchanges = new Map<string, Promise<Exchange>>();
  return {
    exchange(spec, priority) {
      const id = exchangeId(spec);
      const known = recorded.get(id);
      if (known === undefined) return live.exchange(spec, priority);
      if (!touched(spec)) return known;
      const exchange = exchanges.get(id) ?? sent(spec, known, priority);
      exchanges.set(id, exchange);
      return exchange;
    },
  };
}

/** Whether some deviation acts on the request that a spec becomes, as the server sees it. */
function isTouched(
  deviations: readonly Deviation[],
  embedded: Embedded,
): (spec: RequestSpec) => boolean {
  // A hundred places have thousands of requests.
  const answers = new Map<SeenPlace, boolean>();
  return (spec) => {
    const { place } = seenRequest(spec, embedded);
    const touched = answers.get(place) ?? deviations.some((one) => actsIn(one, place));
    answers.set(place, touched);
    return touched;
  };
}
