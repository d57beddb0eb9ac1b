import type { Report } from "../../reporters/model/report.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";
import { mostReceivedBytes, receivedTooMuch, tookTooLong } from "../../suites/session/session.ts";
import { enoughFailed, isEndedFromOutside } from "../end-reasons.ts";

/** Why no run with this configuration ends as the report says; empty if one can. Pure. */
export function endProblems(
  { ended, interrupted, exchanges }: Pick<Report, "ended" | "interrupted" | "exchanges">,
  { matrix }: Pick<ReportConfiguration, "matrix">,
): readonly string[] {
  if (ended === null) return [];
  if (isEndedFromOutside(ended)) {
    return interrupted ? [] : ["interrupted: false, although the run was ended from outside"];
  }
  const received = Object.values(exchanges).reduce(
    (sum, one) => sum + (one.response?.bytes ?? 0),
    0,
  );
  if (ended === receivedTooMuch && received > mostReceivedBytes) return [];
  const bail = matrix.bail ?? null;
  if (bail !== null && ended === enoughFailed(bail)) return [];
  // The limit is not compared with the configuration: the machines of a merged report may have had different ones.
  const [, seconds] = / of (\d+(?:\.\d+)?) s /.exec(ended) ?? [];
  if (seconds !== undefined && ended === tookTooLong(Number(seconds) * 1000)) return [];
  return [
    `ended: ${JSON.stringify(ended.slice(0, 200))} is not a reason for which this run could end`,
  ];
}
