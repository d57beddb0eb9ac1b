import { redactAll } from "../harness/secrets/redact-all.ts";
import type { Redact } from "../harness/secrets/redaction.ts";
import type { RunFacts } from "../reporters/model/build-report.ts";
import type {
  ReportConfiguration,
  ReportSurface,
} from "../reporters/model/report-configuration.ts";
import { isPlainPath } from "./plain-path.ts";

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
    ...(configurationFile && { configurationFile: shownPath(redact(configurationFile)) }),
    ...(targetFlags && { targetFlags: shownFlags(targetFlags.map(redact)) }),
    ...(descriptions && { descriptions: redactAll(descriptions, redact) }),
  };
}

function shownPath(name: string): string | null {
  return isPlainPath(name) ? name : null;
}

/** Options with a file name; left out if redaction or a shell would change that name. */
const withFiles: ReadonlySet<string> = new Set(["--config", "--env-file"]);

function shownFlags(words: readonly string[]): readonly string[] {
  const isHidden = (option: string | undefined, value: string | undefined) =>
    withFiles.has(option ?? "") && !isPlainPath(value ?? "");
  return words.filter(
    (word, index) => !isHidden(word, words[index + 1]) && !isHidden(words[index - 1], word),
  );
}

function shownConfiguration(
  { surfaces, ...others }: ReportConfiguration,
  redact: Redact,
): ReportConfiguration {
  const shown = ({ description = null, ...surface }: ReportSurface): ReportSurface => ({
    ...redactAll(surface, redact),
    // Secrets were removed from its document when it was read; the document may be large.
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
