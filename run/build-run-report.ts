import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { Redact } from "../harness/secrets/redaction.ts";
import type { Configuration } from "../harness/settings/types.ts";
import { suiteVersion } from "../harness/suite-version.ts";
import { buildReport, type RunFacts } from "../reporters/model/build-report.ts";
import type { Report } from "../reporters/model/report.ts";
import { judgeRun } from "../reporters/verdict/verdict.ts";
import { accessNotices } from "./access-notices.ts";
import { reportedTarget } from "./reported-target.ts";
import type { RunOutcome } from "./run-checks.ts";
import { shownFacts } from "./shown-facts.ts";

/** The part of the configuration that affects how results count. */
export type JudgedBy = Pick<
  Configuration,
  "embedded" | "failOn" | "allowIncomplete" | "waivers" | "exclusions"
> & {
  readonly surfaces: Readonly<Record<string, { readonly baseUrl: string } | undefined>>;
};

/** The other parts of a report. */
type Besides = Pick<
  RunFacts,
  "runUrl" | "configuration" | "configurationFile" | "traffic" | "baseline" | "targetFlags"
>;

/**
 * Builds the report from results: the only way to do so, for live runs and replays.
 *
 * @param redact for what the user entered; results and exchanges are redacted when they are made
 */
export function reportOf(
  judgedBy: JudgedBy,
  certified: Omit<RunOutcome, "unselected"> & Partial<Pick<RunOutcome, "unselected">>,
  besides: Besides,
  redact: Redact = (text) => text,
): Report {
  const { failOn, allowIncomplete } = judgedBy;
  const reasoned = <T extends { readonly reason: string }>(entry: T): T => ({
    ...entry,
    reason: redact(entry.reason),
  });
  const waivers = judgedBy.waivers.map(reasoned);
  const exclusions = judgedBy.exclusions.map(reasoned);
  const { results, interrupted, partial, unselected, startedAt, problems, ended } = certified;
  const register = loadRegister();
  const judgement = judgeRun({
    results,
    waivers,
    exclusions,
    failOn,
    allowIncomplete,
    interrupted,
    partial,
    ...(unselected === undefined ? {} : { unselected }),
    baseline: besides.baseline ?? null,
    today: startedAt.toISOString().slice(0, 10),
  });
  const facts: RunFacts = {
    suite: { name: "news-conformance", version: suiteVersion },
    target: reportedTarget(judgedBy),
    ...certified,
    ...besides,
    problems: [
      ...accessNotices(besides.configuration),
      ...problems,
      ...(ended === null ? [] : [ended]),
    ],
    failOn,
    allowIncomplete,
    waivers,
    exclusions,
  };
  return buildReport(shownFacts(facts, redact), judgement, register, loadCatalogue());
}
