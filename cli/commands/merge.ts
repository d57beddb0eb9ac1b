import type { Command } from "commander";
import { defaultOutputDirectory } from "../../harness/settings/defaults.ts";
import type { MergeFlags } from "../actions/merge.ts";
import type { Output } from "../output/output.ts";

/** `merge DIR…`: the reports of a run that several machines shared. Sends nothing. */
export function mergeCommand(program: Command, output: Output): void {
  program
    .command("merge")
    .description("join the report folders of a run with --shard; sends nothing")
    .argument("<dir...>", "folders of reports, one for each machine")
    .option("--out <dir>", `folder for the reports (${defaultOutputDirectory})`)
    .option("--har", "also write the redacted traffic as traffic.har")
    .option("--quiet", "print the verdict only")
    .addHelpText(
      "after",
      "\nThe folders must be all shards of one run: the same configuration, target and suite, and every check of\n" +
        "the plan in exactly one of them. Exit codes are those of run; 2 if the folders can't be joined.",
    )
    .action(async (folders: readonly string[], flags: MergeFlags) => {
      const { merge } = await import("../actions/merge.ts");
      process.exitCode = await merge(folders, flags, output);
    });
}
