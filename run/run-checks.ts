import { checkKey } from "../contracts/check-key.ts";
import { group } from "../contracts/group.ts";
import { loadCatalogue } from "../contracts/load.ts";
import type { Cell, CheckResult, FoundSample, RecordedExchange } from "../contracts/vocabulary.ts";
import { isFull } from "../harness/configuration/matrix-choice.ts";
import type { Configuration, Keys } from "../harness/settings/types.ts";
import type { Report } from "../reporters/model/report.ts";
import type { Baseline } from "../reporters/verdict/baseline.ts";
import { allChecks } from "../suites/checks/all-checks.ts";
import { judge } from "../suites/engine/judge.ts";
import type { PlannedCheck } from "../suites/model/planned-check.ts";
import { createTarget } from "../suites/model/target.ts";
import { firstRequests } from "../suites/session/first-requests.ts";
import { inTurns } from "../suites/session/in-turns.ts";
import { planSelected, withinShard } from "../suites/session/plan-selected.ts";
import type { PrepareOptions } from "../suites/session/prepare.ts";
import { openSession } from "../suites/session/session.ts";
import { createBail } from "./bail.ts";
import { reachedChecks } from "./reached-checks.ts";
import { reportedDescriptions } from "./reported-descriptions.ts";

/** The progress of a run. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** The exchanges completed so far. */
  readonly exchanges: readonly RecordedExchange[];
  /** The number requested: all planned requests and the follow-ups found so far. */
  readonly asked: number;
  /** The check that has just been judged; null for other events. */
  readonly latest: CheckResult | null;
}

export interface RunChecksOptions {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** When the run began, on the clock of `performance.now()`; now by default. */
  readonly started?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Stops sending when aborted; the results so far are kept. */
  readonly signal?: AbortSignal;
  /** What failed in it does not count for `--bail`. */
  readonly baseline?: Baseline | null;
}

export interface RunOutcome {
  /** One for every planned check, in the order of the plan. */
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly RecordedExchange[];
  readonly interrupted: boolean;
  /** Whether something of the full matrix was left out. */
  readonly partial: boolean;
  /** The checks that were left out. */
  readonly unselected: readonly (Cell & { readonly requirement: string })[];
  /** Problems of the whole run, such as that nothing responds. */
  readonly problems: readonly string[];
  /** Why the run ended before it had judged everything; null if it did not. */
  readonly ended: string | null;
  /** The samples that replaced configured ones without hits. */
  readonly samples: readonly FoundSample[];
  /** Compared in the thread of the run, which has compiled their schemas and can be ended. */
  readonly descriptions: Report["descriptions"];
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** A target that is judged check by check. */
export interface OpenRun {
  readonly startedAt: Date;
  readonly planned: readonly PlannedCheck[];
  /** The exchanges completed so far. */
  readonly exchanges: readonly RecordedExchange[];
  /** The number of exchanges requested so far. */
  readonly asked: number;
  /** Problems of the whole run, such as that nothing responds. */
  readonly problems: readonly string[];
  /** Judges one check; never rejects. */
  judge(check: PlannedCheck): Promise<CheckResult>;
  /**
   * The result of the run.
   * @param results of these checks, in their order; the others count as not selected
   */
  certified(checks: readonly PlannedCheck[], results: readonly CheckResult[]): RunOutcome;
  close(): Promise<void>;
}

/** The input of a run, and how much of the plan to prepare. */
export type RunOptions = Omit<RunChecksOptions, "onProgress"> &
  PrepareOptions & {
    /** Called when an exchange is complete. */
    readonly onExchange?: () => void;
  };

/**
 * Opens a target and starts to send what its plan needs, unless requests are sent on demand.
 * @throws UsageError if a pattern of the selection matches nothing; nothing was sent then
 */
export async function openRun(options: RunOptions): Promise<OpenRun> {
  const { configuration, keys, signal, onExchange, started = performance.now() } = options;
  const startedAt = new Date(performance.timeOrigin + started);
  const bail = createBail(configuration, options.baseline ?? null, startedAt);
  const exchanges: RecordedExchange[] = [];
  const session = await openSession({
    ...options,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      onExchange?.();
    },
  });
  const endIfEnough = (result: CheckResult) => {
    const enough = bail(result);
    if (enough !== null) session.end(enough);
    return result;
  };
  return {
    startedAt,
    planned: session.planned,
    exchanges,
    get asked() {
      return session.asked;
    },
    problems: session.problems,
    judge(check) {
      // In advance everything was sent already, unless it is sent on demand.
      for (const spec of check.requests) void session.source.exchange(spec);
      return judge(check, session.source, session.redact).then(endIfEnough);
    },
    certified(planned, judged) {
      const { checks, results } = reachedChecks({ checks: planned, results: judged });
      const narrowed = options.selection !== undefined || checks.length < session.planned.length;
      const unselected = leftOut(configuration, keys, checks, narrowed);
      return {
        results,
        exchanges,
        interrupted: signal?.aborted ?? false,
        partial: unselected.length > 0 || !isFull(configuration.matrix),
        unselected,
        problems: session.problems,
        ended: session.ended,
        // Taken from responses, which may contain the key that was sent.
        samples: session.samples.map((sample) => ({
          ...sample,
          taken: sample.taken === null ? null : session.redact(sample.taken),
        })),
        descriptions: reportedDescriptions(configuration.surfaces, exchanges),
        startedAt,
        durationMs: performance.now() - started,
      };
    },
    close: () => session.close(),
  };
}

