import { loadCatalogue } from "../../contracts/load.ts";
import type { FoundSample, Surface } from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { Configuration, Keys } from "../../harness/settings/types.ts";
import type { Selection } from "../engine/planning.ts";
import { findSamples } from "../engine/samples.ts";
import { inSendingOrder } from "../engine/sending-order.ts";
import { type PlannedCheck, replacing } from "../model/planned-check.ts";
import { createTarget } from "../model/target.ts";
import { inTurns } from "./in-turns.ts";
import { planSelected, withinShard } from "./plan-selected.ts";
import { trySurface } from "./smoke.ts";

/** What is to be judged, and the source of its exchanges. */
export interface Prepared {
  readonly planned: readonly PlannedCheck[];
  readonly source: ExchangeSource;
  /** Problems of the whole run, such as that nothing responds. */
  readonly problems: readonly string[];
  /** The samples that replace configured ones without hits. */
  readonly samples: readonly FoundSample[];
  /**
   * Ids of the exchanges that decided how the run continued: those of the smoke step and of the search
   * for samples.
   */
  readonly tried: ReadonlySet<string>;
}

type Judged = Pick<Configuration, "surfaces" | "robustness" | "matrix" | "only" | "skip">;

/** How much of the plan is prepared, and when. */
export interface PrepareOptions {
  /** Narrows the configured selection if a test runner has its own filters. */
  readonly selection?: Selection;
  /** Nothing is sent in advance, since it is not known yet which checks will be judged. */
  readonly onDemand?: boolean;
}

/**
 * Runs the smoke step, plans every check, and requests everything that the plan needs. The steps are the
 * same for a live target and a recording, so that `verify` repeats every decision of the run.
 *
 * @param stop called for a surface that can't be judged
 */
export async function prepare(
  configuration: Judged,
  keys: Keys,
  source: ExchangeSource,
  stop: (surface: Surface, reason: string) => void = () => {},
  { selection, onDemand = false }: PrepareOptions = {},
): Promise<Prepared> {
  const contracts = loadCatalogue();
  const configured = createTarget(configuration, keys, contracts);
  const narrowed = withinShard(configuration, configured, selection);
  const expected = planSelected(configuration, configured, null, narrowed);
  const tried = new Map<string, RequestSpec>();
  const trying: ExchangeSource = {
    async exchange(spec, priority) {
      const exchange = await source.exchange(spec, priority);
      tried.set(exchange.id, spec);
      return exchange;
    },
  };
  const problems = new Map<Surface, string>();
  const refused = new Map<Surface, string>();
  const stopped = new Map<Surface, string>();
  const selected = configured.surfaces.filter((surface) =>
    expected.some(({ cell, requests }) => cell.surface === surface && requests.length > 0),
  );
  const smoke = Promise.all(
    selected.map(async (surface) => {
      const { verdict } = await trySurface(surface, configured, contracts, trying);
      if (verdict.kind === "go") return;
      problems.set(surface, verdict.message);
      (verdict.kind === "refused" ? refused : stopped).set(surface, verdict.message);
      stop(surface, verdict.message);
    }),
  );
  const asked = new Set<string>();
  await inTurns(expected, ({ requests }) => {
    for (const { surface, endpoint } of requests) asked.add(`${surface} ${endpoint}`);
  });
  await smoke;
  const { target, found } = await findSamples({
    target: configured,
    contracts,
    source: trying,
    wants: (surface, endpoint) => !problems.has(surface) && asked.has(`${surface} ${endpoint}`),
  });
  const isPlanned = target === configured && (configuration.matrix.budget ?? null) === null;
  const wanted = isPlanned
    ? expected
    : planSelected(configuration, target, [...tried.values()], narrowed);
  const planned = wanted.map((check) => withoutStopped(check, stopped));
  const judgedFrom = withoutRefusedSurfaces(source, refused);
  if (!onDemand) sendAll(planned, judgedFrom);
  return {
    planned,
    source: judgedFrom,
    tried: new Set(tried.keys()),
    samples: found,
    // In the order of the specification, not in the order of the responses.
    problems: selected.flatMap((surface) => problems.get(surface) ?? []),
  };
}

/** Starts to send everything that these checks need, without waiting for the responses. */
export function sendAll(planned: readonly PlannedCheck[], source: ExchangeSource): void {
  const requests = planned.flatMap((check) => check.requests);
  for (const spec of inSendingOrder(requests)) void source.exchange(spec);
}

/** If another service responds, or nothing does, nothing can be judged. */
function withoutStopped(check: PlannedCheck, stopped: ReadonlyMap<Surface, string>): PlannedCheck {
  const message = stopped.get(check.cell.surface);
  if (message === undefined) return check;
  return replacing(check, {
    requests: [],
    also: [],
    alsoFollowed: async () => [],
    inconclusive: { outcome: "blocked", message, remedy: null },
  });
}

/**
 * If every style was refused, checks that need a key are blocked: a refusal would show nothing about the
 * server.
 */
function withoutRefusedSurfaces(
  source: ExchangeSource,
  refused: ReadonlyMap<Surface, string>,
): ExchangeSource {
  // Tens of thousands of requests are waited for at once, and every step in between takes memory of its own.
  if (refused.size === 0) return source;
  return {
    exchange: async (spec, priority): Promise<Exchange> => {
      const exchange = await source.exchange(spec, priority);
      const message = refused.get(spec.surface);
      if (message === undefined || spec.credential.kind === "none") return exchange;
      return { ...exchange, answer: null, failure: { kind: "not-sent", message } };
    },
  };
}
