import { labelled, wrap } from "../../reporters/text/columns.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import type { ClassScore, OneCellScore } from "./run-one-cell-faults.ts";

/** How many are caught, in words. */
export function oneCellSummary({ caught, total, allowed }: OneCellScore): string {
  const excused = allowed.reduce((sum, { count }) => sum + count, 0);
  const also = excused === 0 ? "" : `, ${excused} allowed`;
  return `${caught} of ${plural(total, "fault")} in one cell caught${also}`;
}

/** `caught/total` of each class of which some survive under no rule, and their cells. Pure. */
export function oneCellText({ classes }: OneCellScore, width: number): readonly string[] {
  const open = classes.filter(
    ({ survivors, unrelated }) => survivors.length + unrelated.length > 0,
  );
  if (open.length === 0) return [];
  return [
    "Faults in one cell that survive, or are blamed on the wrong requirement",
    ...open.flatMap(({ name, total, caught, survivors, unrelated }) => [
      `  ${name}: ${caught}/${total} caught`,
      ...(survivors.length === 0
        ? []
        : wrap(survivors.map(cellOf).join(" "), width - 6).map((line) => `      ${line}`)),
      ...unrelated.flatMap((one) =>
        labelled("    ! ", `${cellOf(one.name)}: ${one.requirements.join(", ")}`, width),
      ),
    ]),
  ];
}

/** The score of the faults in one cell as a Markdown table with a row for every class. Pure. */
export function oneCellMarkdown({ classes, allowed }: OneCellScore): readonly string[] {
  const rules = allowed.filter(({ count }) => count > 0);
  return [
    "## Faults in one cell",
    "",
    "| class | in one cell | caught | allowed | survivors |",
    "| --- | --- | ---: | ---: | --- |",
    ...classes.map(
      (one) =>
        `| ${one.name} | ${one.sentence} | ${one.caught} / ${one.total} | ${one.allowed} | ${left(one)} |`,
    ),
    "",
    ...(rules.length === 0 ? [] : ["| allowed | because |", "| ---: | --- |"]),
    ...rules.map(({ reason, count }) => `| ${count} | ${reason} |`),
    ...(rules.length === 0 ? [] : [""]),
  ];
}

function left({ survivors, unrelated }: ClassScore): string {
  const blamed = unrelated.map(({ name, requirements }) => `${cellOf(name)}: ${requirements}`);
  return [...survivors.map(cellOf), ...blamed].join("; ");
}

/** The part of a fault's name that distinguishes it within its class. */
function cellOf(name: string): string {
  return name.replace(/^[^@:]*@?/, "");
}
