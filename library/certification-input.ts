import { baselineFrom, readReportFile } from "../cli/report-file.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import type { Baseline } from "../reporters/baseline.ts";
import { ReportReadError } from "../reporters/read-report.ts";
import type { CertificationInput } from "./certification.ts";
import type { CertifyOptions } from "./options.ts";
import { readOptions } from "./read-options.ts";

/**
 * What options say, with what the environment holds beside them.
 * @throws UsageError for the first thing that is wrong; no message holds a key
 */
export function certificationInput(options: CertifyOptions): CertificationInput {
  return {
    loaded: readOptions(options, process.env),
    baseline: baselineOf(options.baseline),
    signal: options.signal,
    onProgress: options.onProgress,
    writes: options.outDir !== undefined,
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
