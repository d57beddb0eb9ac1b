import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { Cell, CheckResult, FoundSample, RecordedExchange } from "../contracts/vocabulary.ts";
import { fullMatrix, isFull } from "../harness/configuration/matrix-choice.ts";
import type { Configuration, Keys } from "../harness/configuration/types.ts";
import { checkKey } from "../reporters/verdict/check-key.ts";
import { allChecks } from "../suites/checks/all-checks.ts";
import { judge } from "../suites/engine/judge.ts";
import { chosenMatrix } from "../suites/engine/matrix.ts";
import { type PlannedCheck, planRun } from "../suites/engine/planning.ts";
import { type PrepareOptions, sendAll } from "../suites/engine/prepare.ts";
import { selectionOf } from "../suites/engine/selection.ts";
import { openSession } from "../suites/engine/session.ts";
import { createTarget } from "../suites/engine/target.ts";

/** How far a run has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Those that have been made so far. */
  readonly exchanges: readonly RecordedExchange[];
  /** How many have been asked for: all that are planned, and what checks have found out to follow. */
  readonly asked: number;
  /** Where a check has just been judged; null where the plan is made, or an exchange has come. */
  readonly latest: CheckResult | null;
}

export interface RunChecksOptions {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** When the run began, as `performance.now()` tells it; now by default. */
  readonly started?: number;
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
  /** Problems of the whole run, such as that nothing answers. */
  readonly problems: readonly string[];
  /** What was asked with in place of configured samples that have no hits. */
  readonly samples: readonly FoundSample[];
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** A target that is being judged, check by check. */
export interface OpenRun {
  readonly startedAt: Date;
  readonly planned: readonly PlannedCheck[];
  /** Those that have been made so far. */
  readonly exchanges: readonly RecordedExchange[];
  /** How many have been asked for so far. */
  readonly asked: number;
  /** Problems of the whole run, such as that nothing answers. */
  readonly problems: readonly string[];
  /** Judges one check; never rejects. */
  judge(check: PlannedCheck): Promise<CheckResult>;
  /**
   * What the run came to.
   * @param results of these checks, in their order; the others count as left out
   */
  certified(checks: readonly PlannedCheck[], results: readonly CheckResult[]): Certified;
  close(): Promise<void>;
}

/** What a run needs to know, and how much of the plan is wanted. */
export type RunOptions = Omit<RunChecksOptions, "onProgress"> &
  PrepareOptions & {
    /** Called when an exchange has been made. */
    readonly onExchange?: () => void;
  };

/**
 * Opens a target and starts to send what its plan needs, unless that is to be done on demand.
 * @throws UsageError where a pattern of the selection matches nothing; nothing was sent then
 */
export async function openRun(options: RunOptions): Promise<OpenRun> {
  const { configuration, keys, signal, onExchange, started = performance.now() } = options;
  const startedAt = new Date(performance.timeOrigin + started);
  const exchanges: RecordedExchange[] = [];
  const session = await openSession({
    ...options,
    onExchange: (exchange) => {
      exchanges.push(exchange);
      onExchange?.();
    },
  });
  return {
    startedAt,
    planned: session.planned,
    exchanges,
    get asked() {
      return session.asked;
    },
    problems: session.problems,
    judge(check) {
      sendAll([check], session.source);
      return judge(check, session.source, session.redact);
    },
    certified(checks, results) {
      const narrowed = options.selection !== undefined || checks.length < session.planned.length;
      const unselected = leftOut(configuration, keys, checks, narrowed);
      return {
        results,
        exchanges,
        interrupted: signal?.aborted ?? false,
        partial: unselected.length > 0 || !isFull(configuration.matrix),
        unselected,
        problems: session.problems,
        // Taken from answers, which may hold the key that was sent.
        samples: session.samples.map((sample) => ({
          ...sample,
          taken: sample.taken === null ? null : session.redact(sample.taken),
        })),
        startedAt,
        durationMs: performance.now() - started,
      };
    },
    close: () => session.close(),
  };
}

/**
 * Judges a target: every planned check waits for its own exchanges only, and all are sent together.
 * @throws UsageError where a pattern of the selection matches nothing; nothing was sent then
 */
export async function runChecks(options: RunChecksOptions): Promise<Certified> {
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
    const results = await Promise.all(
      run.planned.map(async (check) => {
        const result = await run.judge(check);
        done += 1;
        tell(result);
        return result;
      }),
    );
    return run.certified(run.planned, results);
  } finally {
    await run.close();
  }
}

type Planned = Pick<Configuration, "surfaces" | "matrix" | "only" | "skip">;

/** Everything that a run with this configuration would judge. Sends nothing. */
export function planFor(configuration: Planned, keys: Keys): readonly PlannedCheck[] {
  const contracts = loadCatalogue();
  const register = loadRegister();
  const target = createTarget(configuration, keys, contracts);
  const selection = selectionOf(configuration, contracts, register);
  const matrix = chosenMatrix(configuration.matrix, target, contracts);
  return planRun(allChecks, target, contracts, register, selection, matrix);
}

/**
 * The checks of a whole run that the selection leaves out.
 * @param narrowed whether a test runner's filter left out more than `--only` and `--skip` do
 */
export function leftOut(
  configuration: Planned,
  keys: Keys,
  planned: readonly PlannedCheck[],
  narrowed = false,
): Certified["unselected"] {
  const { only, skip } = configuration;
  if (!narrowed && only.length + skip.length === 0 && isFull(configuration.matrix)) return [];
  const selected = new Set(planned.map((one) => checkKey(placeOf(one))));
  return planFor({ ...configuration, only: [], skip: [], matrix: fullMatrix }, keys)
    .map(placeOf)
    .filter((place) => !selected.has(checkKey(place)));
}

function placeOf({ requirement, cell }: PlannedCheck): Certified["unselected"][number] {
  return { ...cell, requirement: requirement.id };
}
