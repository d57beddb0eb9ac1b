import { extname } from "node:path";
import type { CheckPlace } from "../../contracts/vocabulary.ts";
import type { Flags } from "../../harness/configuration/flags.ts";
import type { Loaded } from "../../harness/configuration/load.ts";
import { targetFlags } from "../../harness/configuration/target-flags.ts";
import { secretsOf } from "../../harness/secrets/secrets.ts";
import type { Configuration, Keys } from "../../harness/settings/types.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { removeEmptyFolders } from "../../reporters/files/remove-empty-folders.ts";
import { certainReportNames } from "../../reporters/files/report-file-names.ts";
import { makeReportFolder } from "../../reporters/files/report-folder.ts";
import type { Report } from "../../reporters/model/report.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import type { WaiverFormat } from "../../reporters/text/waiver-entries-text.ts";
import { configurationFor } from "../../run/load-run-configuration.ts";
import type { OnlyFailed } from "../../run/only-failed.ts";
import { openTarget } from "../../run/open-target.ts";
import type { RunOutcome } from "../../run/run-checks.ts";
import type { RunThread } from "../../run/supervision/supervise.ts";
import { narrowed } from "../options/narrowed.ts";
import { aside } from "../output/aside.ts";
import { commentFile } from "../output/comment-file.ts";
import { clearReportFolder } from "../output/earlier-reports.ts";
import type { Output } from "../output/output.ts";
import { sayTarget } from "../output/say-target.ts";
import { showProgress } from "./progress.ts";
import type { RecordStream } from "./record-stream.ts";
import type { FinishedRun } from "./report-finished-run.ts";

export interface RunFlags extends Flags {
  readonly quiet?: boolean;
  readonly har?: boolean;
  readonly githubComment?: string;
  readonly writeWaivers?: boolean;
  /** `ndjson`: one JSON value per line and event on the standard output, and the page on the standard error. */
  readonly format?: "text" | "ndjson";
  readonly watch?: boolean;
  readonly watchPath?: readonly string[];
}

/** One run of several (`--watch`), or the only one. */
export interface Turn {
  /** When it began, on the clock of `performance.now()`. */
  readonly started: number;
  /** Stops sending when aborted; the reports are still written. */
  readonly signal: AbortSignal;
  /** The checks that failed in the previous run, which are the only ones judged; null for what the flags select. */
  readonly failed: readonly CheckPlace[] | null;
  /** Whether an earlier run has already printed the target. */
  readonly isAgain: boolean;
  /** The lines about revoke commands that earlier runs have printed; this run adds its own. */
  readonly saidOfCommands: Set<string>;
  /** Called with the configuration as soon as it is read, before anything is sent. */
  readonly onLoaded?: (loaded: Loaded) => Promise<void>;
  /**
   * Called when everything is judged; returns false if the result is no longer wanted: then no reports are written.
   */
  readonly isWanted?: () => boolean;
  /** Called before the page is printed. */
  readonly onPage?: () => void;
}

/**
 * Carries a run out, writes its reports and prints the page, or the records.
 * @returns the report; null if it was no longer wanted
 */
export async function runOnce(
  flags: RunFlags,
  console: Output,
  turn: Turn,
): Promise<Report | null> {
  // Its thread loads what it needs while the configuration is read and the target is opened.
  const runner = await openRunner();
  try {
    return await runWith(runner, flags, console, turn);
  } finally {
    await runner.close();
  }
}

async function runWith(
  runner: RunThread,
  flags: RunFlags,
  console: Output,
  turn: Turn,
): Promise<Report | null> {
  const output = flags.format === "ndjson" ? aside(console) : console;
  const { loaded, notes } = await configured(flags, output, turn);
  const baseline =
    flags.baseline === undefined
      ? null
      : (await import("../../run/report-file.ts")).readBaseline(flags.baseline, process.cwd());
  const comment = commentFile(flags.githubComment);
  clearReportFolder(loaded.configuration.outputDirectory, output);
  if (!turn.isAgain) {
    sayTarget(loaded, output);
    for (const note of notes) output.note(visibleLine(note));
  }
  // In every run: the configuration may contain another command by now.
  sayCommands(loaded.configuration, turn.saidOfCommands, output);
  // Before anything is sent; the search for a description is what sends first.
  const { outputDirectory } = loaded.configuration;
  const made = makeReportFolder(outputDirectory, certainReportNames(flags.har === true));
  try {
    const begun = { flags, console, output, turn, loaded, baseline, comment, runner };
    return await certifyTarget(begun);
  } catch (error) {
    removeEmptyFolders(made);
    throw error;
  }
}

/** A run whose configuration is read, and of which nothing has been sent. */
interface BegunRun extends Pick<FinishedRun, "baseline" | "comment"> {
  readonly flags: RunFlags;
  /** Where the page goes: to the standard error if the records go to the standard output. */
  readonly output: Output;
  readonly console: Output;
  readonly turn: Turn;
  readonly loaded: Loaded;
  readonly runner: RunThread;
}

