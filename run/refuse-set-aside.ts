import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { shellWord } from "../contracts/shell-word.ts";
import { UsageError } from "../harness/settings/usage-error.ts";
import { earlierFolderWith } from "../reporters/files/earlier-reports.ts";
import type { ReportFileName } from "../reporters/files/report-file-names.ts";
import { visibleLine } from "../reporters/text/visible.ts";

/**
 * Says where the report is if the last run into a folder wrote none, because of a typo for example, and the one before
 * was set aside. Does nothing if there is a report, or none at all.
 *
 * @param name of the folder, or of the file in it, relative to the working directory
 * @throws UsageError
 */
export function refuseSetAside(name: string, cwd: string, file: ReportFileName): void {
  const folder = basename(name) === file ? dirname(name) : name;
  if (existsSync(resolve(cwd, folder, file))) return;
  const earlier = earlierIn(resolve(cwd, folder), file);
  if (earlier === null) return;
  const place = join(folder, earlier);
  throw new UsageError(
    visibleLine(
      `${folder} has no current report; the earlier one is in ${place}: news-conformance show ${shellWord(place)}`,
    ),
  );
}

/** A folder that can't be read counts as one without a report: opening it reports the reason. */
function earlierIn(directory: string, file: ReportFileName): string | null {
  try {
    return earlierFolderWith(directory, file);
  } catch {
    return null;
  }
}
