import { checkKey } from "../../contracts/check-key.ts";
import type { CheckResult, RecordedExchange } from "../../contracts/vocabulary.ts";
import { isFull } from "../../harness/configuration/matrix-choice.ts";
import { reportedDescriptions } from "../reported-descriptions.ts";
import { leftOut, planFor, type RunChecksOptions, type RunOutcome } from "../run-checks.ts";

/**
 * The result of a run that was ended from outside: what it had judged, and all other checks as `blocked`
 * with the reason.
 */
export function unfinished(
  { configuration, keys, started }: RunChecksOptions & { readonly started: number },
  results: readonly CheckResult[],
  exchanges: readonly RecordedExchange[],
  reason: string,
): RunOutcome {
  const planned = planFor(configuration, keys);
  const judged = new Set(results.map(checkKey));
  const open = planned.flatMap(({ requirement, cell }): readonly CheckResult[] => {
    const place = { ...cell, requirement: requirement.id };
    if (judged.has(checkKey(place))) return [];
    return [
      {
        ...place,
        level: requirement.level,
        outcome: "blocked",
        message: reason,
        findings: [],
        exchanges: [],
      },
    ];
  });
  const unselected = leftOut(configuration, keys, planned);
  return {
    results: [...results, ...open],
    exchanges,
    interrupted: true,
    partial: unselected.length > 0 || !isFull(configuration.matrix),
    unselected,
    problems: [],
    ended: reason,
    samples: [],
    descriptions: reportedDescriptions(configuration.surfaces, exchanges),
    startedAt: new Date(performance.timeOrigin + started),
    durationMs: performance.now() - started,
  };
}
