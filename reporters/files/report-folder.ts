import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { refuseIrreplaceable } from "./irreplaceable.ts";
import { ReportWriteError, reasonOf } from "./report-write-error.ts";
import { lstatIfThere, statIfThere } from "./stat-if-there.ts";

const forOwnerOnly = 0o700;
/** The user id of root. */
const administrator = 0;

/**
 * Makes a folder for reports, with the folders above it, where it does not exist, for its owner only.
 * @param directory absolute path
 * @param names of the files that will be written to it
 * @returns the folders that were made, outermost first; empty if it was there
 * @throws ReportWriteError also if it is a link of another user, or if it is there and nothing, or one of these files,
 *   can't be written to it: a run asks before it sends anything
 */
export function makeReportFolder(
  directory: string,
  names: readonly string[] = [],
): readonly string[] {
  refuseForeignLink(directory);
  refuseUnwritable(directory);
  refuseIrreplaceable(directory, names);
  try {
    return makeWithParents(resolve(directory));
  } catch (error) {
    throw new ReportWriteError(`can't make the folder ${directory}: ${reasonOf(error)}`);
  }
}

/**
 * In a folder where everybody may write, such as `/tmp`, another user could choose where reports are written.
 * @throws ReportWriteError
 */
function refuseForeignLink(directory: string): void {
  const there = lstatIfThere(directory);
  if (there?.isSymbolicLink() !== true) return;
  // Windows has no numbers of users.
  const trusted = [process.geteuid?.() ?? there.uid, administrator];
  if (trusted.includes(there.uid)) return;
  throw new ReportWriteError(
    `${directory} is a symbolic link that another user has made; delete it or name another folder`,
  );
}

/** @throws ReportWriteError */
function refuseUnwritable(directory: string): void {
  if (!isFolder(directory)) return;
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ReportWriteError(`can't write to the folder ${directory}: ${reasonOf(error)}`);
  }
}

/**
 * One folder after the other, since Node's `recursive` tries forever on an existing file system that makes no
 * folders, such as `/proc`.
 */
function makeWithParents(directory: string): readonly string[] {
  if (isFolder(directory)) return [];
  const parent = dirname(directory);
  const above = statIfThere(parent) === undefined ? makeWithParents(parent) : [];
  try {
    mkdirSync(directory, { mode: forOwnerOnly });
    return [...above, directory];
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(directory)) throw error;
    return above;
  }
}

function isFolder(path: string): boolean {
  return statIfThere(path)?.isDirectory() === true;
}
