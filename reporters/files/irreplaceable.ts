import { join } from "node:path";
import { ReportWriteError } from "./report-write-error.ts";
import { lstatIfThere, statIfThere } from "./stat-if-there.ts";

/**
 * Why a file can't be put in the place of what is at a path: a folder may hold anything, and replacing `/dev/stdout`
 * would remove it for every program on the machine. A symbolic link is replaced.
 * @returns null if it can be replaced, or nothing is there
 */
export function irreplaceable(path: string): string | null {
  if (lstatIfThere(path)?.isDirectory() === true) return "a folder of that name is in the way";
  const stats = statIfThere(path);
  const isSpecial = stats !== undefined && !stats.isFile() && !stats.isDirectory();
  return isSpecial ? "it is a device, a pipe or a socket" : null;
}

/** What is said of it. */
export function cannotReplace(path: string, reason: string): ReportWriteError {
  return new ReportWriteError(
    `can't write ${path}: ${reason}`,
    "Move it away, or choose another --out.",
  );
}

/**
 * Asked before a run sends anything: what is in the way of a report would cost the run.
 * @param directory absolute path
 * @param names of the files that will be written
 * @throws ReportWriteError
 */
export function refuseIrreplaceable(directory: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(directory, name);
    const reason = irreplaceable(path);
    if (reason !== null) throw cannotReplace(path, reason);
  }
}
