import { mkdirSync } from "node:fs";
import { ReportWriteError, reasonOf } from "./report-write-error.ts";

const forOwnerOnly = 0o700;

/**
 * Makes a folder for reports, with the folders above it, where it does not exist, for its owner only.
 * @param directory absolute path
 * @throws ReportWriteError
 */
export function makeReportFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: forOwnerOnly });
  } catch (error) {
    throw new ReportWriteError(`can't make the folder ${directory}: ${reasonOf(error)}`);
  }
}
