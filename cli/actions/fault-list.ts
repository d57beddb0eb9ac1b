import picocolors from "picocolors";
import { areas } from "../../contracts/areas.ts";
import type { Fault } from "../../reference/faults/fault.ts";
import {
  type OneCellFault,
  oneCellClasses,
} from "../../reference/faults/one-cell/one-cell-faults.ts";
import { wrap } from "../../reporters/text/columns.ts";
import type { Output } from "../output/output.ts";

type Page = Pick<Output, "color" | "width">;

/**
 * Every fault and its effect on one line, by the area of the requirement that it breaks; for faults in
 * one cell, every class with the number of cells.
 */
export function faultList(
  faults: readonly Fault[],
  oneCell: readonly OneCellFault[],
  { color }: Page,
): string {
  const paint = picocolors.createColors(color);
  const named = byArea(faults).map(
    ([area, own]) =>
      [
        area,
        own.map(({ name, sentence, breaks }) => ({ name, text: sentence, brackets: breaks })),
      ] as const,
  );
  const classes = oneCellClasses
    .map((one) => ({ one, count: oneCell.filter(({ of }) => of === one).length }))
    .filter(({ count }) => count > 0)
    .map(({ one: { name, sentence, blames }, count }) => ({
      name,
      text: `${sentence} ×${count}`,
      brackets: blames.join(", "),
    }));
  const blocks = [...named, ...(classes.length === 0 ? [] : [["in one cell", classes] as const])];
  const width = Math.max(...blocks.flatMap(([, rows]) => rows.map(({ name }) => name.length)));
  const total = `${faults.length} ${faults.length === 1 ? "fault" : "faults"}`;
  return [
    ...blocks.map(([title, rows]) =>
      [
        paint.bold(title),
        ...rows.map(
          ({ name, text, brackets }) =>
            `  ${name.padEnd(width)}  ${text} ${paint.dim(`[${brackets}]`)}`,
        ),
      ].join("\n"),
    ),
    oneCell.length === 0 ? total : `${total}, and ${oneCell.length} in one cell`,
  ].join("\n\n");
}

/** The names only, for the help of a command that takes one. */
export function faultNames(faults: readonly Fault[], { color, width }: Page): string {
  const paint = picocolors.createColors(color);
  return byArea(faults)
    .flatMap(([area, own]) => [
      `  ${paint.bold(area)}`,
      ...wrap(own.map(({ name }) => name).join(" "), Math.min(width, 100) - 4).map(
        (line) => `    ${line}`,
      ),
    ])
    .join("\n");
}

function byArea(faults: readonly Fault[]): readonly (readonly [string, readonly Fault[]])[] {
  return areas
    .map((area) => [area, faults.filter(({ breaks }) => breaks.startsWith(`${area}.`))] as const)
    .filter(([, own]) => own.length > 0);
}
