import { group } from "../../contracts/group.ts";
import {
  type AuthStyle,
  authStyles,
  type Cell,
  type Status,
  type Surface,
  surfaces,
  type Version,
} from "../../contracts/vocabulary.ts";
import { compareVersions } from "../model/order.ts";
import type { Report, ReportResult } from "../model/report.ts";

/** A mark has a shape of its own, so that it can be read without colours. */
export interface Mark {
  readonly shape: string;
  /** The mark where colours come with the characters, as in Markdown. */
  readonly emoji: string;
  readonly color: "green" | "red" | "yellow" | "magenta" | "dim";
  readonly meaning: string;
}

const failed: Mark = { shape: "✘", emoji: "❌", color: "red", meaning: "fail" };
const unknown: Mark = { shape: "?", emoji: "❓", color: "magenta", meaning: "not judged" };
const warned: Mark = { shape: "!", emoji: "⚠️", color: "yellow", meaning: "warning" };
const waived: Mark = { shape: "~", emoji: "🔕", color: "yellow", meaning: "waived or excluded" };
const skipped: Mark = { shape: "–", emoji: "➖", color: "dim", meaning: "skipped" };
const partly: Mark = { shape: "◐", emoji: "☑️", color: "dim", meaning: "partly skipped" };
const passed: Mark = { shape: "✔", emoji: "✅", color: "green", meaning: "pass" };

export const marks: readonly Mark[] = [passed, failed, warned, partly, skipped, unknown, waived];

/** Statuses with their marks, the most severe first. */
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

/**
 * The mark of the most severe of several results; null if there are none. A mixture of skipped and passed has a mark
 * of its own.
 */
export function markOf(results: readonly Pick<ReportResult, "status">[]): Mark | null {
  const statuses = new Set(results.map(({ status }) => status));
  const mark = severity.find(([status]) => statuses.has(status))?.[1] ?? null;
  return mark === skipped && statuses.has("pass") ? partly : mark;
}

const stylesOfSquare: readonly (AuthStyle | null)[] = [null, ...authStyles];

/** What the marks of a square stand for, in their order. */
export const columnsOfSquare: readonly string[] = stylesOfSquare.map(
  (auth) => auth ?? "no specific auth style",
);

/** One endpoint at one version. */
export interface MatrixSquare extends Omit<Cell, "auth"> {
  /** Empty where the run selected none of its checks. */
  readonly results: readonly ReportResult[];
  /** One for each of `columnsOfSquare`; null if it has no check. */
  readonly marks: readonly (Mark | null)[];
}

export interface MatrixRow {
  readonly endpoint: string;
  /** One for each version of the table; null if the endpoint does not have the version. */
  readonly squares: readonly (MatrixSquare | null)[];
}

/** The matrix of one surface: endpoints down, versions across. */
export interface MatrixTable {
  readonly surface: Surface;
  /** `default`, then the newest version first. */
  readonly versions: readonly Version[];
  readonly rows: readonly MatrixRow[];
}

/** A table for each tested surface, in the order of the specification. */
export function matrixOf(report: Pick<Report, "endpoints" | "results">): readonly MatrixTable[] {
  const placeOf = ({ surface, endpoint, version }: Omit<Cell, "auth">) =>
    `${surface} ${endpoint} ${version}`;
  const byPlace = group(report.results, placeOf);
  return surfaces.flatMap((surface): readonly MatrixTable[] => {
    const endpoints = report.endpoints.filter((row) => row.surface === surface);
    if (endpoints.length === 0) return [];
    const versions = [...new Set(endpoints.flatMap((row) => row.versions))].sort(compareVersions);
    const rows = endpoints.map(({ endpoint, versions: own }) => ({
      endpoint,
      squares: versions.map((version): MatrixSquare | null => {
        if (!own.includes(version)) return null;
        const place = { surface, endpoint, version };
        const results = byPlace.get(placeOf(place)) ?? [];
        const marksHere = stylesOfSquare.map((auth) =>
          markOf(results.filter((one) => one.auth === auth)),
        );
        return { ...place, results, marks: marksHere };
      }),
    }));
    return [{ surface, versions, rows }];
  });
}
