import picocolors from "picocolors";
import type { ChangedChecks, Comparison } from "../model/comparison.ts";
import { slowerRule } from "../model/times.ts";
import { labelled } from "../text/columns.ts";
import { plural } from "../text/verdict-text.ts";
import { visibleLine } from "../text/visible.ts";
import { comparisonSummary } from "../view/comparison-judgement.ts";
import {
  cellsText,
  comparisonSections,
  runText,
  stepText,
  timeText,
} from "./comparison-sections.ts";

type Paint = ReturnType<typeof picocolors.createColors>;

/** A comparison as it is printed, at most `width` columns wide except for its last line. Pure. */
export function comparisonText(comparison: Comparison, width: number, color: boolean): string {
  const paint = picocolors.createColors(color);
  const slower = comparison.times.filter((one) => one.slower);
  const parts = [
    [
      ...labelled("A  ", runText(comparison.before), width),
      ...labelled("B  ", runText(comparison.after), width),
      ...comparison.notes.flatMap((note) =>
        labelled("!  ", visibleLine(note), width).map(paint.yellow),
      ),
    ],
    ...comparisonSections(comparison).map(({ title, groups }) => [
      paint.bold(title),
      ...groups.flatMap((one) => groupLines(one, width, paint)),
    ]),
    slower.length === 0
      ? []
      : [
          paint.bold(`${plural(slower.length, "endpoint")} slower`),
          ...slower.flatMap((time) => labelled("▲ ", timeText(time), width).map(paint.yellow)),
          ...labelled("  ", slowerRule, width).map(paint.dim),
        ],
    // One line, however long: it is what scripts look for and people quote.
    [paint.bold(comparisonSummary(comparison))],
  ];
  const shown = parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${shown.join("\n\n")}\n`;
}

function groupLines(one: ChangedChecks, width: number, paint: Paint): readonly string[] {
  const { shape, color } = markOf(one);
  const cells = plural(one.cells.length, "cell");
  const title = `${one.requirement} (${one.level}, ${cells}): ${stepText(one)}`;
  return [
    ...labelled(`${shape} `, title, width).map(paint[color]),
    ...(one.message === "" ? [] : labelled("    ", visibleLine(one.message), width)),
    ...cellsText(one.cells).flatMap((line) => labelled("    ", line, width).map(paint.dim)),
  ];
}

/** Each with a shape of its own, so that it can be read without colours. */
function markOf({ weight, change, after }: ChangedChecks): {
  readonly shape: string;
  readonly color: "red" | "magenta" | "yellow" | "green" | "dim";
} {
  if (weight === "fails") return { shape: "✘", color: "red" };
  if (weight === "open") return { shape: "?", color: "magenta" };
  if (change === "gone") return { shape: "–", color: "dim" };
  if (after === "pass") return { shape: "✔", color: "green" };
  return after === "waived" ? { shape: "~", color: "yellow" } : { shape: "!", color: "yellow" };
}
