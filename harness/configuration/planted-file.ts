import { lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The mode bits of a folder such as `/tmp`: anybody may write to it, but delete only their own files. */
const shared = 0o1002;

/**
 * Whether a file that was found may have been put there by another user: every command that is started in or below a
 * folder for everybody would read it. Checkouts of another user, as containers have them, are in folders of that user.
 *
 * @param file absolute path of a file that is there
 * @param user the id of the own user; undefined where users have none
 */
export function isPlanted(file: string, user = process.getuid?.()): boolean {
  if (user === undefined) return false;
  const { mode } = statSync(dirname(file));
  if ((mode & shared) !== shared) return false;
  // For a link, the owner of the link counts, who chose where it leads.
  const { uid } = lstatSync(file);
  return uid !== user && uid !== 0;
}
