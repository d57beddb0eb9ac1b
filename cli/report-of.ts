import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { Configuration } from "../harness/configuration/types.ts";
import { suiteVersion } from "../harness/suite-version.ts";
import { buildReport, type Report, type RunFacts } from "../reporters/report.ts";
import { judgeRun } from "../reporters/verdict.ts";
import type { Certified } from "./runner.ts";

/** What a run found as its report: the one way to it, from the command line and from the library. */
export function reportOf(
  configuration: Configuration,
  certified: Certified,
  { baseline = null }: Pick<RunFacts, "baseline">,
): Report {
  const { failOn, allowIncomplete, waivers, exclusions, embedded, surfaces } = configuration;
  const { results, interrupted, partial, unselected, startedAt } = certified;
  const judgement = judgeRun({
    results,
    waivers,
    exclusions,
    failOn,
    allowIncomplete,
    interrupted,
    partial,
    unselected,
    baseline,
    today: startedAt.toISOString().slice(0, 10),
  });
  return buildReport(
    {
      suite: { name: "news-conformance", version: suiteVersion },
      target: {
        aggregator: surfaces.aggregator?.baseUrl ?? null,
        news: surfaces.news?.baseUrl ?? null,
        embedded,
      },
      ...certified,
      failOn,
      allowIncomplete,
      waivers,
      exclusions,
      baseline,
    },
    judgement,
    loadRegister(),
    loadCatalogue(),
  );
}
