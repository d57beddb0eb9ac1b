import { type Command, Option } from "commander";
import type { CompareFlags } from "../actions/compare.ts";
import type { Output } from "../output/output.ts";

/**
 * `compare A B`: how the results of a server changed from one report to the next. `compare A B C…` of the
 * parts of a rotation: what they have covered together.
 */
export function compareCommand(program: Command, output: Output): void {
  program
    .command("compare")
    .description("compare two reports: what is broken, fixed, new, no longer run or slower")
    .argument("<A>", "the earlier report.json, or its folder")
    .argument("<B>", "the later one")
    .argument("[more...]", "further parts, if all are parts of one rotation (--rotation K/N)")
    .addOption(
      new Option("--format <format>", "output format")
        .choices(["text", "markdown", "json"])
        .default("text"),
    )
    .option("--fail-on-slower", "also exit with 1 if an endpoint is slower")
    .option("--allow-incomplete", "exit with 0 if nothing broke but a must check is no longer run")
    .addHelpText(
      "after",
      "\nExit codes: 0 nothing is newly broken, 1 something is, 2 a report can't be used,\n" +
        "3 nothing is newly broken, but a must check is no longer judged.\n" +
        "Different parts of one rotation are added up instead of compared: 0 they cover the full matrix\n" +
        "and all are conformant, 1 one is non-conformant, 3 something is missing.",
    )
    .action(async (a: string, b: string, more: readonly string[], flags: CompareFlags) => {
      const { compareFiles } = await import("../actions/compare.ts");
      process.exitCode = compareFiles(a, b, more, flags, output);
    });
}
