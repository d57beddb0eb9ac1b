import { type Command, Option } from "commander";
import { loadRegister } from "../contracts/load.ts";
import { comparisonMarkdown } from "../reporters/formats/comparison-markdown.ts";
import { comparisonText } from "../reporters/formats/comparison-text.ts";
import { compareReports } from "../reporters/model/comparison.ts";
import {
  type ComparisonRules,
  comparisonExitCode,
} from "../reporters/model/comparison-judgement.ts";
import { visibleJson } from "../reporters/text/visible.ts";
import { readReportFile } from "../run/report-file.ts";
import type { Output } from "./output.ts";

interface CompareFlags extends Partial<ComparisonRules> {
  readonly format: "text" | "markdown" | "json";
}

const widest = 110;

/** `compare A B`: how the results of a server changed from one report to the next. */
export function compareCommand(program: Command, output: Output): void {
  program
    .command("compare")
    .description("compare two reports: what is broken, fixed, new, no longer run or slower")
    .argument("<A>", "the earlier report.json, or its folder")
    .argument("<B>", "the later one")
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
        "3 nothing is, but a must check is no longer judged.",
    )
    .action((a: string, b: string, flags: CompareFlags) => {
      process.exitCode = compare(a, b, flags, output);
    });
}

function compare(a: string, b: string, flags: CompareFlags, output: Output): number {
  const read = (name: string) => readReportFile(name, process.cwd()).report;
  const comparison = compareReports(read(a), read(b), loadRegister());
  const texts = {
    text: () => comparisonText(comparison, Math.min(output.width, widest), output.color),
    markdown: () => comparisonMarkdown(comparison),
    json: () => visibleJson(comparison),
  };
  output.result(texts[flags.format]());
  return comparisonExitCode(comparison, {
    failOnSlower: flags.failOnSlower === true,
    allowIncomplete: flags.allowIncomplete === true,
  });
}
