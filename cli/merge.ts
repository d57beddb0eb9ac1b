import { resolve } from "node:path";
import type { Command } from "commander";
import { defaultOutputDirectory } from "../harness/configuration/defaults.ts";
import { makeReportFolder } from "../reporters/files/report-folder.ts";
import { mergeReports } from "../run/merge/merge-reports.ts";
import { clearReportFolder } from "./earlier-reports.ts";
import type { Output } from "./output.ts";
import { presentReport } from "./present-report.ts";

interface MergeFlags {
  readonly out?: string;
  readonly har?: boolean;
  readonly quiet?: boolean;
}

/** `merge DIR…`: the reports of a run that several machines shared. Sends nothing. */
export function mergeCommand(program: Command, output: Output): void {
  program
    .command("merge <dir...>")
    .description("join the report folders of a run with --shard; sends nothing")
    .option("--out <dir>", `folder for the reports (${defaultOutputDirectory})`)
    .option("--har", "also write the redacted traffic as traffic.har")
    .option("--quiet", "print the verdict only")
    .addHelpText(
      "after",
      "\nThe folders must be all shards of one run: the same configuration, target and suite, and every check of\n" +
        "the plan in exactly one of them. Exit codes are those of run; 2 if the folders can't be joined.",
    )
    .action(async (folders: readonly string[], { out, har, quiet }: MergeFlags) => {
      const cwd = process.cwd();
      const { report, exchanges } = await mergeReports(folders, cwd);
      const outputDirectory = resolve(cwd, out ?? defaultOutputDirectory);
      clearReportFolder(outputDirectory, output);
      makeReportFolder(outputDirectory);
      const presentation = {
        outputDirectory,
        har: har === true,
        quiet: quiet === true,
        hasEnded: true,
      } as const;
      process.exitCode = await presentReport(report, exchanges, presentation, output);
    });
}
