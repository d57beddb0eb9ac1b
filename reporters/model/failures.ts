import type { CheckPlace, Level } from "../../contracts/vocabulary.ts";
import type { Report, ReportResult } from "./report.ts";

/**
 * The checks that have failed and have not been judged better since. A run of failures only (`--only-failed`)
 * that ends early leaves those that it did not judge as they were. Pure.
 *
 * @param failOn the lowest level at which a broken requirement fails a run
 */
export function failuresIn(
  { results, configuration }: Pick<Report, "results" | "configuration">,
  failOn: Level,
): readonly CheckPlace[] {
  const hadFailed = (configuration?.matrix.failed ?? null) !== null;
  const isFailure = ({ status }: ReportResult) =>
    status === "fail" ||
    (status === "warn" && failOn === "should") ||
    (hadFailed && (status === "blocked" || status === "error"));
  return results.filter(isFailure).map(({ requirement, surface, endpoint, version, auth }) => ({
    requirement,
    surface,
    endpoint,
    version,
    auth,
  }));
}
