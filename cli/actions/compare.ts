import { loadRegister } from "../../contracts/load.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { comparisonMarkdown } from "../../reporters/formats/comparison-markdown.ts";
import { comparisonText } from "../../reporters/formats/comparison-text.ts";
import { rotationText } from "../../reporters/formats/rotation-text.ts";
import { compareReports } from "../../reporters/model/comparison.ts";
import type { Report } from "../../reporters/model/report.ts";
import {
  areParts,
  type NamedReport,
  rotationCoverage,
  rotationMistakes,
} from "../../reporters/model/rotation-coverage.ts";
import { visibleJson, visibleLine } from "../../reporters/text/visible.ts";
import {
  type ComparisonRules,
  comparisonExitCode,
} from "../../reporters/view/comparison-judgement.ts";
import { readReportFile } from "../../run/report-file.ts";
import type { Output } from "../output/output.ts";

export interface CompareFlags extends Partial<ComparisonRules> {
  readonly format: "text" | "markdown" | "json";
}

const widest = 110;

/**
 * Compares two reports, or adds up the parts of a rotation.
 * @returns the exit code
 */
export function compareFiles(
  a: string,
  b: string,
  more: readonly string[],
  flags: CompareFlags,
  output: Output,
): number {
  const read = (name: string) => ({ name, report: readReportFile(name, process.cwd()).report });
  const [before, after, ...others] = [read(a), read(b), ...more.map(read)];
  const all = [before, after, ...others];
  return areParts(all)
    ? addUp(all, flags, output)
    : compare(before.report, after.report, flags, output);
}

/** @throws UsageError if they are not parts of one rotation */
function addUp(parts: readonly NamedReport[], { format }: CompareFlags, output: Output): number {
  const mistakes = rotationMistakes(parts);
  if (mistakes.length > 0) {
    throw new UsageError(
      mistakes.map(visibleLine).join("\n"),
      "Give two reports to compare, or any number of parts of one rotation: with the same target, configuration, suite and N of --rotation K/N.",
    );
  }
  const coverage = rotationCoverage(parts);
  output.result(
    format === "json" ? visibleJson(coverage) : rotationText(coverage, format === "markdown"),
  );
  return { conformant: 0, "non-conformant": 1, incomplete: 3 }[coverage.verdict];
}

function compare(before: Report, after: Report, flags: CompareFlags, output: Output): number {
  const comparison = compareReports(before, after, loadRegister());
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
