import { relative } from "node:path";
import type { Loaded } from "../harness/configuration/load.ts";
import { UsageError } from "../harness/settings/usage-error.ts";
import { failuresIn } from "../reporters/model/failures.ts";
import { reportDifferences } from "../reporters/model/report-differences.ts";
import { plural } from "../reporters/text/verdict-text.ts";
import { readBaseline } from "./report-file.ts";
import { reportedTarget } from "./reported-target.ts";

/** A configuration narrowed to the checks that failed in an earlier run, with notes for the user. */
export interface OnlyFailed {
  readonly loaded: Loaded;
  /** One line each; may quote what somebody else wrote. */
  readonly notes: readonly string[];
}

/**
 * Narrows a run to what failed in an earlier one.
 *
 * @param named a report or its folder, from the working directory; true for the last report in the folder
 *   that this run writes to
 * @throws UsageError if there is no such report, or nothing failed in it
 */
export function onlyFailed(loaded: Loaded, named: string | true, cwd: string): OnlyFailed {
  const { configuration } = loaded;
  const last = relative(cwd, configuration.outputDirectory) || ".";
  const { file, report } = lastReport(named === true ? last : named, cwd);
  const failed = failuresIn(report, configuration.failOn);
  if (failed.length === 0) {
    throw new UsageError(
      `no check failed in the report ${file}, so --only-failed leaves nothing to judge`,
      "Omit --only-failed to judge everything, or name another report.",
    );
  }
  const { failOn, embedded } = configuration;
  // The target of an embedded server is not known yet, and has another port in every run.
  const target = embedded ? { ...report.target, embedded } : reportedTarget(configuration);
  const differences = reportDifferences(report, { ...report, target, failOn });
  return {
    loaded: {
      ...loaded,
      configuration: { ...configuration, matrix: { ...configuration.matrix, failed } },
    },
    notes: [
      `only failed: ${plural(failed.length, "check")} of the report of ${report.startedAt} in ${file}`,
      ...differences.map((difference) => `that report differs: ${difference}`),
    ],
  };
}

function lastReport(name: string, cwd: string) {
  try {
    return readBaseline(name, cwd);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `--only-failed needs an earlier report: ${error.message}`,
      "Omit --only-failed once, or name a report.json or its folder after it.",
    );
  }
}
