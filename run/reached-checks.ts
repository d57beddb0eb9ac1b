import type { CheckResult } from "../contracts/vocabulary.ts";
import { budgetSpent } from "../harness/exchanges/live-source.ts";
import type { PlannedCheck } from "../suites/model/planned-check.ts";

/** Checks with their results, in the same order. */
interface Judged {
  readonly checks: readonly PlannedCheck[];
  readonly results: readonly CheckResult[];
}

/**
 * The checks for which the budget of a run was enough. How many requests depend on responses is known only when
 * the responses arrive; a check that lacks one of these requests is left out, like those that were not planned.
 */
export function reachedChecks({ checks, results }: Judged): Judged {
  const reached = (_: unknown, index: number) => {
    const result = results[index];
    return result === undefined || isReached(result);
  };
  return { checks: checks.filter(reached), results: results.filter(reached) };
}

/** Whether the budget was enough for the check of a result. */
export function isReached({ outcome, message }: Pick<CheckResult, "outcome" | "message">): boolean {
  return !(outcome === "blocked" && message === budgetSpent);
}
