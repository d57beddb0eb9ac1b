import { rm } from "node:fs/promises";
import { join } from "node:path";
import { deleteEarlierReports, isReport } from "./earlier-reports.ts";
import type { IsKept } from "./kept-files.ts";
import type { ReportFileName } from "./report-file-names.ts";
import { type Reported, reportFiles } from "./report-files.ts";
import { makeReportFolder } from "./report-folder.ts";
import { ReportWriteError, reasonOf } from "./report-write-error.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * Writes every file of the report folder, each whole or not at all, into a folder that is made where
 * there is none.
 * @param directory absolute path
 * @param isKept which files are not deleted, whoever wrote them
 * @param onWritten called after each file
 * @returns absolute paths of what was written
 * @throws ReportWriteError
 */
export async function writeReports(
  directory: string,
  reported: Reported,
  isKept: IsKept = () => false,
  onWritten: () => void = () => {},
): Promise<readonly string[]> {
  makeReportFolder(directory);
  const written: string[] = [];
  for (const { name, text } of reportFiles) {
    const file = join(directory, name);
    const content = await text(reported);
    if (content !== null) written.push(await writeWhole(file, content));
    else if (!isKept(file)) await deleteReport(file, name);
    onWritten();
  }
  deleteEarlier(directory, isKept);
  return written;
}

/** One that an earlier run has left; whatever else has its name stays. @throws ReportWriteError */
async function deleteReport(file: string, name: ReportFileName): Promise<void> {
  try {
    if (isReport(file, name)) await rm(file, { force: true });
  } catch (error) {
    throw new ReportWriteError(`can't delete the earlier ${file}: ${reasonOf(error)}`);
  }
}

/** @throws ReportWriteError */
function deleteEarlier(directory: string, isKept: IsKept): void {
  try {
    deleteEarlierReports(directory, isKept);
  } catch (error) {
    throw new ReportWriteError(
      `can't delete the earlier reports in ${directory}: ${reasonOf(error)}`,
    );
  }
}
