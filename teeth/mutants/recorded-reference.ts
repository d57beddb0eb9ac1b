import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { CheckResult, RecordedExchange } from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { createReplaySource } from "../../harness/exchanges/replay-source.ts";
import { exchangeId, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { judge } from "../../suites/engine/judge.ts";
import { everything, type Matrix } from "../../suites/engine/matrix.ts";
import { planRun } from "../../suites/engine/planning.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { createTarget } from "../../suites/model/target.ts";
import { followedBy } from "../judging/at-changed.ts";
import { noteAsks } from "../judging/healthy-reference.ts";
import { withServer } from "../judging/with-server.ts";

/** One check on the recording, with the exchanges that it uses. */
export interface RecordedCheck {
  readonly planned: PlannedCheck;
  readonly result: CheckResult;
  readonly exchanges: ReadonlySet<string>;
}

export interface RecordedReference {
  readonly recorded: readonly RecordedExchange[];
  /** Rebuilds them, and responds to what was not recorded. */
  readonly replay: ExchangeSource;
  /** As rebuilt by the replay source, by id. */
  readonly exchanges: ReadonlyMap<string, Exchange>;
  readonly checks: readonly RecordedCheck[];
  /** As `followedBy` has it. */
  readonly followed: ReadonlySet<string>;
  /** The positions of the checks that use an exchange, by its id. */
  readonly usedBy: ReadonlyMap<string, readonly number[]>;
}

/**
 * Records the requests of the checks to a healthy reference server, and judges the recording.
 * @param matrix what is sent and judged; everything by default
 */
export async function recordReference(matrix: Matrix = everything): Promise<RecordedReference> {
  const contracts = loadCatalogue();
  const asked = new Map<string, { spec: RequestSpec; exchange: Promise<Exchange> }>();
  const planned = await withServer([], async (embedded, live) => {
    const target = createTarget(embedded, embedded.keys, contracts);
    // Responses to generated requests and to groups are not validated against a complete schema.
    const plan = planRun(allChecks, target, contracts, loadRegister(), { matrix }).filter(
      ({ requirement: { area } }) => area !== "robustness" && area !== "consistency",
    );
    const source: ExchangeSource = {
      exchange(spec, priority) {
        const exchange = live.exchange(spec, priority);
        asked.set(exchangeId(spec), { spec, exchange });
        return exchange;
      },
    };
    await Promise.all(plan.map((one) => judge(one, source)));
    return plan;
  });
  const all = await Promise.all([...asked.values()].map(({ exchange }) => exchange));
  const recorded = all.map((exchange) => exchange.recorded);
  const replay = createReplaySource(recorded);
  const exchanges = await Promise.all([...asked.values()].map(({ spec }) => replay.exchange(spec)));
  const checks = await Promise.all(
    planned.map(async (one) => {
      const { requests, source } = noteAsks(replay);
      const result = await judge(one, source);
      return { planned: one, result, exchanges: new Set(requests.map(exchangeId)) };
    }),
  );
  const usedBy = new Map<string, number[]>();
  for (const [position, { exchanges }] of checks.entries()) {
    for (const id of exchanges) usedBy.set(id, [...(usedBy.get(id) ?? []), position]);
  }
  const followed = followedBy(checks.map(({ planned, exchanges: ids }) => ({ planned, ids })));
  const byId = new Map(exchanges.map((one) => [one.id, one]));
  return { recorded, replay, exchanges: byId, checks, followed, usedBy };
}
