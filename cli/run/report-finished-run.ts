import { createRedactor } from "../../harness/secrets/redaction.ts";
import { secretsOf } from "../../harness/secrets/secrets.ts";
import type { Configuration, Keys } from "../../harness/settings/types.ts";
import type { EarlierReport, Report } from "../../reporters/model/report.ts";
import { waiverEntries } from "../../reporters/model/waiver-entries.ts";
import { verdictText } from "../../reporters/text/verdict-text.ts";
import { type WaiverFormat, waiverEntriesText } from "../../reporters/text/waiver-entries-text.ts";
import { reportOf } from "../../run/build-run-report.ts";
import { reportConfiguration } from "../../run/report-configuration.ts";
import type { RunOutcome } from "../../run/run-checks.ts";
import { runUrl } from "../../run/run-url.ts";
import { aside } from "../output/aside.ts";
import type { Output } from "../output/output.ts";
import { writeAndPrintReport } from "../output/write-and-print-report.ts";

/** The input of a run that its reports depend on. */
export interface FinishedRun {
  /** When it began, on the clock of `performance.now()`. */
  readonly started: number;
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** For display; null if there was none. */
  readonly configurationFile: string | null;
  /** The flags that name the target. */
  readonly targetFlags: readonly string[];
  readonly quiet: boolean;
  /** Whether the traffic is written as well. */
  readonly har: boolean;
  /** Absolute path of the file for a comment on a pull request; null if none is written. */
  readonly comment: string | null;
  readonly baseline: EarlierReport | null;
  /** Format of the waivers for what fails; null if they are not requested. */
  readonly writeWaivers: WaiverFormat | null;
}

/**
 * Judges the results of a run, writes the reports and prints the page.
 * @returns the report, with the exit code of the verdict
 * @throws ReportWriteError if the reports can't be written; the page has been printed then
 */
export async function reportFinishedRun(
  run: FinishedRun,
  certified: RunOutcome,
  output: Output,
): Promise<Report> {
  const { configuration } = run;
  const durationMs = performance.now() - run.started;
  const built = reportOf(
    configuration,
    { ...certified, durationMs },
    {
      runUrl: runUrl(process.env),
      configuration: reportConfiguration(configuration, run.keys),
      traffic: null,
      configurationFile: run.configurationFile,
      targetFlags: run.targetFlags,
      baseline: run.baseline,
    },
    createRedactor(secretsOf(configuration, run.keys)),
  );
  const { writeWaivers } = run;
  if (writeWaivers === null) {
    await writeAndPrintReport(built, certified.exchanges, { ...run, ...configuration }, output);
    return built;
  }
  // If waivers are requested, only they go to the standard output, so that it can be redirected to a file.
  const presentation = { ...run, ...configuration };
  await writeAndPrintReport(built, certified.exchanges, presentation, aside(output));
  const entries = waiverEntries(built, certified.unselected);
  if (entries.length === 0) output.note("Nothing fails, so there is nothing to waive.");
  else output.result(waiverEntriesText(entries, writeWaivers, verdictText(built)));
  return built;
}
