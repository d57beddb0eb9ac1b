import { resolve } from "node:path";
import { shellQuote } from "../../contracts/shell-quote.ts";
import { targetLine } from "../../reporters/text/target-text.ts";
import { plural, verdictText } from "../../reporters/text/verdict-text.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import { refuseSetAside } from "../../run/refuse-set-aside.ts";
import type { Verification } from "../../run/verify/verify-bundle.ts";
import { verifyInTime } from "../../run/verify/verify-in-time.ts";
import { exitCodes } from "../output/exit-codes.ts";
import type { Output } from "../output/output.ts";

/** The maximum number of differences that are printed. */
const mostLines = 40;

/**
 * Prints the result of verifying a report folder.
 * @returns the exit code
 */
export async function verify(directory: string, output: Output): Promise<number> {
  refuseSetAside(directory, process.cwd(), "report.json");
  const verification = await verifyInTime(resolve(directory));
  output.result(verificationText(verification));
  return exitCodeOf(verification);
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
  open,
  untold,
  files,
}: Verification): readonly string[] {
  if (differences.length > 0) {
    return [
      `The reports do not match the recorded exchanges: ${plural(differences.length, "difference")}.`,
      ...listed(differences),
    ];
  }
  if (untold.length > 0) {
    return [
      "It can't be determined whether the reports match the recorded exchanges: some responses were truncated",
      "or redacted when they were recorded. These results differ:",
      ...listed(untold),
    ];
  }
  const exchanges = Object.keys(report.exchanges).length;
  return [
    `The reports match the recorded exchanges: ${plural(report.results.length - open.length, "check")} judged again from ${plural(exchanges, "recorded exchange")}, with the same results.`,
    ...openLines(open, report.ended),
    `Unchanged: ${files.join(", ")}. Only a signature can prove who made them.`,
    ...foreignFiles(report),
    verdictText(report),
  ];
}

/**
 * Readers paste the commands of a report. Whoever made it chose the files that they read, and a configuration may contain
 * other URLs for the keys, and commands.
 */
function foreignFiles({
  targetFlags,
  configurationFile,
}: Verification["report"]): readonly string[] {
  const variables = targetFlags.filter((_, index) => targetFlags[index - 1] === "--env-file");
  const files = [...(configurationFile === null ? [] : [configurationFile]), ...variables];
  if (files.length === 0) return [];
  const named = files.map((file) => shellQuote(visibleLine(file))).join(" and ");
  return [
    `The commands in its pages read ${named}, which can name other servers and commands: use files of your own.`,
  ];
}

/** The run had reached no result for these, so there is nothing to compare. */
function openLines(open: readonly string[], ended: string | null): readonly string[] {
  if (open.length === 0) return [];
  return [
    `${plural(open.length, "further check")} not judged by the run: ${visibleLine(ended ?? "")}. Judged again:`,
    ...listed(open),
  ];
}

function listed(lines: readonly string[]): readonly string[] {
  const shown = lines.slice(0, mostLines).map((line) => `  ${visibleLine(line)}`);
  const rest = lines.length - shown.length;
  return rest > 0 ? [...shown, `  and ${rest} more`] : shown;
}
