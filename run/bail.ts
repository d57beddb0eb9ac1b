import type { CheckResult } from "../contracts/vocabulary.ts";
import type { Configuration } from "../harness/settings/types.ts";
import type { Baseline } from "../reporters/verdict/baseline.ts";
import { resultJudge } from "../reporters/verdict/verdict.ts";
import { enoughFailed } from "./end-reasons.ts";

type Rules = Pick<Configuration, "matrix" | "waivers" | "exclusions" | "failOn">;

/**
 * Decides when a run with `--bail` stops sending. Every requirement that fails the run counts once, whatever the
 * number of its cells. What is waived, excluded or known from a baseline does not fail a run.
 *
 * @param startedAt its day decides which waivers have expired
 * @returns a function to call with every result; it returns why nothing more is to be sent, or null to continue
 */
export function createBail(
  { matrix: { bail = null }, waivers, exclusions, failOn }: Rules,
  baseline: Baseline | null,
  startedAt: Date,
): (result: CheckResult) => string | null {
  if (bail === null) return () => null;
  const today = startedAt.toISOString().slice(0, 10);
  const judge = resultJudge({ waivers, exclusions, failOn, baseline, today });
  const failed = new Set<string>();
  const reason = enoughFailed(bail);
  return (result) => {
    const { red, known, requirement } = judge(result);
    if (red && !known) failed.add(requirement);
    return failed.size >= bail ? reason : null;
  };
}
