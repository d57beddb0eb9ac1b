import { loadRegister } from "../../contracts/load.ts";
import type { CheckResult, RecordedExchange } from "../../contracts/vocabulary.ts";
import type { Loaded } from "../../harness/configuration/load.ts";
import { createRedactor } from "../../harness/secrets/redaction.ts";
import { secretsOf } from "../../harness/secrets/secrets.ts";
import type { Configuration } from "../../harness/settings/types.ts";
import { setReportsAside } from "../../reporters/files/earlier-reports.ts";
import { removeEmptyFolders } from "../../reporters/files/remove-empty-folders.ts";
import { certainReportNames } from "../../reporters/files/report-file-names.ts";
import { makeReportFolder } from "../../reporters/files/report-folder.ts";
import { writeReports } from "../../reporters/files/write-reports.ts";
import type { EarlierReport, Report } from "../../reporters/model/report.ts";
import type { JudgedResult } from "../../reporters/verdict/judgement.ts";
import { resultJudge } from "../../reporters/verdict/verdict.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { reportOf } from "../../run/build-run-report.ts";
import { lookupNotes } from "../../run/lookup-notes.ts";
import { openTarget } from "../../run/open-target.ts";
import { reportConfiguration } from "../../run/report-configuration.ts";
import { type OpenRun, openRun } from "../../run/run-checks.ts";
import { runUrl } from "../../run/run-url.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import type { PrepareOptions } from "../../suites/session/prepare.ts";
import type { CertifyProgress } from "./progress.ts";

/** What is certified, and how. */
export interface CertificationInput {
  readonly loaded: Loaded;
  /** The flags that name the target to the command, word by word. */
  readonly targetFlags: readonly string[];
  readonly baseline: EarlierReport | null;
  /** When the run was requested, by `performance.now()`; by default when it is opened. */
  readonly started?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CertifyProgress) => void) | undefined;
  /** Whether the reports of a whole run are written to the configured folder. */
  readonly writes: boolean;
}

/** A target under certification, check by check. */
export interface Certification {
  readonly tested: Configuration["surfaces"];
  readonly targetFlags: readonly string[];
  /** Problems of the whole run, such as that nothing responds. */
  readonly problems: readonly string[];
  /** The result of the search for descriptions, if there was one. */
  readonly notes: readonly string[];
  readonly planned: readonly PlannedCheck[];
  /** Judges one check; never rejects. */
  judge(check: PlannedCheck): Promise<CheckResult>;
  /** How a result counts, after waivers, exclusions and the baseline. */
  readonly counted: (result: CheckResult) => JudgedResult;
  /** The exchanges completed so far. */
  readonly exchanges: readonly RecordedExchange[];
  /**
   * The result of these checks; the others of a whole run count as not selected.
   * @param results in the order of the checks
   * @throws ReportWriteError if the reports can't be written
   */
  report(checks: readonly PlannedCheck[], results: readonly CheckResult[]): Promise<Report>;
  close(): Promise<void>;
}

/**
 * Opens a target and starts to send what its plan needs, unless requests are sent on demand.
 * @throws UsageError if the configuration can't be used, or ReportWriteError if the folder for the reports
 *   can't be made or those of an earlier run can't be moved; nothing was sent then
 */
export async function openCertification(
  input: CertificationInput,
  extent: PrepareOptions = {},
): Promise<Certification> {
  const { baseline, loaded, onProgress, signal, targetFlags } = input;
  const { started = performance.now() } = input;
  const { outputDirectory } = loaded.configuration;
  if (input.writes) setReportsAside(outputDirectory);
  // Before anything is sent, so that a folder that can't be made does not cost a run.
  const made = input.writes ? makeReportFolder(outputDirectory, certainReportNames(false)) : [];
  const target = await openTarget(loaded).catch((error: unknown) => {
    removeEmptyFolders(made);
    throw error;
  });
  const { configuration, keys } = target;
  let run: OpenRun;
  try {
    const options = { configuration, keys, started, ...extent };
    run = await openRun(signal === undefined ? options : { ...options, signal });
  } catch (error) {
    removeEmptyFolders(made);
    await target.close();
    throw error;
  }
  const { planned, exchanges, problems } = run;
  const today = run.startedAt.toISOString().slice(0, 10);
  let done = 0;
  return {
    tested: configuration.surfaces,
    targetFlags,
    problems,
    notes: lookupNotes(configuration),
    planned,
    exchanges,
    counted: resultJudge({ ...configuration, baseline, today }),
    async judge(check) {
      const result = await run.judge(check);
      done += 1;
      onProgress?.({ done, total: planned.length, requests: exchanges.length });
      return result;
    },
    async report(checks, results) {
      const certified = run.certified(checks, results);
      const facts = {
        runUrl: runUrl(process.env),
        configuration: reportConfiguration(configuration, keys),
        traffic: null,
        targetFlags,
        baseline,
      };
      const redact = createRedactor(secretsOf(configuration, keys));
      const report = reportOf(configuration, certified, facts, redact);
      // In the reports of a filtered run, skipped and missing checks would look the same.
      if (input.writes && extent.selection === undefined && checks.length === planned.length) {
        const view = reportView(report, loadRegister());
        await writeReports(configuration.outputDirectory, { view, exchanges });
      }
      return report;
    },
    async close() {
      // A part of a run writes none.
      removeEmptyFolders(made);
      try {
        await run.close();
      } finally {
        await target.close();
      }
    },
  };
}
