import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { Level, Status, Verdict } from "../../contracts/vocabulary.ts";
import { targetText } from "../text/target-text.ts";
import { markOf } from "./matrix.ts";
import type { Report } from "./report.ts";

/** One report of a board. All text is safe to print. */
export interface BoardReport {
  /** The folder as it was named. */
  readonly name: string;
  readonly report: Report;
}

/** A run in the history of a server. */
export interface BoardRun {
  readonly name: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly verdict: Verdict;
  readonly partial: boolean;
  /** The number of checks that failed. */
  readonly failed: number;
  /** Position among the reports of the board. */
  readonly report: number;
}

/** One implementation, environment or night: a column. */
export interface BoardColumn extends BoardRun {
  readonly target: string;
  /** The runs of the same target, the oldest first, with this one. */
  readonly history: readonly BoardRun[];
}

/** What one report says of one requirement. */
export interface BoardCell {
  /** The most severe of its results; null if it was not selected. */
  readonly status: Status | null;
  /** The number of its results that fail or warn. */
  readonly broken: number;
  readonly checks: number;
}

export interface BoardRow {
  readonly requirement: string;
  readonly level: Level;
  /** One for each column. */
  readonly cells: readonly BoardCell[];
}

export interface BoardArea {
  readonly area: string;
  readonly rows: readonly BoardRow[];
  /** For each column, how many of its requirements passed everywhere, of those that were judged. */
  readonly shares: readonly { readonly passed: number; readonly judged: number }[];
}

export interface Board {
  readonly columns: readonly BoardColumn[];
  readonly areas: readonly BoardArea[];
}

/**
 * Many reports as one table: a column for the latest report of each target or, if all are of one target, for each
 * report. Requirements by area, in the order of the register. Pure.
 */
export function boardOf(reports: readonly BoardReport[], register: Register): Board {
  const runs = reports.map(runOf);
  const byTarget = [...group(runs, ({ target }) => target).values()].map((same) =>
    [...same].sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1)),
  );
  const columns = byTarget.flatMap((history): readonly BoardColumn[] => {
    const shown = byTarget.length === 1 ? history : history.slice(-1);
    return shown.map((run) => ({ ...run, history }));
  });
  const resultsOf = columns.map(({ report }) =>
    group(reports[report]?.report.results ?? [], ({ requirement }) => requirement),
  );
  const rows = register.requirements
    .filter(({ notTested }) => notTested === null)
    .map(({ id, level, area }) => ({
      area,
      row: {
        requirement: id,
        level,
        cells: resultsOf.map((results) => cellOf(results.get(id) ?? [])),
      },
    }));
  return {
    columns,
    areas: [...group(rows, ({ area }) => area)].map(([area, own]) => ({
      area,
      rows: own.map(({ row }) => row),
      shares: columns.map((_, index) => shareOf(own.map(({ row }) => row.cells[index]))),
    })),
  };
}

function runOf({ name, report }: BoardReport, index: number): BoardRun & { target: string } {
  const { startedAt, verdict, partial, counts, target } = report;
  return {
    name,
    startedAt,
    verdict,
    partial,
    failed: counts.must.fail,
    report: index,
    target: targetText(target),
  };
}

const severity: readonly Status[] = [
  "fail",
  "error",
  "blocked",
  "warn",
  "waived",
  "skip",
  "pass",
  "excluded",
];

function cellOf(results: Report["results"]): BoardCell {
  const statuses = new Set(results.map(({ status }) => status));
  return {
    status: severity.find((status) => statuses.has(status)) ?? null,
    broken: results.filter(({ status }) => status === "fail" || status === "warn").length,
    checks: results.length,
  };
}

function shareOf(cells: readonly (BoardCell | undefined)[]): {
  readonly passed: number;
  readonly judged: number;
} {
  const judged = cells.filter((cell) => cell?.status != null && cell.status !== "excluded");
  return {
    passed: judged.filter((cell) => cell?.status === "pass").length,
    judged: judged.length,
  };
}

/** The mark of a cell; null if the requirement was not selected. */
export function markOfCell({ status }: BoardCell): ReturnType<typeof markOf> {
  return status === null ? null : markOf([{ status }]);
}
