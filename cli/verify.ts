import { resolve } from "node:path";
import type { Command } from "commander";
import { targetLine } from "../reporters/text/target-text.ts";
import { plural, verdictText } from "../reporters/text/verdict-text.ts";
import { visibleLine } from "../reporters/text/visible.ts";
import { type Verification, verifyBundle } from "../run/verify/verify-bundle.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Output } from "./output.ts";

/** More lines than this help nobody. */
const mostLines = 40;

/** `verify`: whether a report folder is what it claims to be. Sends nothing. */
export function verifyCommand(program: Command, output: Output): void {
  program
    .command("verify <dir>")
    .description("judge a report folder again from its recorded exchanges; sends nothing")
    .addHelpText("after", "\nExit code 0: it is what it claims. 1: it is not. 2: it can't be told.")
    .action(async (directory: string) => {
      const verification = await verifyBundle(resolve(directory));
      output.result(verificationText(verification));
      process.exitCode = exitCodeOf(verification);
    });
}

function exitCodeOf({ differences, untold }: Verification): number {
  if (differences.length > 0) return 1;
  return untold.length > 0 ? exitCodes.usage : exitCodes.ok;
}

function verificationText(verification: Verification): string {
  return [targetLine(verification.report), ...verificationLines(verification)].join("\n");
}

function verificationLines({
  report,
  differences,
  untold,
  files,
}: Verification): readonly string[] {
  if (differences.length > 0) {
    return [
      `This folder is not what it claims to be: ${plural(differences.length, "difference")}.`,
      ...listed(differences),
    ];
  }
  if (untold.length > 0) {
    return [
      "It can't be told whether this folder is what it claims to be: answers were cut off, or had a",
      "secret taken out, when they were recorded. Where they are judged again, this comes out otherwise:",
      ...listed(untold),
    ];
  }
  const exchanges = Object.keys(report.exchanges).length;
  return [
    `This folder is what it claims to be: ${plural(report.results.length, "check")} judged again from ${plural(exchanges, "recorded exchange")} come to the same.`,
    `${files.join(", ")}: as made again. Who made them only a signature can say.`,
    verdictText(report),
  ];
}

function listed(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, mostLines).map((line) => `  ${visibleLine(line)}`);
  const rest = lines.length - shown.length;
  return rest > 0 ? [...shown, `  and ${rest} more`] : shown;
}
