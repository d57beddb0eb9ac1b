import { rmdirSync } from "node:fs";

/**
 * Removes folders that were made for reports, once there will be none.
 * @param folders absolute paths, outermost first; those in which something is stay
 */
export function removeEmptyFolders(folders: readonly string[]): void {
  try {
    for (const folder of folders.toReversed()) rmdirSync(folder);
  } catch {
    // Whoever put something there wants to keep it, and an empty folder does no harm.
  }
}
