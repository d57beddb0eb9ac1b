import picocolors from "picocolors";
import { areas } from "../contracts/areas.ts";
import type { Fault } from "../reference/faults/fault.ts";
import { wrap } from "../reporters/text/columns.ts";
import type { Output } from "./output.ts";

type Page = Pick<Output, "color" | "width">;

/** Every fault on a line of its own, with what it does, by the area of the requirement that it breaks. */
export function faultList(faults: readonly Fault[], { color }: Page): string {
  const paint = picocolors.createColors(color);
  const width = Math.max(...faults.map(({ name }) => name.length));
  const blocks = byArea(faults).map(([area, own]) =>
    [
      paint.bold(area),
      ...own.map(
        ({ name, sentence, breaks }) =>
          `  ${name.padEnd(width)}  ${sentence} ${paint.dim(`[${breaks}]`)}`,
      ),
    ].join("\n"),
  );
  return [...blocks, `${faults.length} ${faults.length === 1 ? "fault" : "faults"}`].join("\n\n");
}

/** The names alone, for the help of a command that takes one. */
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
