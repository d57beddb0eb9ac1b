import { parseUrl } from "../../contracts/parse-url.ts";
import type { Surface } from "../../contracts/vocabulary.ts";
import { withoutTrailingSlashes } from "../../contracts/without-trailing-slashes.ts";
import { isUrl } from "../../harness/is-url.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";
import { isPlainPath } from "../plain-path.ts";

type Told = Pick<Report, "target" | "targetFlags" | "configurationFile">;

/**
 * The flags and file names with which a report says how to run it again, as far as they do not follow from its target
 * and its configuration: readers paste them into a shell. Pure.
 *
 * @returns the problems, one line each
 */
export function targetProblems(
  { target, targetFlags, configurationFile }: Told,
  { surfaces }: Pick<ReportConfiguration, "surfaces">,
): readonly string[] {
  const problems: string[] = [];
  if (configurationFile !== null && !isPlainPath(configurationFile)) {
    problems.push("configurationFile: not a file name that a run would show");
  }
  const isTarget = (surface: Surface) => (value: string) => isSameUrl(value, target[surface]);
  const isDescription = (surface: Surface) => (value: string) => {
    const source = surfaces[surface]?.description?.source;
    if (source === undefined) return false;
    return isUrl(value) ? isSameUrl(value, source) : isPlainPath(value);
  };
  /** By the option; null if it has no value. */
  const options: Readonly<Record<string, ((value: string) => boolean) | null>> = {
    "--reference": null,
    "--aggregator-url": isTarget("aggregator"),
    "--news-url": isTarget("news"),
    "--openapi-aggregator": isDescription("aggregator"),
    "--openapi-news": isDescription("news"),
    "--config": (value) => value === configurationFile,
    "--env-file": isPlainPath,
    "--no-description": null,
    "--allow-insecure-http": null,
  };
  const seen = new Set<string>();
  const words = [...targetFlags];
  while (words.length > 0) {
    const option = words.shift() ?? "";
    const check = Object.hasOwn(options, option) ? options[option] : undefined;
    const isTwice = seen.has(option);
    seen.add(option);
    if (check === undefined || isTwice) {
      problems.push(
        `targetFlags: ${JSON.stringify(option.slice(0, 80))} is not an option that a run writes here`,
      );
      // What follows may be its value.
      break;
    }
    if (check === null) continue;
    const value = words.shift() ?? "";
    if (!check(value)) problems.push(`targetFlags: ${option} does not match the run`);
  }
  if (seen.has("--reference") !== target.embedded) {
    problems.push(
      "targetFlags: --reference must be there if, and only if, the reference server was judged",
    );
  }
  return problems;
}

/** Whether a URL, as it was typed, is the one that was used. */
function isSameUrl(typed: string, read: string | null): boolean {
  if (read === null) return false;
  const forms = [typed, parseUrl(typed)?.href ?? typed];
  return forms.some((form) => withoutTrailingSlashes(form) === withoutTrailingSlashes(read));
}
