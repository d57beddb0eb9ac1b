import { group } from "../../contracts/group.ts";
import { idsText } from "../text/ids-text.ts";
import { isExplained } from "./explained.ts";
import type { Report, ReportResult } from "./report.ts";

/** Checks that were not judged, for one reason. */
export interface UnjudgedReason {
  /** `skip: no name is known for the parameter "limit"`; may hold text of a server. */
  readonly reason: string;
  readonly results: readonly ReportResult[];
  /** The first few of their requirements. */
  readonly requirements: string;
}

/** What was skipped or an error of the suite, by its reason; what was blocked has cards. */
export function unjudgedReasons(report: Report): readonly UnjudgedReason[] {
  if (isExplained(report)) return [];
  return byReason(
    report,
    report.results.filter(({ status }) => status === "skip" || status === "error"),
  );
}

/** Results by status and message, without those that a problem of the run names. */
export function byReason(
  { problems }: Pick<Report, "problems">,
  results: readonly ReportResult[],
): readonly UnjudgedReason[] {
  const left = results.filter(({ message }) => !problems.includes(message));
  return [...group(left, ({ status, message }) => `${status}: ${message}`)].map(
    ([reason, same]) => ({
      reason,
      results: same,
      requirements: idsText([...new Set(same.map(({ requirement }) => requirement))]),
    }),
  );
}
