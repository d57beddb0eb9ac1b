import { reportConfiguration } from "../cli/report-configuration.ts";
import { baselineFrom, readReportFile } from "../cli/report-file.ts";
import { reportOf } from "../cli/report-of.ts";
import { reportedDescriptions } from "../cli/reported-descriptions.ts";
import { runUrl } from "../cli/run-url.ts";
import { certify as judgeTarget } from "../cli/runner.ts";
import { openTarget } from "../cli/target.ts";
import { loadRegister } from "../contracts/load.ts";
import type { Loaded } from "../harness/configuration/load.ts";
import type { Flags } from "../harness/configuration/merge.ts";
import { targetFlags } from "../harness/configuration/target-flags.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import type { Baseline } from "../reporters/baseline.ts";
import { ReportReadError } from "../reporters/read-report.ts";
import type { Report } from "../reporters/report.ts";
import { writeReports } from "../reporters/write.ts";
import type { CertifyOptions } from "./options.ts";
import { readOptions } from "./read-options.ts";

/**
 * Judges a target and returns its report, whose `verdict` is the result. The target is at the base URLs
 * of the options or the environment, or the built-in reference server (`target: "reference"`). Prints
 * nothing, writes nothing but into `outDir`, and leaves exit code and environment of the process alone.
 *
 * @throws UsageError where the options are wrong, or no target or a key is missing; nothing was sent then
 * @throws ReportWriteError where `outDir` can't be written
 */
export async function certify(options: CertifyOptions = {}): Promise<Report> {
  const loaded = readOptions(options, process.env);
  const baseline = baselineOf(options.baseline);
  const target = await openTarget(loaded);
  try {
    const { configuration, keys } = target;
    const { signal, onProgress } = options;
    const certified = await judgeTarget({
      configuration,
      keys,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined
        ? {}
        : { onProgress: ({ done, total, requests }) => onProgress({ done, total, requests }) }),
    });
    const report = reportOf(configuration, certified, {
      runUrl: runUrl(process.env),
      configuration: reportConfiguration(configuration, keys),
      traffic: null,
      targetFlags: targetFlags(flagsOf(loaded, options), loaded),
      descriptions: reportedDescriptions(configuration.surfaces, certified.exchanges),
      baseline,
    });
    if (options.outDir !== undefined) {
      const { exchanges } = certified;
      const register = loadRegister();
      await writeReports(configuration.outputDirectory, { report, register, exchanges });
    }
    return report;
  } finally {
    await target.close();
  }
}

/** What the options name stands in no file and no environment, so that a command has to repeat it. */
function flagsOf({ configuration: { surfaces } }: Loaded, options: CertifyOptions): Flags {
  const { aggregator, news } = surfaces;
  return {
    ...(aggregator === undefined ? {} : { aggregatorUrl: aggregator.baseUrl }),
    ...(news === undefined ? {} : { newsUrl: news.baseUrl }),
    ...(aggregator?.openapi ? { openapiAggregator: aggregator.openapi } : {}),
    ...(news?.openapi ? { openapiNews: news.openapi } : {}),
    ...(options.findDescription === false ? { description: false } : {}),
  };
}

/** A report that is passed on in code is validated like one that is read. */
function baselineOf(given: CertifyOptions["baseline"]): Baseline | null {
  if (given === undefined) return null;
  if (typeof given === "string") return readReportFile(given, process.cwd());
  try {
    return baselineFrom("options.baseline", JSON.stringify(given));
  } catch (error) {
    if (!(error instanceof ReportReadError)) throw error;
    throw new UsageError(`certify options: baseline: ${error.message}`);
  }
}
