import type { Report } from "../model/report.ts";
import { idsText } from "../text/ids-text.ts";
import { plural } from "../text/verdict-text.ts";

/** What a reader of the exit code must know about the baseline. May contain text of a user. */
export interface BaselineView {
  /** `last/report.json of 2026-10-01T12:00:00.000Z`. */
  readonly name: string;
  /** Why the two reports are not fully comparable. */
  readonly notes: readonly string[];
  /** Which `must` checks are not judged any more; null if all are. */
  readonly lost: string | null;
  /** That a later baseline would be stricter; null if it would not. */
  readonly fixed: string | null;
}

/** @returns null if the run had no baseline */
export function baselineView({ baseline }: Pick<Report, "baseline">): BaselineView | null {
  if (baseline === null) return null;
  const { file, startedAt, notes, lost, fixed } = baseline;
  const checks = lost.reduce((sum, one) => sum + one.checks, 0);
  const ids = lost.map(({ requirement }) => requirement);
  return {
    name: `${file} of ${startedAt}`,
    notes,
    lost:
      checks === 0
        ? null
        : `${plural(checks, "must check")} of the baseline could not be judged in this run: ${idsText(ids)}`,
    fixed: fixed === 0 ? null : "Some failures are fixed: use this report as the new baseline.",
  };
}
