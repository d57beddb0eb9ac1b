import { type Command, Option } from "commander";
import type { HarFlags } from "../actions/check-har.ts";
import { collectOption } from "../options/collect-option.ts";
import type { Output } from "../output/output.ts";

/** `check-har`: checks recorded traffic against the contracts. Sends nothing. */
export function checkHarCommand(program: Command, output: Output): void {
  program
    .command("check-har")
    .description(
      "check recorded traffic (HAR files from any tool) against the contracts; sends nothing",
    )
    .argument("<file...>", "HAR files")
    .option("--aggregator-url <url>", "base URL of the aggregator surface in the traffic")
    .option("--news-url <url>", "base URL of the news surface in the traffic")
    .option("--config <file>", "configuration file with base URLs, parameter names and waivers")
    .option("--env-file <file>", "file with NAME=value lines")
    .option("--only <pattern...>", "run only these checks; same patterns as for run", collectOption)
    .option("--skip <pattern...>", "skip these checks; same patterns as --only", collectOption)
    .addOption(
      new Option(
        "--fail-on <level>",
        "the lowest level at which a broken requirement fails the check",
      ).choices(["must", "should"]),
    )
    .option("--out <dir>", "folder for the reports (conformance-report)")
    .option("--quiet", "print the verdict only")
    .addHelpText(
      "after",
      "\nWithout base URLs, the surfaces are detected in the traffic.\n" +
        "Exit codes: 0 the traffic breaks no must (this certifies nothing), 1 it breaks one, or with\n" +
        "--fail-on should a should, 2 a file can't be used, 3 nothing in the traffic could be judged.",
    )
    .action(async (files: string[], flags: HarFlags) => {
      const { checkHar } = await import("../actions/check-har.ts");
      process.exitCode = await checkHar(files, flags, output);
    });
}
