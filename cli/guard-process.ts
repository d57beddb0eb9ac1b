import { reasonOf } from "../reporters/files/report-write-error.ts";
import { exitCodes } from "./exit-codes.ts";
import type { Output } from "./output.ts";
import { sayDefect } from "./say-defect.ts";

/**
 * Errors that reach no command. Node would end the process with 1 for each of them, which is the exit code of a server
 * that is non-conformant.
 */
export function guardProcess(output: Pick<Output, "note">): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that goes away, such as `head`, has seen enough: the exit code is still that of the verdict.
    if (error.code === "EPIPE") return;
    output.note(`error: can't write to the standard output: ${reasonOf(error)}`);
    // Whoever reads what is there must not take it for the whole, whatever the command comes to.
    process.once("exit", () => {
      process.exitCode = exitCodes.usage;
    });
  });
  // There is no other place to tell it, and nothing but notes is lost.
  process.stderr.on("error", () => {});
  process.on("uncaughtException", (error) => {
    process.exit(sayDefect(error, output));
  });
}
