import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { Level, Status, Verdict } from "../../contracts/vocabulary.ts";
import type { Report } from "../model/report.ts";
import { targetText } from "../text/target-text.ts";
import { markOf } from "./matrix.ts";

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

/** What a board shows of one report, so that no report has to be kept while others are read. */
export interface BoardSummary extends Omit<BoardRun, "report"> {
  readonly target: string;
  /** By requirement, if it was selected. */
  readonly cells: ReadonlyMap<string, BoardCell>;
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

/** @param name the folder of the report as it was named, safe to print like all its text */
export function boardSummary(name: string, report: Report): BoardSummary {
  const { startedAt, verdict, partial, counts, target, results } = report;
  const byRequirement = group(results, ({ requirement }) => requirement);
  return {
    name,
    startedAt,
    verdict,
    partial,
    failed: counts.must.fail,
    target: targetText(target),
    cells: new Map([...byRequirement].map(([id, own]) => [id, cellOf(own)])),
  };
}

/**
 * Many reports as one table: a column for the latest report of each target or, if all are of one target, for each
 * report. Requirements by area, in the order of the register. Pure.
 */
export function boardOf(reports: readonly BoardSummary[], register: Register): Board {
  const runs = reports.map(({ cells: _, ...run }, report) => ({ ...run, report }));
  const byTarget = [...group(runs, ({ target }) => target).values()].map((same) =>
    [...same].sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1)),
  );
  const columns = byTarget.flatMap((history): readonly BoardColumn[] => {
    const shown = byTarget.length === 1 ? history : history.slice(-1);
    return shown.map((run) => ({ ...run, history }));
  });
  const rows = register.requirements
    .filter(({ notTested }) => notTested === null)
    .map(({ id, level, area }) => ({
      area,
      row: {
        requirement: id,
        level,
        cells: columns.map(({ report }) => reports[report]?.cells.get(id) ?? cellOf([])),
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
