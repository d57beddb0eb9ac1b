import { statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import type { Flags } from "../harness/configuration/flags.ts";
import { targetFlags } from "../harness/configuration/target-flags.ts";
import type { Configuration, Keys } from "../harness/configuration/types.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { secretsOf } from "../harness/exchanges/redaction.ts";
import { makeReportFolder } from "../reporters/files/report-folder.ts";
import { visibleLine } from "../reporters/text/visible.ts";
import type { WaiverFormat } from "../reporters/text/waiver-entries-text.ts";
import type { Baseline } from "../reporters/verdict/baseline.ts";
import { configurationFor } from "../run/load-run-configuration.ts";
import { openTarget } from "../run/open-target.ts";
import type { Certified, RunChecksOptions } from "../run/run-checks.ts";
import { clearReportFolder } from "./earlier-reports.ts";
import { onInterrupt } from "./interrupt.ts";
import { narrowed } from "./narrowed.ts";
import type { Output } from "./output.ts";
import { showProgress } from "./run-progress.ts";
import { sayTarget } from "./say-target.ts";

export interface RunFlags extends Flags {
  readonly quiet?: boolean;
  readonly har?: boolean;
  readonly githubComment?: string;
  readonly writeWaivers?: boolean;
}

/** @returns the exit code */
export async function run(flags: RunFlags, output: Output): Promise<number> {
  const whole = configurationFor(flags, "run");
  output.hide(secretsOf(whole.configuration, whole.keys));
  const { loaded, notes } = await narrowed(whole, flags);
  const baseline =
    flags.baseline === undefined
      ? null
      : (await import("../run/report-file.ts")).readBaseline(flags.baseline, process.cwd());
  const comment = commentFile(flags);
  clearReportFolder(loaded.configuration.outputDirectory, output);
  sayTarget(loaded, output);
  for (const note of notes) output.note(visibleLine(note));
  sayCommands(loaded.configuration, output);
  const target = await openTarget(loaded);
  try {
    const { configuration, keys } = target;
    const quiet = flags.quiet === true;
    if (!quiet) for (const note of await notesOf(configuration)) output.note(note);
    const certified = await certifyWithProgress(configuration, keys, baseline, quiet);
    const { reportRun } = await reporting();
    const format: WaiverFormat = extname(loaded.fileName ?? "") === ".json" ? "json" : "yaml";
    const writeWaivers = flags.writeWaivers === true ? format : null;
    const run = {
      configuration,
      keys,
      configurationFile: loaded.fileName,
      targetFlags: targetFlags(flags, loaded),
      quiet,
      har: flags.har === true,
      comment,
      baseline,
      writeWaivers,
    };
    return await reportRun(run, certified, output);
  } finally {
    await target.close();
  }
}

/** The file for a comment; its folder has to be there before anything is sent. */
function commentFile({ githubComment }: RunFlags): string | null {
  if (githubComment === undefined) return null;
  const file = resolve(githubComment);
  const folder = statSync(dirname(file), { throwIfNoEntry: false });
  if (folder?.isDirectory() === true) return file;
  throw new UsageError(
    `there is no folder ${visibleLine(dirname(githubComment))} for --github-comment`,
    "Make it, or choose another file.",
  );
}

/** The result of the search for descriptions; loaded only if there was one. */
async function notesOf(configuration: Configuration): Promise<readonly string[]> {
  const isLooked = Object.values(configuration.surfaces).some(({ lookup }) => lookup !== undefined);
  return isLooked ? (await import("../run/lookup-notes.ts")).lookupNotes(configuration) : [];
}

/** Commands that this run may start, before anything is sent. */
function sayCommands({ surfaces }: Configuration, output: Output): void {
  for (const [surface, { revoke }] of Object.entries(surfaces)) {
    if (revoke === null) continue;
    const { command, folder = process.cwd() } = revoke;
    output.note(
      visibleLine(
        `revoke command of ${surface}, once its other checks are done: ${command} (in ${folder})`,
      ),
    );
  }
}

/** On the clock of `performance.now()`. */
const processStart = 0;

/** The modules that write reports are slow to load, so they are loaded while the run waits for responses. */
const reporting = () => import("./report-run.ts");

async function certifyWithProgress(
  configuration: Configuration,
  keys: Keys,
  baseline: Baseline | null,
  quiet: boolean,
): Promise<Certified> {
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
  // Checked before anything is sent.
  makeReportFolder(configuration.outputDirectory);
  const progress = showProgress(process.stderr, configuration.network, quiet);
  const interrupt = onInterrupt();
  try {
    const carryOut = await runner();
    return await carryOut({
      configuration,
      keys,
      baseline,
      started: processStart,
      signal: interrupt.signal,
      onProgress: (made) => {
        if (made.done === 1 && made.latest !== null) void reporting();
        progress.update(made);
      },
    });
  } finally {
    progress.end();
    interrupt.release();
  }
}

async function isNothingSelected(configuration: Configuration, keys: Keys): Promise<boolean> {
  const { planFor } = await import("../run/run-checks.ts");
  return planFor(configuration, keys).length === 0;
}

/**
 * A thread can load compiled modules only: from the sources, as our own tests do, a run is carried out in
 * this thread.
 */
async function runner(): Promise<(options: RunChecksOptions) => Promise<Certified>> {
  return import.meta.url.endsWith(".js")
    ? (await import("../run/supervision/supervise.ts")).superviseRun
    : (await import("../run/run-checks.ts")).runChecks;
}
