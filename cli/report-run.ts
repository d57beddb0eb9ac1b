import { relative } from "node:path";
import { loadRegister } from "../contracts/load.ts";
import type { Configuration } from "../harness/configuration/types.ts";
import type { Baseline } from "../reporters/baseline.ts";
import { terminalText } from "../reporters/terminal.ts";
import { verdictText } from "../reporters/verdict-text.ts";
import { waiverEntries } from "../reporters/waiver-entries.ts";
import { type WaiverFormat, waiverEntriesText } from "../reporters/waiver-entries-text.ts";
import { ReportWriteError, writeReports } from "../reporters/write.ts";
import type { Output } from "./output.ts";
import { reportOf } from "./report-of.ts";
import type { Certified } from "./runner.ts";

/** What a run was told that its reports depend on. */
export interface FinishedRun {
  readonly configuration: Configuration;
  readonly quiet: boolean;
  readonly baseline: Baseline | null;
  /** How to print waivers for what fails; null where they are not wanted. */
  readonly writeWaivers: WaiverFormat | null;
}

/**
 * Judges what a run found, writes the reports and prints the page.
 * @returns the exit code of the verdict
 * @throws ReportWriteError where the reports can't be written; the page has been printed then
 */
export async function reportRun(
  { configuration, quiet, baseline, writeWaivers }: FinishedRun,
  certified: Certified,
  output: Output,
): Promise<number> {
  const register = loadRegister();
  const built = reportOf(configuration, certified, { baseline });
  // The standard output is the waivers' where they are asked for, so that it can go into a file.
  const say = writeWaivers === null ? output.result : output.note;
  const print = (reportFolder: string | null) => {
    const { width, color } = output;
    say(
      quiet
        ? [...built.problems, verdictText(built)].join("\n")
        : terminalText({ report: built, register, width, color, reportFolder }),
    );
    if (writeWaivers === null) return;
    const entries = waiverEntries(built, certified.unselected);
    if (entries.length === 0) output.note("Nothing fails, so that there is nothing to waive.");
    else output.result(waiverEntriesText(entries, writeWaivers));
  };
  try {
    await writeReports(configuration.outputDirectory, {
      report: built,
      register,
      exchanges: certified.exchanges,
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
