import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deleteEarlierReports } from "./earlier-reports.ts";
import { type Reported, reportFiles } from "./report-files.ts";
import { makeReportFolder } from "./report-folder.ts";
import { ReportWriteError, reasonOf } from "./report-write-error.ts";

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

/** Writes a temporary file and renames it, so that no reader sees an incomplete file. */
async function writeWhole(file: string, text: string): Promise<string> {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, file);
    return file;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw new ReportWriteError(`can't write ${file}: ${reasonOf(error)}`);
  }
}
