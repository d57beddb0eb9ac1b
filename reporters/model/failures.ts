import { checkKey } from "../../contracts/check-key.ts";
import type { CheckPlace, Level } from "../../contracts/vocabulary.ts";
import type { Report, ReportResult } from "./report.ts";

/**
 * The checks that fail, and those that failed before and could not be judged now. Pure.
 *
 * @param failOn the lowest level at which a broken requirement fails a run
 * @param before the checks that failed before; those to which a run was restricted by default
 */
export function failuresIn(
  { results, configuration }: Pick<Report, "results" | "configuration">,
  failOn: Level,
  before: readonly CheckPlace[] = configuration?.matrix.failed ?? [],
): readonly CheckPlace[] {
  const hadFailed = new Set(before.map(checkKey));
  const isFailure = (result: ReportResult) => {
    const { status } = result;
    if (status === "fail" || (status === "warn" && failOn === "should")) return true;
    return (status === "blocked" || status === "error") && hadFailed.has(checkKey(result));
  };
  return results.filter(isFailure).map(({ requirement, surface, endpoint, version, auth }) => ({
    requirement,
    surface,
    endpoint,
    version,
    auth,
  }));
}
