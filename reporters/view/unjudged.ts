import { group } from "../../contracts/group.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { idsText } from "../text/ids-text.ts";
import { isExplained } from "./explained.ts";

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

/**
 * Results by status and message, without those that a problem of the run names. A number in brackets at the end of
 * why a check was skipped, such as that of the entries found, makes no reason of its own; elsewhere it may be a status.
 */
export function byReason(
  { problems }: Pick<Report, "problems">,
  results: readonly ReportResult[],
): readonly UnjudgedReason[] {
  const left = results.filter(({ message }) => !problems.includes(message));
  return [...group(left, (one) => `${one.status}: ${numbered(one).text}`)].map(
    ([reason, same]) => ({
      reason: withNumbers(reason, same),
      results: same,
      requirements: idsText([...new Set(same.map(({ requirement }) => requirement))]),
    }),
  );
}

function withNumbers(reason: string, results: readonly ReportResult[]): string {
  const found = results.flatMap((one) => numbered(one).number ?? []);
  if (found.length === 0) return reason;
  const least = Math.min(...found);
  const most = Math.max(...found);
  return `${reason} (${least === most ? least : `${least} to ${most}`})`;
}

function numbered({ status, message }: Pick<ReportResult, "status" | "message">): {
  readonly text: string;
  readonly number: number | null;
} {
  const found =
    status !== "skip" ? undefined : /^(?<text>.*) \((?<number>\d{1,9})\)$/s.exec(message)?.groups;
  return found === undefined
    ? { text: message, number: null }
    : { text: found.text ?? "", number: Number(found.number) };
}
