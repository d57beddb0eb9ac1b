import { labelled, wrap } from "../../reporters/text/columns.ts";
import type { ClassScore, OneCellScore } from "./run-one-cell-faults.ts";

/** `caught/total` of each class that is not whole, and the cells that are left. Pure. */
export function oneCellText({ classes }: OneCellScore, width: number): readonly string[] {
  const open = classes.filter(({ caught, total }) => caught < total);
  if (open.length === 0) return [];
  return [
    "Faults in one cell that survive, or are blamed on what they are not",
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

/** The same as a table of Markdown with a row for every class. Pure. */
export function oneCellMarkdown({ classes }: OneCellScore): readonly string[] {
  return [
    "## Faults in one cell",
    "",
    "| class | in one cell | caught | survivors |",
    "| --- | --- | ---: | --- |",
    ...classes.map(
      (one) => `| ${one.name} | ${one.sentence} | ${one.caught} / ${one.total} | ${left(one)} |`,
    ),
    "",
  ];
}

function left({ survivors, unrelated }: ClassScore): string {
  const blamed = unrelated.map(({ name, requirements }) => `${cellOf(name)}: ${requirements}`);
  return [...survivors.map(cellOf), ...blamed].join("; ");
}

/** What of a fault's name tells it apart within its class. */
function cellOf(name: string): string {
  return name.replace(/^[^@:]*@?/, "");
}
