import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { Cell, CheckResult, RecordedExchange } from "../contracts/words.ts";
import { canonicalAsk } from "../harness/ask.ts";
import type { Configuration, Keys } from "../harness/configuration/types.ts";
import { allChecks } from "../suites/all-checks.ts";
import { judge } from "../suites/judge.ts";
import { type PlannedCheck, planRun } from "../suites/planning.ts";
import { selectionOf } from "../suites/selection.ts";
import { openSession } from "../suites/session.ts";
import { createSubject } from "../suites/subject.ts";

/** How far a run has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Exchanges that have been made so far. */
  readonly requests: number;
  /** As many as were planned; what a check finds out may add a few. */
  readonly plannedRequests: number;
  readonly latest: CheckResult | null;
}

export interface CertifyOptions {
  readonly configuration: Configuration;
  readonly keys: Keys;
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the sending when aborted; what has been judged by then is kept. */
  readonly signal?: AbortSignal;
}

export interface Certified {
  /** One for every planned check, in the order of the plan. */
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly RecordedExchange[];
  readonly interrupted: boolean;
  /** Whether `--only` or `--skip` left something out. */
  readonly partial: boolean;
  /** What they left out. */
  readonly unselected: readonly (Cell & { readonly requirement: string })[];
  /** What is to be said once about the whole run, such as that nothing answers. */
  readonly problems: readonly string[];
  readonly startedAt: Date;
  readonly durationMs: number;
}

/**
 * Judges a target: every planned check waits for its own exchanges only, and all are sent together.
 * @throws UsageError where a pattern of the selection matches nothing; nothing was sent then
 */
export async function certify(options: CertifyOptions): Promise<Certified> {
  const { configuration, keys, onProgress, signal } = options;
  const startedAt = new Date();
  const started = performance.now();
  const exchanges: RecordedExchange[] = [];
  const session = await openSession({
    configuration,
    keys,
    ...(signal === undefined ? {} : { signal }),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  try {
    const total = session.planned.length;
    const asks = session.planned.flatMap((check) => check.asks.map(canonicalAsk));
    const plannedRequests = new Set(asks).size;
    let done = 0;
    const results = await Promise.all(
      session.planned.map(async (check) => {
        const result = await judge(check, session.source, session.redact);
        done += 1;
        const requests = exchanges.length;
        onProgress?.({ done, total, requests, plannedRequests, latest: result });
        return result;
      }),
    );
    const unselected = leftOut(configuration, keys, session.planned);
    return {
      results,
      exchanges,
      interrupted: signal?.aborted ?? false,
      partial: unselected.length > 0,
      unselected,
      problems: session.problems,
      startedAt,
      durationMs: performance.now() - started,
    };
  } finally {
    await session.close();
  }
}

type Planned = Pick<Configuration, "surfaces" | "only" | "skip">;

/** Everything that a run with this configuration would judge. Sends nothing. */
export function planFor(configuration: Planned, keys: Keys): readonly PlannedCheck[] {
  const contracts = loadCatalogue();
  const register = loadRegister();
  const subject = createSubject(configuration, keys, contracts);
  const selection = selectionOf(configuration, contracts, register);
  return planRun(allChecks, subject, contracts, register, selection);
}

/** The checks of a whole run that the selection leaves out. */
export function leftOut(
  configuration: Planned,
  keys: Keys,
  planned: readonly PlannedCheck[],
): Certified["unselected"] {
  const { only, skip } = configuration;
  if (only.length + skip.length === 0) return [];
  const selected = new Set(planned.map(({ requirement, cell }) => keyOf(requirement.id, cell)));
  return planFor({ ...configuration, only: [], skip: [] }, keys)
    .filter(({ requirement, cell }) => !selected.has(keyOf(requirement.id, cell)))
    .map(({ requirement, cell }) => ({ ...cell, requirement: requirement.id }));
}

function keyOf(requirement: string, { surface, endpoint, version, auth }: Cell): string {
  return JSON.stringify([requirement, surface, endpoint, version, auth]);
}
