import { dirname, resolve } from "node:path";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { statIfThere } from "../reporters/files/stat-if-there.ts";
import { visibleLine } from "../reporters/text/visible.ts";

/** The file for a comment; its folder has to be there before anything is sent. @throws UsageError */
export function commentFile(githubComment: string | undefined): string | null {
  if (githubComment === undefined) return null;
  const file = resolve(githubComment);
  const folder = statIfThere(dirname(file));
  if (folder?.isDirectory() === true) return file;
  throw new UsageError(
    `there is no folder ${visibleLine(dirname(githubComment))} for --github-comment`,
    "Create it, or choose another file.",
  );
}
