import { type Command, Option } from "commander";
import { collectOption } from "../options/collect-option.ts";
import { number, withRunOptions } from "../options/run-options.ts";
import type { Output } from "../output/output.ts";
import type { RunFlags } from "../run/one-run.ts";

/** `run`: certifies a target and writes the reports. */
export function runCommand(program: Command, output: Output): void {
  withRunOptions(program.command("run", { isDefault: true }))
    .description("certify a target, or with --reference the built-in reference server")
    .option("--out <dir>", "folder for the reports (conformance-report)")
    .option("--allow-incomplete", "exit with 0 if nothing failed but something could not be judged")
    .option(
      "--bail <n>",
      "send nothing more once n requirements have failed",
      number("a whole number from 1", 1, true),
    )
    .option("--har", "also write the redacted traffic as traffic.har, which browsers can open")
    .option(
      "--baseline <file>",
      "an earlier report.json (or its folder): fail only on new failures",
    )
    .option(
      "--write-waivers",
      "print waivers for the current failures, to be completed with reasons; the report goes to stderr",
    )
    .option(
      "--github-comment <file>",
      "also write the verdict and what broke as a comment for a pull request",
    )
    .addOption(
      new Option(
        "--format <format>",
        "ndjson: print each result as a line of JSON as it comes, and the text report to stderr",
      )
        .choices(["text", "ndjson"])
        .default("text"),
    )
    .option("--watch", "run again on a key press or when files change: first what failed, then all")
    .option(
      "--watch-path <path...>",
      "with --watch: files and folders to watch besides those that the run reads",
      collectOption,
    )
    .option("--quiet", "print the verdict only")
    .action(async (flags: RunFlags) => {
      const { run } = await import("../actions/run.ts");
      process.exitCode = await run(flags, output);
    });
}
