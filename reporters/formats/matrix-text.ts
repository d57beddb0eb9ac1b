import type { Mark, MatrixSquare, MatrixTable } from "../view/matrix.ts";
import { columnsOfSquare } from "../view/matrix.ts";

const blank = " ".repeat(columnsOfSquare.length);
const indent = "  ";

/**
 * The matrix as lines of at most `width` columns, one table per surface. Where the versions of a table
 * do not fit side by side, each has a line of its own.
 * @param paint gives a mark its colour
 */
export function matrixLines(
  tables: readonly MatrixTable[],
  width: number,
  paint: (mark: Mark) => string,
): readonly string[] {
  const squareText = (square: MatrixSquare | null) =>
    square?.marks.map((mark) => (mark === null ? " " : paint(mark))).join("") ?? blank;
  return tables.flatMap((table, index) => {
    const lines = tableLines(table, width, squareText);
    return index === 0 ? lines : ["", ...lines];
  });
}

type SquareText = (square: MatrixSquare | null) => string;

function tableLines(table: MatrixTable, width: number, squareText: SquareText): readonly string[] {
  const { surface, versions, rows } = table;
  const nameWidth = Math.max(surface.length, ...rows.map((row) => row.endpoint.length + 2));
  const columns = versions.map((version) => Math.max(version.length, blank.length) + 2);
  const total = nameWidth + columns.reduce((sum, column) => sum + column, 0);
  if (total > width) return listLines(table, squareText);
  const head = versions.map((version, index) => `  ${version}`.padEnd(columns[index] ?? 0));
  return [
    `${surface.padEnd(nameWidth)}${head.join("")}`.trimEnd(),
    ...rows.map(({ endpoint, squares }) => {
      const texts = squares.map(
        // Escape sequences have a length but no width, so padEnd would not work.
        (square, index) =>
          `  ${squareText(square)}${" ".repeat((columns[index] ?? 0) - blank.length - 2)}`,
      );
      return `${`${indent}${endpoint}`.padEnd(nameWidth)}${texts.join("")}`.trimEnd();
    }),
  ];
}

function listLines({ surface, versions, rows }: MatrixTable, squareText: SquareText) {
  const versionWidth = Math.max(...versions.map(({ length }) => length));
  return [
    surface,
    ...rows.flatMap(({ endpoint, squares }) => [
      `${indent}${endpoint}`,
      ...squares.flatMap((square) =>
        square === null
          ? []
          : `${indent}${indent}${square.version.padEnd(versionWidth)}  ${squareText(square)}`.trimEnd(),
      ),
    ]),
  ];
}
