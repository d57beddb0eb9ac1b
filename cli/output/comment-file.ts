import { accessSync, constants, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { lstatIfThere, statIfThere } from "../../reporters/files/stat-if-there.ts";
import { visibleLine } from "../../reporters/text/visible.ts";

/**
 * The absolute path of the file for a comment; null if none is requested. As many problems as possible are found
 * here, before anything is sent.
 * @throws UsageError
 */
export function commentFile(githubComment: string | undefined): string | null {
  if (githubComment === undefined) return null;
  const file = resolve(githubComment);
  const folder = dirname(file);
  if (statIfThere(folder)?.isDirectory() !== true) {
    throw new UsageError(
      `there is no folder ${visibleLine(dirname(githubComment))} for --github-comment`,
      "Create it, or choose another file.",
    );
  }
  // A file is replaced as a whole. Replacing `/dev/stdout` would remove it for every program on the machine.
  const there = lstatIfThere(file);
  if (there !== undefined && !there.isFile()) {
    throw new UsageError(
      `${visibleLine(githubComment)} for --github-comment is ${kindOf(there)}`,
      "Name a file; it is replaced as a whole.",
    );
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new UsageError(
      `nothing can be written to the folder ${visibleLine(dirname(githubComment))} for --github-comment`,
      "Choose another file.",
    );
  }
  return file;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  return stats.isSymbolicLink() ? "a symbolic link" : "a device, a pipe or a socket";
}
