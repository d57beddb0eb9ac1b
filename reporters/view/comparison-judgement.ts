import type { ChangedChecks, Comparison } from "../model/comparison.ts";
import { targetText } from "../text/target-text.ts";
import { plural } from "../text/verdict-text.ts";

export interface ComparisonRules {
  readonly failOnSlower: boolean;
  readonly allowIncomplete: boolean;
}

/**
 * 0: nothing is newly broken. 1: something fails in the later report that did not in the earlier one,
 * or an endpoint is slower and that was asked to count. 3: nothing of that, but a `must` that was judged
 * is no longer judged, which must not be taken for success.
 */
export function comparisonExitCode(comparison: Comparison, rules: ComparisonRules): 0 | 1 | 3 {
  const slower = comparison.times.some((one) => one.slower);
  if (weighs(comparison, "fails") || (slower && rules.failOnSlower)) return 1;
  return weighs(comparison, "open") && !rules.allowIncomplete ? 3 : 0;
}

/** The comparison in one line, with its targets and the number of checks of each kind. @param mark as of `targetText` */
export function comparisonSummary(comparison: Comparison, mark?: (url: string) => string): string {
  const said = weighs(comparison, "fails")
    ? "something broke"
    : weighs(comparison, "open")
      ? "nothing broke, but something is no longer run"
      : "nothing broke";
  const counts = [
    `${checksOf(comparison.broken)} broken`,
    `${checksOf(comparison.fixed)} fixed`,
    `${checksOf(comparison.new)} new`,
    `${checksOf(comparison.noLongerRun)} no longer run`,
    `${comparison.stillBroken} still broken`,
    `${comparison.unchanged} unchanged`,
  ];
  const slower = comparison.times.filter((one) => one.slower).length;
  const [a, b] = [comparison.before, comparison.after].map(({ target }) =>
    targetText(target, mark),
  );
  const targets = a === b ? a : `${a} before, ${b} now`;
  return `${said}: ${targets}; checks ${counts.join(", ")}; ${plural(slower, "endpoint")} slower`;
}

export function checksOf(groups: readonly ChangedChecks[]): number {
  return groups.reduce((sum, { cells }) => sum + cells.length, 0);
}

function weighs(comparison: Comparison, weight: ChangedChecks["weight"]): boolean {
  const groups = [...comparison.broken, ...comparison.new, ...comparison.noLongerRun];
  return groups.some((one) => one.weight === weight);
}
