import { redactAll } from "../harness/exchanges/redact-all.ts";
import type { Redact } from "../harness/exchanges/redaction.ts";
import type { RunFacts } from "../reporters/model/build-report.ts";
import type {
  ReportConfiguration,
  ReportSurface,
} from "../reporters/model/report-configuration.ts";

type Told = Pick<
  RunFacts,
  | "target"
  | "runUrl"
  | "configuration"
  | "configurationFile"
  | "targetFlags"
  | "problems"
  | "descriptions"
>;

/**
 * What a report says about a run apart from its results and exchanges, without secrets: a user may have written one
 * into a URL, a path or a pattern, in any encoding.
 */
export function shownFacts<T extends Told>(facts: T, redact: Redact): T {
  const { target, runUrl, configuration, configurationFile, targetFlags } = facts;
  const { problems, descriptions } = facts;
  return {
    ...facts,
    target: redactAll(target, redact),
    runUrl: runUrl === null ? null : redact(runUrl),
    configuration: configuration === null ? null : shownConfiguration(configuration, redact),
    problems: problems.map(redact),
    ...(configurationFile && { configurationFile: redact(configurationFile) }),
    ...(targetFlags && { targetFlags: targetFlags.map(redact) }),
    ...(descriptions && { descriptions: redactAll(descriptions, redact) }),
  };
}

function shownConfiguration(
  { surfaces, ...others }: ReportConfiguration,
  redact: Redact,
): ReportConfiguration {
  const shown = ({ description = null, ...surface }: ReportSurface): ReportSurface => ({
    ...redactAll(surface, redact),
    // Its document was read without secrets, and may be large.
    description: description && {
      ...description,
      source: redact(description.source),
      problem: description.problem === null ? null : redact(description.problem),
    },
  });
  const { aggregator, news } = surfaces;
  return {
    ...redactAll(others, redact),
    surfaces: {
      ...(aggregator && { aggregator: shown(aggregator) }),
      ...(news && { news: shown(news) }),
    },
  };
}
