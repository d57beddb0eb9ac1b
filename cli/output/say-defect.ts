import { exitCodes } from "./exit-codes.ts";
import type { Output } from "./output.ts";

/** The process, or the system, has as many files open as it may. */
const outOfFiles: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE"]);

/**
 * Prints an unexpected error, which is a defect of the suite, unless there were too few files to open.
 * @returns the exit code
 */
export function sayDefect(error: unknown, output: Pick<Output, "note">): number {
  if (error instanceof Error && "code" in error && outOfFiles.has(error.code)) {
    output.note("error: too many files are open");
    output.note("Allow this process to open more, for example with: ulimit -n 1024");
    return exitCodes.usage;
  }
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  output.note(`error: a defect of news-conformance, please report it:\n${what}`);
  return exitCodes.defect;
}
