import type { DriftLine } from "../model/description-view.ts";
import { clip, displayWidth, labelled } from "./columns.ts";
import { visibleLine } from "./visible.ts";

const titles = ["member", "specification", "description", "server"] as const;
const gap = 2;
const narrowest = 12;

/**
 * What each of the three says of each member, in four columns, with the place and the drift below.
 * @param width columns of the page
 */
export function driftTable(rows: readonly DriftLine[], width: number): readonly string[] {
  const cells = rows.map((row) => [
    visibleLine(row.member),
    visibleLine(row.specification ?? "–"),
    visibleLine(row.description ?? "–"),
    visibleLine(row.server ?? "–"),
  ]);
  const widths = columnWidths([[...titles], ...cells], width - 2);
  const line = (texts: readonly string[]) =>
    `  ${texts.map((text, index) => padded(text, widths[index] ?? narrowest, index)).join(" ".repeat(gap))}`.trimEnd();
  return [
    line(titles),
    ...rows.flatMap((row, index) => [
      line(cells[index] ?? []),
      ...labelled("    ", visibleLine(`${row.place}: ${row.drift}`), width),
    ]),
  ];
}

/** As wide as their longest text; where that is too much the widest give way. */
function columnWidths(table: readonly (readonly string[])[], width: number): readonly number[] {
  const wanted = titles.map((_, column) =>
    Math.max(...table.map((row) => displayWidth(row[column] ?? ""))),
  );
  const room = Math.max(width - gap * (titles.length - 1), narrowest * titles.length);
  const widths = [...wanted];
  while (widths.reduce((sum, one) => sum + one, 0) > room) {
    const widest = Math.max(...widths);
    if (widest <= narrowest) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function padded(text: string, width: number, column: number): string {
  // The end of a pointer is more informative than its beginning.
  const isPointer = column === 0 && displayWidth(text) > width;
  const shown = isPointer ? `…${[...text].slice(1 - width).join("")}` : clip(text, width);
  return shown + " ".repeat(Math.max(width - displayWidth(shown), 0));
}
