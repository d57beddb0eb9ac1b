import type { ChangedChecks, Comparison } from "../model/comparison.ts";
import { slowerRule } from "../model/times.ts";
import { code } from "../text/markdown-text.ts";
import { plural } from "../text/verdict-text.ts";
import { comparisonSummary } from "../view/comparison-judgement.ts";
import {
  cellsText,
  comparisonSections,
  runText,
  stepText,
  timeText,
} from "./comparison-sections.ts";

/** A comparison as Markdown, for a comment on a pull request or the summary of a pipeline. Pure. */
export function comparisonMarkdown(comparison: Comparison): string {
  const slower = comparison.times.filter((one) => one.slower);
  const parts = [
    [`**${comparisonSummary(comparison, code)}**`],
    [
      `- A: ${code(runText(comparison.before))}`,
      `- B: ${code(runText(comparison.after))}`,
      ...comparison.notes.map((note) => `- ⚠ ${code(note)}`),
    ],
    ...comparisonSections(comparison).flatMap(({ title, groups }) => [
      [`### ${title}`],
      groups.flatMap(groupLines),
    ]),
    ...(slower.length === 0
      ? []
      : [
          [`### ${plural(slower.length, "endpoint")} slower`],
          slower.map((time) => `- ▲ ${code(timeText(time))}`),
          [`_${slowerRule}_`],
        ]),
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function groupLines(one: ChangedChecks): readonly string[] {
  const cells = plural(one.cells.length, "cell");
  const mark = { fails: "❌ ", open: "❓ ", none: "" }[one.weight ?? "none"];
  return [
    `- ${mark}${code(one.requirement)} (${one.level}, ${cells}): ${stepText(one)}`,
    ...(one.message === "" ? [] : [`  - ${code(one.message)}`]),
    ...cellsText(one.cells).map((line) => `  - ${code(line)}`),
  ];
}
