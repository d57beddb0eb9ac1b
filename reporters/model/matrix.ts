import { group } from "../../contracts/group.ts";
import {
  type AuthStyle,
  authStyles,
  type Cell,
  type Status,
  surfaces,
} from "../../contracts/vocabulary.ts";
import { compareVersions } from "./order.ts";
import type { Report, ReportEndpoint, ReportResult } from "./report.ts";

/** A mark has a shape of its own, so that it can be read without colours. */
export interface Mark {
  readonly shape: string;
  /** The same where colours come with the characters, as in Markdown. */
  readonly emoji: string;
  readonly color: "green" | "red" | "yellow" | "magenta" | "dim";
  readonly meaning: string;
}

const failed: Mark = { shape: "✘", emoji: "❌", color: "red", meaning: "fail" };
const unknown: Mark = { shape: "?", emoji: "❓", color: "magenta", meaning: "not judged" };
const warned: Mark = { shape: "!", emoji: "⚠️", color: "yellow", meaning: "warning" };
const waived: Mark = { shape: "~", emoji: "🔕", color: "yellow", meaning: "waived or excluded" };
const skipped: Mark = { shape: "–", emoji: "➖", color: "dim", meaning: "skipped" };
const passed: Mark = { shape: "✔", emoji: "✅", color: "green", meaning: "pass" };

export const marks: readonly Mark[] = [passed, failed, warned, skipped, unknown, waived];

/** Statuses from the worst: the worst of a cell is its mark. */
const severity: readonly (readonly [Status, Mark])[] = [
  ["fail", failed],
  ["error", unknown],
  ["blocked", unknown],
  ["warn", warned],
  ["waived", waived],
  ["skip", skipped],
  ["pass", passed],
  ["excluded", waived],
];

/** The worst of several results as a mark; null where there are none. */
export function markOf(results: readonly Pick<ReportResult, "status">[]): Mark | null {
  const statuses = new Set(results.map(({ status }) => status));
  return severity.find(([status]) => statuses.has(status))?.[1] ?? null;
}

/** What the four marks of a square stand for, in their order. */
export const columnsOfSquare: readonly (AuthStyle | null)[] = [null, ...authStyles];

const blank = " ".repeat(columnsOfSquare.length);
const indent = "  ";

/**
 * Endpoint × version as lines, one table per surface, within `width` columns: where the versions don't
 * fit side by side, one line for each of them.
 * @param paint gives a mark its colour
 */
export function matrixLines(
  report: Pick<Report, "endpoints" | "results">,
  width: number,
  paint: (mark: Mark) => string,
): readonly string[] {
  const byCell = group(report.results, cellKey);
  const square = (cell: Omit<Cell, "auth">) =>
    columnsOfSquare
      .map((auth) => {
        const mark = markOf(byCell.get(cellKey({ ...cell, auth })) ?? []);
        return mark === null ? " " : paint(mark);
      })
      .join("");
  const tables = surfaces
    .map((surface) => report.endpoints.filter((row) => row.surface === surface))
    .filter((rows) => rows.length > 0)
    .map((rows) => tableOf(rows, width, square));
  return tables.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function tableOf(
  rows: readonly ReportEndpoint[],
  width: number,
  square: (cell: Omit<Cell, "auth">) => string,
): readonly string[] {
  const surface = rows[0]?.surface ?? "";
  const versions = [...new Set(rows.flatMap((row) => row.versions))].sort(compareVersions);
  const nameWidth = Math.max(surface.length, ...rows.map((row) => row.endpoint.length + 2));
  const columns = versions.map((version) => Math.max(version.length, blank.length) + 2);
  const total = nameWidth + columns.reduce((sum, column) => sum + column, 0);
  if (total > width) return listOf(rows, square);
  const head = versions.map((version, index) => `  ${version}`.padEnd(columns[index] ?? 0));
  return [
    `${surface.padEnd(nameWidth)}${head.join("")}`.trimEnd(),
    ...rows.map(({ surface, endpoint, versions: own }) => {
      const squares = versions.map((version, index) => {
        const marksHere = own.includes(version) ? square({ surface, endpoint, version }) : blank;
        // Painted marks are longer than they look, so the padding is added by itself.
        return `  ${marksHere}${" ".repeat((columns[index] ?? 0) - blank.length - 2)}`;
      });
      return `${`${indent}${endpoint}`.padEnd(nameWidth)}${squares.join("")}`.trimEnd();
    }),
  ];
}

function listOf(
  rows: readonly ReportEndpoint[],
  square: (cell: Omit<Cell, "auth">) => string,
): readonly string[] {
  const versionWidth = Math.max(...rows.flatMap((row) => row.versions.map((v) => v.length)));
  return [
    rows[0]?.surface ?? "",
    ...rows.flatMap(({ surface, endpoint, versions }) => [
      `${indent}${endpoint}`,
      ...versions.map((version) =>
        `${indent}${indent}${version.padEnd(versionWidth)}  ${square({ surface, endpoint, version })}`.trimEnd(),
      ),
    ]),
  ];
}

function cellKey({ surface, endpoint, version, auth }: Cell): string {
  return `${surface} ${endpoint} ${version} ${auth ?? ""}`;
}
