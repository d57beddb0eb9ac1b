import { relative } from "node:path";
import { loadRegister } from "../contracts/load.ts";
import type { Configuration, Keys } from "../harness/configuration/types.ts";
import { terminalText } from "../reporters/terminal.ts";
import { verdictText } from "../reporters/verdict-text.ts";
import { ReportWriteError, writeReports } from "../reporters/write.ts";
import type { Output } from "./output.ts";
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
  const register = loadRegister();
  const built = reportOf(configuration, certified, {
    runUrl: runUrl(process.env),
    configuration: reportConfiguration(configuration, run.keys),
    traffic: null,
  });
  const print = (reportFolder: string | null) =>
    output.result(
      run.quiet
        ? [...built.problems, verdictText(built)].join("\n")
        : terminalText({
            report: built,
            register,
            width: output.width,
            color: output.color,
            reportFolder,
          }),
    );
  try {
    await writeReports(configuration.outputDirectory, {
      report: built,
      register,
      exchanges: certified.exchanges,
      har: run.har,
    });
  } catch (error) {
    // The run must not be lost because the disk is full.
    if (error instanceof ReportWriteError) print(null);
    throw error;
  }
  const folder = relative(process.cwd(), configuration.outputDirectory) || ".";
  print(folder.startsWith("..") ? configuration.outputDirectory : folder);
  return built.exitCode;
}