/**
 * Judges a target: all requests are sent together, and every check waits only for its own exchanges.
 * @throws UsageError if a pattern of the selection matches nothing; nothing was sent then
 */
export async function runChecks(options: RunChecksOptions): Promise<RunOutcome> {
  const { onProgress } = options;
  let done = 0;
  let opened: OpenRun | null = null;
  const tell = (latest: CheckResult | null) => {
    if (opened === null) return;
    const { planned, exchanges, asked } = opened;
    onProgress?.({ done, total: planned.length, exchanges, asked, latest });
  };
  const run = await openRun({ ...options, onExchange: () => tell(null) });
  opened = run;
  try {
    tell(null);
    const note = (result: CheckResult) => {
      done += 1;
      tell(result);
      return result;
    };
    const results: Promise<CheckResult>[] = [];
    // Each first looks up what it needs.
    await inTurns(run.planned, (check) => results.push(run.judge(check).then(note)));
    return run.certified(run.planned, await Promise.all(results));
  } finally {
    await run.close();
  }
}

type Planned = Pick<Configuration, "surfaces" | "matrix" | "only" | "skip">;

/** Everything that a run with this configuration would judge. Sends nothing. */
export function planFor(configuration: Planned, keys: Keys): readonly PlannedCheck[] {
  const contracts = loadCatalogue();
  const target = createTarget(configuration, keys, contracts);
  const narrowed = withinShard(configuration, target);
  const expected = planSelected(configuration, target, null, narrowed);
  if ((configuration.matrix.budget ?? null) === null) return expected;
  return planSelected(configuration, target, firstRequests(expected, target, contracts), narrowed);
}

/**
 * The checks of a whole run that are not selected.
 * @param narrowed whether a test runner's filter excluded more than `--only` and `--skip` do
 */
export function leftOut(
  configuration: Planned,
  keys: Keys,
  planned: readonly PlannedCheck[],
  narrowed = false,
): RunOutcome["unselected"] {
  const { only, skip } = configuration;
  if (!narrowed && only.length + skip.length === 0 && isFull(configuration.matrix)) return [];
  const contracts = loadCatalogue();
  const target = createTarget(configuration, keys, contracts);
  const byRequirement = group(planned, ({ requirement }) => requirement.id);
  // A plan of everything would give the same result, but take ten times as long.
  return allChecks.flatMap((check) => {
    const { requirement } = check;
    const selected = new Set(
      byRequirement.get(requirement)?.map(({ cell }) => checkKey({ ...cell, requirement })),
    );
    return check
      .where(target, contracts)
      .map((cell) => ({ ...cell, requirement }))
      .filter((place) => !selected.has(checkKey(place)));
  });
}
