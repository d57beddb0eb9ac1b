import { reasonOf } from "../reporters/files/report-write-error.ts";
import { exitCodes } from "./output/exit-codes.ts";
import type { Output } from "./output/output.ts";
import { sayDefect } from "./output/say-defect.ts";

/**
 * Handles errors that reach no command. Node would end the process with 1 for each of them, which is the exit code
 * for a non-conformant server.
 */
export function guardProcess(output: Pick<Output, "note">): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that closes the pipe, such as `head`, has read enough: the exit code is still that of the verdict.
    if (error.code === "EPIPE") return;
    output.note(`error: can't write to the standard output: ${reasonOf(error)}`);
    // The output is incomplete, so the command must not appear to have succeeded.
    process.once("exit", () => {
      process.exitCode = exitCodes.usage;
    });
  });
  // There is nowhere else to report it, and only messages are lost.
  process.stderr.on("error", () => {});
  process.on("uncaughtException", (error) => {
    process.exit(sayDefect(error, output));
  });
}