async function certifyTarget(begun: BegunRun): Promise<Report | null> {
  const { flags, console, output, turn, loaded, baseline, comment, runner } = begun;
  const target = await openTarget(loaded);
  try {
    const { configuration, keys } = target;
    const quiet = flags.quiet === true;
    if (!quiet && !turn.isAgain) {
      for (const note of await notesOf(configuration)) output.note(note);
    }
    const run = {
      started: turn.started,
      configuration,
      keys,
      configurationFile: loaded.fileName,
      targetFlags: targetFlags(flags, loaded),
      quiet,
      har: flags.har === true,
      comment,
      baseline,
      writeWaivers: flags.writeWaivers === true ? waiverFormat(loaded) : null,
    };
    const stream =
      flags.format === "ndjson"
        ? (await import("./record-stream.ts")).createRecordStream(run, console)
        : null;
    const certified = await certifyWithProgress(run, runner.carryOut, turn.signal, stream);
    if (turn.isWanted?.() === false) return null;
    turn.onPage?.();
    const report = await (await reporting()).reportFinishedRun(run, certified, output);
    stream?.end(report);
    return report;
  } finally {
    await target.close();
  }
}

/** The configuration, narrowed to what has failed if only that is wanted. */
async function configured(flags: RunFlags, output: Output, turn: Turn): Promise<OnlyFailed> {
  const loaded = configurationFor(flags, "run");
  output.hide(secretsOf(loaded.configuration, loaded.keys));
  await turn.onLoaded?.(loaded);
  if (turn.failed === null) return narrowed(loaded, flags);
  const { configuration } = loaded;
  const matrix = { ...configuration.matrix, failed: turn.failed };
  return { loaded: { ...loaded, configuration: { ...configuration, matrix } }, notes: [] };
}

function waiverFormat({ fileName }: Loaded): WaiverFormat {
  return extname(fileName ?? "") === ".json" ? "json" : "yaml";
}

/** The result of the search for descriptions; loaded only if there was one. */
async function notesOf(configuration: Configuration): Promise<readonly string[]> {
  const isLooked = Object.values(configuration.surfaces).some(({ lookup }) => lookup !== undefined);
  return isLooked ? (await import("../../run/lookup-notes.ts")).lookupNotes(configuration) : [];
}

/** Prints the commands that this run may start, before anything is sent; each only once. */
function sayCommands({ surfaces }: Configuration, said: Set<string>, output: Output): void {
  for (const [surface, { revoke }] of Object.entries(surfaces)) {
    if (revoke === null) continue;
    const { command, folder = process.cwd() } = revoke;
    const line = `revoke command of ${surface}, started after its other checks: ${command} (in ${folder})`;
    if (!said.has(line)) output.note(visibleLine(line));
    said.add(line);
  }
}

/** The modules that write reports are slow to load, so they are loaded while the run waits for responses. */
const reporting = () => import("./report-finished-run.ts");

async function certifyWithProgress(
  run: FinishedRun,
  carryOut: RunThread["carryOut"],
  signal: AbortSignal,
  stream: RecordStream | null,
): Promise<RunOutcome> {
  const { configuration, keys, baseline, started, quiet } = run;
  const { only, skip, matrix } = configuration;
  const isNarrowed = only.length + skip.length > 0 || (matrix.failed ?? null) !== null;
  if (isNarrowed && (await isNothingSelected(configuration, keys))) {
    const isDescribed = Object.values(configuration.surfaces).some(
      ({ description }) => description !== null,
    );
    throw new UsageError(
      matrix.failed
        ? "none of the checks that failed in the earlier run are part of this one"
        : "the patterns of --only and --skip select no checks",
      only.some((pattern) => pattern.startsWith("description.")) && !isDescribed
        ? "Checks of a description need one: name it with --openapi-aggregator or --openapi-news."
        : "--only patterns of the same kind are alternatives; patterns of different kinds must all match.",
    );
  }
  const progress = showProgress(process.stderr, configuration.network, quiet);
  void reporting();
  stream?.start();
  // Everything that was not sent is then blocked at once, which is not progress.
  signal?.addEventListener("abort", progress.end, { once: true });
  try {
    return await carryOut({
      configuration,
      keys,
      baseline,
      started,
      signal,
      onProgress: (made) => {
        progress.update(made);
        stream?.progress(made);
      },
    });
  } finally {
    signal?.removeEventListener("abort", progress.end);
    progress.end();
  }
}

async function isNothingSelected(configuration: Configuration, keys: Keys): Promise<boolean> {
  const { planFor } = await import("../../run/run-checks.ts");
  return planFor(configuration, keys).length === 0;
}

async function openRunner(): Promise<RunThread> {
  const { threads } = await import("../../run/supervision/threads.ts");
  if (threads.used) return (await import("../../run/supervision/supervise.ts")).startRunThread();
  const { runChecks } = await import("../../run/run-checks.ts");
  return { carryOut: runChecks, close: async () => {} };
}
