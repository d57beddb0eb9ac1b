import { group } from "../../contracts/group.ts";
import { clip, displayWidth, labelled } from "../text/columns.ts";
import { visibleLine } from "../text/visible.ts";
import type { DriftLine } from "./description-view.ts";

const titles = ["member", "specification", "description", "server"] as const;
const gap = 2;
const narrowest = 12;

/**
 * What each of the three says of each member, in four columns under the place; where the columns do not show
 * how they differ, a line below does.
 * @param width columns of the page
 */
export function driftTable(rows: readonly DriftLine[], width: number): readonly string[] {
  const cellsOf = (row: DriftLine) => [
    visibleLine(row.member),
    visibleLine(row.specification ?? "–"),
    row.description !== null && row.description === row.specification
      ? "the same"
      : visibleLine(row.description ?? "–"),
    visibleLine(row.server ?? "–"),
  ];
  const widths = columnWidths([[...titles], ...rows.map(cellsOf)], width - 4);
  const line = (texts: readonly string[]) =>
    `    ${texts.map((text, index) => padded(text, widths[index] ?? narrowest, index)).join(" ".repeat(gap))}`.trimEnd();
  return [
    line(titles),
    ...[...group(rows, ({ place }) => place)].flatMap(([place, same]) => [
      ...labelled("  ", visibleLine(place), width),
      ...same.flatMap((row) => [
        line(cellsOf(row)),
        ...(row.tells === "columns" ? [] : labelled("      ", visibleLine(row.drift), width)),
      ]),
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
