import { group } from "../../contracts/group.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import { loadDescriptions } from "../../harness/descriptions/load-descriptions.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { descriptionPath } from "../../reference/description/path.ts";
import type { Embedded } from "../../run/reference-target.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { judge } from "../../suites/engine/judge.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { inSendingOrder } from "../../suites/engine/sending-order.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { createTarget, type Target } from "../../suites/model/target.ts";
import { followedBy } from "./at-changed.ts";
import { seenRequest } from "./noted-changes.ts";
import { localNetwork, withServer } from "./with-server.ts";

/** The recorded responses of a reference server without deviations, which is already closed. */
export interface Healthy {
  readonly embedded: Embedded;
  readonly exchanges: Exchanges;
}

/** One check on a healthy server, with all requests that it made. */
export interface KnownCheck {
  readonly planned: PlannedCheck;
  readonly result: CheckResult;
  readonly requests: readonly RequestSpec[];
  /** It must be judged again, regardless of its requests. */
  readonly stale?: boolean;
}

/** A healthy server with the checks on it, and who made which request. */
export interface HealthyReference extends Healthy {
  readonly known: readonly KnownCheck[];
  /** As `followedBy` has it. */
  readonly followed: ReadonlySet<string>;
  readonly looking: readonly Looking[];
  readonly names: ReadonlySet<string>;
  readonly target: Target;
}

let recorded: Promise<HealthyReference> | undefined;

/** Judges a healthy server and keeps its exchanges: once, however many judges there are. */
export function recordHealthy(): Promise<HealthyReference> {
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
    const followed = followedBy(
      known.map(({ planned, requests }) => ({ planned, ids: requests.map(exchangeId) })),
    );
    return { embedded, exchanges, known, followed, looking, names, target };
  });
  return recorded;
}

/** All exchanges of the healthy server, by id. */
export type Exchanges = ReadonlyMap<string, Promise<Exchange>>;

/** A source that keeps its exchanges, by id. */
export function keepExchanges(source: ExchangeSource): {
  exchanges: Exchanges;
  source: ExchangeSource;
} {
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

/** The surfaces of a server with their descriptions. */
export async function describing({
  surfaces,
  keys,
}: Embedded): Promise<Pick<Embedded, "surfaces">> {
  const named = Object.entries(surfaces).map(([name, surface]) => [
    name,
    { ...surface, openapi: surface.baseUrl + descriptionPath },
  ]);
  const configuration = { surfaces: Object.fromEntries(named), network: localNetwork };
  const { operations } = loadCatalogue();
  const options = { cwd: "/", fetch: true, operations };
  return { surfaces: await loadDescriptions(configuration, keys, options) };
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

/** A request with the positions of the checks that made it in the plan, in the order of sending. */
export interface Looking {
  readonly spec: RequestSpec;
  readonly checks: readonly number[];
}

function checksByRequest(known: readonly KnownCheck[]): readonly Looking[] {
  const asked = known.flatMap(({ requests }, check) => requests.map((spec) => ({ spec, check })));
  const byId = group(asked, ({ spec }) => exchangeId(spec));
  return inSendingOrder(asked.map(({ spec }) => spec)).map((spec) => ({
    spec,
    checks: (byId.get(exchangeId(spec)) ?? []).map(({ check }) => check),
  }));
}
