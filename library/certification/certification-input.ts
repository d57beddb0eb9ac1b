import { resolve } from "node:path";
import { isObject } from "../../contracts/json.ts";
import type { Flags } from "../../harness/configuration/flags.ts";
import type { Loaded } from "../../harness/configuration/load.ts";
import { targetFlags } from "../../harness/configuration/target-flags.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { setReportsAside } from "../../reporters/files/earlier-reports.ts";
import { ReportWriteError } from "../../reporters/files/report-write-error.ts";
import { ReportReadError } from "../../reporters/model/read-report.ts";
import type { EarlierReport } from "../../reporters/model/report.ts";
import { earlierReportFrom, readBaseline } from "../../run/report-file.ts";
import type { CertificationInput } from "./certification.ts";
import type { CertifyOptions } from "./options.ts";
import { readOptions } from "./read-options.ts";

/**
 * What the options specify, and the environment in addition to them. If they are wrong, reports that an
 * earlier run left in `outDir` are set aside, so that they are not mistaken for those of this run.
 * @throws UsageError with all mistakes; no message contains a key
 */
export function certificationInput(options: CertifyOptions): CertificationInput {
  try {
    return inputOf(options);
  } catch (error) {
    setAside(options);
    throw error instanceof UsageError ? withHint(error) : error;
  }
}

/** If that fails, the error in the options is still the one to report. */
function setAside(options: unknown): void {
  const outDir: unknown = isObject(options) ? options.outDir : undefined;
  if (typeof outDir !== "string" || outDir.trim() === "") return;
  try {
    setReportsAside(resolve(outDir));
  } catch (error) {
    if (!(error instanceof ReportWriteError)) throw error;
  }
}

/** Test runners print only the message of an error, so the hint must be part of it. */
function withHint(error: UsageError): UsageError {
  const { message, hint, mistakes, count } = error;
  return hint === null ? error : new UsageError(`${message}. ${hint}`, hint, mistakes, count);
}

function inputOf(options: CertifyOptions): CertificationInput {
  const loaded = readOptions(options, process.env);
  return {
    loaded,
    targetFlags: targetFlags(flagsOf(loaded, options), loaded),
    baseline: baselineOf(options.baseline),
    signal: options.signal,
    onProgress: options.onProgress,
    writes: options.outDir !== undefined,
  };
}

/** What the options contain is in no file or environment, so a command must repeat it. */
function flagsOf({ configuration: { surfaces } }: Loaded, options: CertifyOptions): Flags {
  const { aggregator, news } = surfaces;
  return {
    ...(aggregator === undefined ? {} : { aggregatorUrl: aggregator.baseUrl }),
    ...(news === undefined ? {} : { newsUrl: news.baseUrl }),
    ...(aggregator?.openapi ? { openapiAggregator: aggregator.openapi } : {}),
    ...(news?.openapi ? { openapiNews: news.openapi } : {}),
    ...(options.findDescription === false ? { description: false } : {}),
    ...(options.allowInsecureHttp === true ? { allowInsecureHttp: true } : {}),
  };
}

/** A report that is passed in code is validated like one that is read from a file. */
function baselineOf(given: CertifyOptions["baseline"]): EarlierReport | null {
  if (given === undefined) return null;
  if (typeof given === "string") return readBaseline(given, process.cwd());
  try {
    return earlierReportFrom("options.baseline", JSON.stringify(given));
  } catch (error) {
    if (!(error instanceof ReportReadError)) throw error;
    throw new UsageError(`certify options: baseline: ${error.message}`);
  }
}
