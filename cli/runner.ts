import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BroadcastChannel } from "node:worker_threads";
import { createVitest, type Reporter, type TestCase } from "vitest/node";
import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { Cell, CheckResult, RecordedExchange } from "../contracts/words.ts";
import type { Configuration, Keys } from "../harness/configuration/types.ts";
import { allChecks } from "../suites/all-checks.ts";
import { type PlannedCheck, planRun } from "../suites/planning.ts";
import type { LogLine, RunInput } from "../suites/run-input.ts";
import { selectionOf } from "../suites/selection.ts";
import { createSubject } from "../suites/subject.ts";
import "../suites/run-input.ts";

/** How far a run has come. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Exchanges that have been judged so far. */
  readonly requests: number;
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
  /** One for every planned check, in the order of the plan, whatever happened. */
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly RecordedExchange[];
  readonly planned: number;
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

/** Where this file is: among the sources or among their compiled form. */
const room = dirname(fileURLToPath(import.meta.url));
const compiled = extname(import.meta.url) === ".js";
const suiteFile = join(room, "..", "suites", `conformance.test${extname(import.meta.url)}`);

/**
 * Judges a target: drives vitest over the suites in one worker thread, and gathers what they found.
 * @throws UsageError where a pattern of the selection matches nothing; nothing was sent then
 */
export async function certify(options: CertifyOptions): Promise<Certified> {
  const startedAt = new Date();
  let plan: readonly PlannedCheck[] | null = null;
  const planned = () => {
    plan ??= planFor(options.configuration, options.keys);
    return plan;
  };
  const folder = mkdtempSync(join(tmpdir(), "news-conformance-"));
  const input: RunInput = {
    configuration: options.configuration,
    keys: options.keys,
    logFile: join(folder, "log.jsonl"),
    channel: `news-conformance ${folder}`,
  };
  try {
    const gathered = await runVitest(input, planned, options);
    const unselected = leftOut(options, planned());
    const log = readLog(input.logFile);
    const interrupted = options.signal?.aborted ?? false;
    return {
      results: complete(planned(), gathered, interrupted),
      exchanges: log.flatMap((line) => (line.kind === "exchange" ? [line.exchange] : [])),
      planned: planned().length,
      interrupted,
      partial: unselected.length > 0,
      unselected,
      problems: log.flatMap((line) => (line.kind === "problem" ? [line.message] : [])),
      startedAt,
      durationMs: Date.now() - startedAt.getTime(),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Everything that a run with this configuration would judge. Sends nothing. */
export function planFor(configuration: Configuration, keys: Keys): readonly PlannedCheck[] {
  const contracts = loadCatalogue();
  const register = loadRegister();
  const subject = createSubject(configuration, keys, contracts.latest);
  const selection = selectionOf(configuration, contracts, register);
  return planRun(allChecks, subject, contracts, register, selection);
}

/** The checks of a whole run that the selection leaves out. */
function leftOut(
  { configuration, keys }: CertifyOptions,
  planned: readonly PlannedCheck[],
): Certified["unselected"] {
  const { only, skip } = configuration;
  if (only.length + skip.length === 0) return [];
  const selected = new Set(planned.map(({ requirement, cell }) => keyOf(requirement.id, cell)));
  return planFor({ ...configuration, only: [], skip: [] }, keys)
    .filter(({ requirement, cell }) => !selected.has(keyOf(requirement.id, cell)))
    .map(({ requirement, cell }) => ({ ...cell, requirement: requirement.id }));
}

interface Gathered {
  readonly results: ReadonlyMap<string, CheckResult>;
  /** What went wrong outside of any check: a defect of ours. */
  readonly defects: readonly string[];
}

async function runVitest(
  input: RunInput,
  planned: () => readonly PlannedCheck[],
  { onProgress, signal }: CertifyOptions,
): Promise<Gathered> {
  const results = new Map<string, CheckResult>();
  const defects: string[] = [];
  const exchanges = new Set<string>();
  const reporter: Reporter = {
    onTestRunStart() {
      // Made here while the worker starts, so that nobody waits for it.
      setTimeout(planned);
    },
    onTestCaseResult(testCase: TestCase) {
      const { result } = testCase.meta();
      if (result === undefined) return;
      results.set(keyOf(result.requirement, result), result);
      for (const id of result.exchanges) exchanges.add(id);
      onProgress?.({
        done: results.size,
        total: planned().length,
        requests: exchanges.size,
        latest: result,
      });
    },
    onTestRunEnd(modules, unhandled) {
      const errors = [...unhandled, ...modules.flatMap((module) => module.errors())];
      defects.push(...errors.map(({ message }) => message));
    },
  };
  const exitCode = process.exitCode;
  const vitest = await createVitest("test", {
    root: join(room, ".."),
    config: false,
    include: [suiteFile],
    exclude: [],
    watch: false,
    // Nothing is kept between runs, least of all in the folder of an installed package.
    cache: false,
    pool: "threads",
    // Compiled code is loaded as it is; only the sources need vite.
    server: { deps: { external: compiled ? [/./] : [] } },
    maxWorkers: 1,
    isolate: false,
    // Every check waits for its own exchange only; how many are in flight is the harness's business.
    maxConcurrency: Number.MAX_SAFE_INTEGER,
    sequence: { concurrent: true },
    testTimeout: 0,
    hookTimeout: 0,
    provide: { run: input },
    reporters: [reporter],
  });
  const stop = () => {
    const channel = new BroadcastChannel(input.channel);
    channel.postMessage("stop");
    channel.close();
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await vitest.start();
  } finally {
    signal?.removeEventListener("abort", stop);
    await vitest.close();
    // Vitest says here that some test failed; the verdict is what decides.
    process.exitCode = exitCode;
  }
  return { results, defects };
}

function keyOf(requirement: string, { surface, endpoint, version, auth }: Cell): string {
  return JSON.stringify([requirement, surface, endpoint, version, auth]);
}

/** A result for every planned check: one that never came is `blocked` by the interrupt, or our defect. */
function complete(
  planned: readonly PlannedCheck[],
  { results, defects }: Gathered,
  interrupted: boolean,
): readonly CheckResult[] {
  return planned.map(({ requirement, cell }) => {
    const blank: CheckResult = {
      ...cell,
      requirement: requirement.id,
      level: requirement.level,
      outcome: interrupted ? "blocked" : "error",
      message: interrupted
        ? "the run was interrupted"
        : `defect of the suite: ${defects[0] ?? "the check did not run"}`,
      findings: [],
      exchanges: [],
    };
    return results.get(keyOf(requirement.id, cell)) ?? blank;
  });
}

function readLog(file: string): readonly LogLine[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    // The worker died before it had anything to say; the checks are errors then.
    return [];
  }
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LogLine);
}
