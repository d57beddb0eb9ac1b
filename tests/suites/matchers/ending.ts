import { Inconclusive } from "../../../suites/model/check.ts";

/** How a matcher ended that finds nothing to judge: outcome and reason; `judged` for any other. */
export function ending(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Inconclusive) return `${error.outcome}: ${error.message}`;
    throw error;
  }
  return "judged";
}
