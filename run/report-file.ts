import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileProblem } from "../harness/configuration/file.ts";
import { readRegularFile } from "../harness/regular-file.ts";
import { UsageError } from "../harness/settings/usage-error.ts";
import { earlierFolder } from "../reporters/files/earlier-reports.ts";
import { statIfThere } from "../reporters/files/stat-if-there.ts";
import { ReportReadError, readReport } from "../reporters/model/read-report.ts";
import type { EarlierReport } from "../reporters/model/report.ts";
import { refuseSetAside } from "./refuse-set-aside.ts";

/** Reports of large runs have a few megabytes. */
export const maxReportBytes = 128 * 1024 * 1024;

const whatToGive = "Give a report.json that a run has written, or its folder.";

/**
 * Reads an earlier report and validates it against the published schema.
 * @param name of a `report.json` or its folder, relative to the working directory
 * @throws UsageError if it can't be read or is not a valid report
 */
export function readReportFile(name: string, cwd: string): EarlierReport {
  refuseSetAside(name, cwd, "report.json");
  const path = resolve(cwd, name);
  const isFolder = statIfThere(path)?.isDirectory() === true;
  let text: string;
  try {
    text = readRegularFile(isFolder ? join(path, "report.json") : path, maxReportBytes).toString(
      "utf8",
    );
  } catch (error) {
    throw new UsageError(`can't read the report ${name}: ${fileProblem(error)}`, whatToGive);
  }
  try {
    return earlierReportFrom(name, text);
  } catch (error) {
    if (!(error instanceof ReportReadError)) throw error;
    throw new UsageError(`can't use the report ${name}: ${error.message}`, whatToGive);
  }
}

/**
 * The baseline report of a run. If the last run into a folder wrote no reports, the earlier reports,
 * which were set aside, are used.
 *
 * @throws UsageError like `readReportFile`
 */
export function readBaseline(name: string, cwd: string): EarlierReport {
  const path = resolve(cwd, name);
  const folder = basename(path) === "report.json" ? dirname(path) : path;
  const isThere = (file: string) => existsSync(resolve(folder, file));
  const aside = join(earlierFolder, "report.json");
  if (isThere("report.json") || !isThere(aside)) return readReportFile(name, cwd);
  return readReportFile(relative(cwd, join(folder, aside)), cwd);
}

/**
 * @param text of a `report.json`
 * @throws ReportReadError
 */
export function earlierReportFrom(file: string, text: string): EarlierReport {
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  return { file, digest, report: readReport(text) };
}
