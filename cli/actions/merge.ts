import { resolve } from "node:path";
import { defaultOutputDirectory } from "../../harness/settings/defaults.ts";
import { certainReportNames } from "../../reporters/files/report-file-names.ts";
import { makeReportFolder } from "../../reporters/files/report-folder.ts";
import { mergeReports } from "../../run/merge/merge-reports.ts";
import { clearReportFolder } from "../output/earlier-reports.ts";
import type { Output } from "../output/output.ts";
import { writeAndPrintReport } from "../output/write-and-print-report.ts";

export interface MergeFlags {
  readonly out?: string;
  readonly har?: boolean;
  readonly quiet?: boolean;
}

/**
 * Joins the reports of the shards of a run and presents them.
 * @returns the exit code
 */
export async function merge(
  folders: readonly string[],
  { out, har, quiet }: MergeFlags,
  output: Output,
): Promise<number> {
  const cwd = process.cwd();
  const { report, exchanges } = await mergeReports(folders, cwd);
  const outputDirectory = resolve(cwd, out ?? defaultOutputDirectory);
  clearReportFolder(outputDirectory, output);
  makeReportFolder(outputDirectory, certainReportNames(har === true));
  const presentation = {
    outputDirectory,
    har: har === true,
    quiet: quiet === true,
  } as const;
  return writeAndPrintReport(report, exchanges, presentation, output);
}
