import { rm } from "node:fs/promises";
import { join } from "node:path";
import { collectGarbage } from "../../harness/collect-garbage.ts";
import { deleteEarlierReports } from "./earlier-reports.ts";
import { type Reported, reportFiles } from "./report-files.ts";
import { makeReportFolder } from "./report-folder.ts";
import { ReportWriteError, reasonOf } from "./report-write-error.ts";
import { writeWhole } from "./write-whole.ts";

/** The heap above which the garbage of one file is collected before the next: large bodies were recorded. */
const largeHeapBytes = 64 * 1024 * 1024;

/**
 * Writes every file of the report folder, each whole or not at all, into a folder that is made where
 * there is none.
 * @param directory absolute path
 * @param keep absolute paths of files that are not to be deleted, whoever wrote them
 * @returns absolute paths of what was written
 * @throws ReportWriteError
 */
export async function writeReports(
  directory: string,
  reported: Reported,
  keep: readonly string[] = [],
): Promise<readonly string[]> {
  makeReportFolder(directory);
  const written: string[] = [];
  for (const { name, text } of reportFiles) {
    const file = join(directory, name);
    const content = await text(reported);
    if (content !== null) written.push(await writeWhole(file, content));
    else if (!keep.includes(file)) await rm(file, { force: true });
    if (process.memoryUsage().heapUsed > largeHeapBytes) collectGarbage();
  }
  deleteEarlier(directory);
  return written;
}

/** @throws ReportWriteError */
function deleteEarlier(directory: string): void {
  try {
    deleteEarlierReports(directory);
  } catch (error) {
    throw new ReportWriteError(
      `can't delete the earlier reports in ${directory}: ${reasonOf(error)}`,
    );
  }
}
