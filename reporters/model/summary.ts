import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import { cardsOf, type FailureCard } from "./card.ts";
import type { Report, ReportResult } from "./report.ts";

/**
 * A card for each requirement that makes the run red, beyond what a baseline knows, the most severe first: `must` before `should`,
 * then in the order of the register, whose first areas are those on which the others rest.
 */
export function brokenCards(report: Report, register: Register): readonly FailureCard[] {
  const red = report.results.filter((result) => result.red && !result.known);
  const cards = cardsOf(red, report, register);
  return [
    ...cards.filter(({ level }) => level === "must"),
    ...cards.filter(({ level }) => level === "should"),
  ];
}

/** The requirements that warn without making the run red, each with its results. */
export function warnings({
  results,
}: Report): readonly (readonly [string, readonly ReportResult[]])[] {
  return [
    ...group(
      results.filter(({ status, red }) => status === "warn" && !red),
      ({ requirement }) => requirement,
    ),
  ];
}

/** What was skipped or an error of ours by its reason, which no problem of the run names; what was blocked has cards. */
export function notJudged(report: Report): readonly (readonly [string, readonly ReportResult[]])[] {
  if (isExplained(report)) return [];
  const missing = report.results.filter(
    ({ status, message }) =>
      (status === "skip" || status === "error") && !report.problems.includes(message),
  );
  return [...group(missing, ({ status, message }) => `${status}: ${message}`)];
}

/** Whether nothing was judged, and a problem says why: a page of reasons would hide it. */
export function isExplained(report: Pick<Report, "problems" | "results">): boolean {
  return report.problems.length > 0 && !anyJudged(report);
}

export function anyJudged({ results }: Pick<Report, "results">): boolean {
  return results.some(({ status }) => ["pass", "fail", "warn", "waived"].includes(status));
}

/** The waivers that hold, neither stale nor expired. */
export function activeWaivers(report: Report): Report["waivers"] {
  const settled = new Set(
    [...report.staleWaivers, ...report.expiredWaivers].map(({ index }) => index),
  );
  return report.waivers.filter((_, index) => !settled.has(index));
}

/** The first few requirements of several results, by name. */
export function requirementsOf(results: readonly ReportResult[]): string {
  return idsText([...new Set(results.map(({ requirement }) => requirement))]);
}

/** The first few ids, and how many more there are. */
export function idsText(ids: readonly string[]): string {
  const more = ids.length > 3 ? ` and ${ids.length - 3} more` : "";
  return `${ids.slice(0, 3).join(", ")}${more}`;
}
