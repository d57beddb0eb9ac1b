import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import { loadRegister } from "../../contracts/load.ts";
import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { createGarbageLimit } from "../../harness/collect-garbage.ts";
import type { IsKept } from "../../reporters/files/kept-files.ts";
import { ReportWriteError } from "../../reporters/files/report-write-error.ts";
import { writeReports } from "../../reporters/files/write-reports.ts";
import { writeWhole } from "../../reporters/files/write-whole.ts";
import { githubComment } from "../../reporters/formats/github-comment.ts";
import { terminalPage } from "../../reporters/formats/terminal.ts";
import type { Report } from "../../reporters/model/report.ts";
import { targetLine } from "../../reporters/text/target-text.ts";
import { verdictText } from "../../reporters/text/verdict-text.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { showInGitHubActions } from "./github-actions.ts";
import type { Output } from "./output.ts";

export interface Presentation {
  /** Absolute path of the folder for the reports. */
  readonly outputDirectory: string;
  readonly quiet: boolean;
  /** Whether the traffic is written as well. */
  readonly har: boolean;
  /** Absolute path of the file for a comment on a pull request; null if none is written. */
  readonly comment?: string | null;
  /**
   * When the run began, on the clock of `performance.now()`; absent if it ended before this command began, so
   * that its own duration is printed.
   */
  readonly started?: number;
  /** Which files are not deleted, although an earlier run may have written them. */
  readonly isKept?: IsKept;
}

/** Called before each file is generated: the recorded bodies may be large. */
const collectIfMuch = createGarbageLimit(64 * 1024 * 1024);

/**
 * Writes the files of a report and prints its page.
 * @param exchanges in the order of sending
 * @returns the exit code of the verdict
 * @throws ReportWriteError if the files can't be written; the page has been printed then
 */
export async function writeAndPrintReport(
  report: Report,
  exchanges: readonly RecordedExchange[],
  { outputDirectory, quiet, har, comment = null, started, isKept }: Presentation,
  output: Output,
): Promise<number> {
  const view = reportView(report, loadRegister());
  const print = (reportFolder: string | null) => {
    // The time to write the files is included, which the files themselves cannot contain.
    const shown =
      started === undefined ? report : { ...report, durationMs: performance.now() - started };
    if (output.pipeline === "github") {
      showInGitHubActions(view, process.env.GITHUB_STEP_SUMMARY, output);
    }
    if (quiet) {
      const problems = report.problems.map(visibleLine);
      return output.result([targetLine(report), ...problems, verdictText(shown)].join("\n"));
    }
    const { width, color, links } = output;
    const reportUrl = links ? pathToFileURL(outputDirectory).href : null;
    const terminal = { width, color, reportFolder, reportUrl };
    output.page(terminalPage({ view: { ...view, report: shown }, ...terminal }));
  };
  try {
    await writeReports(outputDirectory, { view, exchanges, har }, isKept, collectIfMuch);
    if (comment !== null) await writeComment(comment, githubComment(view));
  } catch (error) {
    // The results must not be lost because the disk is full.
    if (error instanceof ReportWriteError) print(null);
    throw error;
  }
  const folder = relative(process.cwd(), outputDirectory) || ".";
  print(folder.startsWith("..") ? outputDirectory : folder);
  return report.exitCode;
}

/** @throws ReportWriteError */
async function writeComment(file: string, text: string): Promise<void> {
  try {
    await writeWhole(file, text);
  } catch (error) {
    if (!(error instanceof ReportWriteError)) throw error;
    throw new ReportWriteError(error.message, "Choose another file for --github-comment.");
  }
}
