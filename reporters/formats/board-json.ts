import type { Board } from "../view/board.ts";

/** A board for programs. Names of files are relative to the board's folder. */
export function boardJson({ columns, areas }: Board, fileOf: (report: number) => string): string {
  const run = ({ report, ...rest }: Board["columns"][number]["history"][number]) => ({
    ...rest,
    page: fileOf(report),
  });
  const document = {
    schemaVersion: 1,
    columns: columns.map(({ history, ...column }) => ({
      ...run(column),
      history: history.map(run),
    })),
    requirements: areas.flatMap(({ area, rows }) => rows.map((row) => ({ area, ...row }))),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
