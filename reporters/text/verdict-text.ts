import type { Verdict } from "../../contracts/vocabulary.ts";
import type { Report, ReportBaseline } from "../model/report.ts";
import { targetText } from "./target-text.ts";

/** `1 check`, `2 checks`. */
export function plural(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`.replace(/([^aeiou])ys$/, "$1ies")}`;
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A recording is not interrupted, but may take too long to judge. */
function interruption({ traffic }: Report): string {
  return traffic === null ? "the run was interrupted" : "not everything was judged";
}

/** How a run compares with its baseline: `same as the baseline of 2026-10-01 (12 known, 0 new)`. */
function baselineText(baseline: ReportBaseline, verdict: Verdict): string {
  const { known, broken, fixed, lost, startedAt } = baseline;
  const same = verdict === baseline.verdict && broken === 0 && lost.length === 0 && fixed === 0;
  const counts = [`${known} known`, `${broken} new`];
  if (fixed > 0) counts.push(`${fixed} fixed`);
  const missing = lost.reduce((sum, { checks }) => sum + checks, 0);
  if (missing > 0) counts.push(`${missing} no longer judged`);
  const date = startedAt.slice(0, 10);
  return `${same ? "same as" : "compared with"} the baseline of ${date} (${counts.join(", ")})`;
}

/**
 * The verdict with the target that it is about and its numbers, in one sentence.
 *
 * @param mark makes a base URL safe where plain text is not, as in Markdown
 */
export function verdictText(report: Report, mark?: (url: string) => string): string {
  return `${report.verdict}: ${verdictSentence(report, mark)}`;
}

/** The sentence without the verdict's word, for where that is a title. */
export function verdictSentence(report: Report, mark?: (url: string) => string): string {
  const { must, should } = report.counts;
  const total = Object.values(must).reduce((sum, count) => sum + count, 0);
  const missing = must.skip + must.blocked + must.error;
  const optional = should.skip + should.blocked + should.error;
  const parts = [
    report.baseline === null ? null : baselineText(report.baseline, report.verdict),
    must.fail > 0
      ? `${must.fail} of ${plural(total, "must check")} failed`
      : `${must.pass} of ${plural(total, "must check")} passed`,
    missing > 0 ? `${missing} could not be judged` : null,
    must.waived + should.waived > 0 ? `${must.waived + should.waived} waived` : null,
    must.excluded + should.excluded > 0 ? `${must.excluded + should.excluded} excluded` : null,
    should.warn > 0 ? plural(should.warn, "warning") : null,
    optional > 0 ? `${optional} of the should checks could not be judged` : null,
    report.partial && report.traffic === null ? "a partial run" : null,
    report.interrupted ? interruption(report) : null,
    report.staleWaivers.length > 0 ? plural(report.staleWaivers.length, "stale waiver") : null,
  ];
  const run =
    report.traffic === null
      ? `${plural(report.requests, "request")} in ${durationText(report.durationMs)}`
      : `${plural(report.traffic.judged, "recorded response")}`;
  const target = targetText(report.target, mark);
  return `${target}; ${parts.filter((part) => part !== null).join(", ")}; ${run}`;
}
