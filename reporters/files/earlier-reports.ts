import {
  lstatSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { holdsText, mostSearchedBytes } from "./holds-text.ts";
import type { IsKept } from "./kept-files.ts";
import { type ReportFileName, reportFileMarks, reportFileNames } from "./report-file-names.ts";
import { makeReportFolder } from "./report-folder.ts";
import { ReportWriteError, reasonOf } from "./report-write-error.ts";

/** Below a report folder: the reports of an earlier run, until a later run writes its own. */
export const earlierFolder = "earlier-run";

/**
 * Moves the reports of an earlier run into the folder `earlier-run/` below their own, so that nobody who
 * collects reports takes them for those of a later run, however that ends. Reports that are already in
 * `earlier-run/` are deleted. Files that are not reports of this suite are neither moved nor deleted.
 *
 * @param directory absolute path; it need not exist
 * @param isKept which files stay
 * @returns the absolute path of the folder that now holds them; null if there were none
 * @throws ReportWriteError if they can't be moved; the reports of this run could not be written either
 */
export function setReportsAside(directory: string, isKept: IsKept = () => false): string | null {
  try {
    return moveReports(directory, isKept);
  } catch (error) {
    throw new ReportWriteError(
      `can't move the reports of an earlier run out of ${directory}: ${reasonOf(error)}`,
    );
  }
}

function moveReports(directory: string, isKept: IsKept): string | null {
  const names = reportsIn(directory).filter((name) => !isKept(join(directory, name)));
  if (names.length === 0) return null;
  const folder = freeFolder(directory, isKept);
  for (const name of reportsIn(folder)) rmSync(join(folder, name));
  makeReportFolder(folder);
  for (const name of names) renameSync(join(directory, name), join(folder, name));
  return folder;
}

/** Deletes what was set aside, once the reports of a later run are there. @throws Error of the file system */
export function deleteEarlierReports(directory: string, isKept: IsKept): void {
  const folder = join(directory, earlierFolder);
  if (!holdsReportsOnly(folder, isKept)) return;
  for (const name of reportsIn(folder)) rmSync(join(folder, name));
  rmdirSync(folder);
}

/**
 * The folder below a report folder in which a report of an earlier run is.
 * @param directory absolute path
 * @returns its name, such as `earlier-run`; null if there is none
 */
export function earlierFolderWith(directory: string, file: ReportFileName): string | null {
  for (let number = 1; ; number += 1) {
    const name = folderName(number);
    const folder = join(directory, name);
    if (statsOf(folder) === null) return null;
    if (isReport(join(folder, file), file)) return name;
  }
}

/** The first folder that is not there yet, or in which nothing but earlier reports would be lost. */
function freeFolder(directory: string, isKept: IsKept, number = 1): string {
  const folder = join(directory, folderName(number));
  return statsOf(folder, lstatSync) === null || holdsReportsOnly(folder, isKept)
    ? folder
    : freeFolder(directory, isKept, number + 1);
}

function folderName(number: number): string {
  return number === 1 ? earlierFolder : `${earlierFolder}-${number}`;
}

/** None of which has to stay. */
function holdsReportsOnly(folder: string, isKept: IsKept): boolean {
  // The target of a symbolic link belongs to somebody else.
  if (statsOf(folder, lstatSync)?.isDirectory() !== true) return false;
  const reports: ReadonlySet<string> = new Set(reportsIn(folder));
  return readdirSync(folder).every((name) => reports.has(name) && !isKept(join(folder, name)));
}

/** The names of this suite's reports in a folder; another tool may have a `junit.xml` there. */
function reportsIn(directory: string): readonly string[] {
  return reportFileNames.filter((name) => isReport(join(directory, name), name));
}

/**
 * Whether a file is a report of this suite: another tool may have one of the same name.
 * @throws Error of the file system
 */
export function isReport(file: string, name: ReportFileName): boolean {
  const stats = statsOf(file);
  if (stats?.isFile() !== true || stats.size > mostSearchedBytes) return false;
  try {
    return holdsText(file, reportFileMarks[name]);
  } catch (error) {
    // The kernel has files that can't be read like others, to which a link may lead.
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EINVAL" || code === "EIO") return false;
    throw error;
  }
}

function statsOf(path: string, look: (path: string) => Stats = statSync): Stats | null {
  try {
    return look(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}
