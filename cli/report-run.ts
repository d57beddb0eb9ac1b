import type { Configuration, Keys } from "../harness/configuration/types.ts";
import type { Output } from "./output.ts";
import { presentReport } from "./present-report.ts";
import { reportConfiguration } from "./report-configuration.ts";
import { reportOf } from "./report-of.ts";
import { runUrl } from "./run-url.ts";
import type { Certified } from "./runner.ts";

/** What a run was told that its reports depend on. */
export interface FinishedRun {
  readonly configuration: Configuration;
  readonly keys: Keys;
  readonly quiet: boolean;
  /** Whether the traffic is written as well. */
  readonly har: boolean;
}

/**
 * Judges what a run found, writes the reports and prints the page.
 * @returns the exit code of the verdict
 * @throws ReportWriteError where the reports can't be written; the page has been printed then
 */
export async function reportRun(
  run: FinishedRun,
  certified: Certified,
  output: Output,
): Promise<number> {
  const { configuration } = run;
  const built = reportOf(configuration, certified, {
    runUrl: runUrl(process.env),
    configuration: reportConfiguration(configuration, run.keys),
    traffic: null,
  });
  return presentReport(built, certified.exchanges, { ...run, ...configuration }, output);
}
