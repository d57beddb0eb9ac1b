import type { Report } from "../model/report.ts";

type Judged = Pick<Report, "problems" | "results">;

/** Whether nothing was judged, and a problem says why: a page of reasons would hide it. */
export function isExplained(report: Judged): boolean {
  return report.problems.length > 0 && !anyJudged(report);
}

export function anyJudged({ results }: Pick<Judged, "results">): boolean {
  return results.some(({ status }) => ["pass", "fail", "warn", "waived"].includes(status));
}
