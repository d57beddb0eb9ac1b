import { UsageError } from "../harness/configuration/usage-error.ts";
import { onInterrupt } from "./interrupt.ts";
import type { Output } from "./output.ts";
import { type RunFlags, runOnce } from "./run-once.ts";

/** @returns the exit code */
export async function run(flags: RunFlags, output: Output): Promise<number> {
  if (flags.format === "ndjson" && flags.writeWaivers === true) {
    throw new UsageError(
      "--format ndjson and --write-waivers both print to the standard output",
      "Omit one of them; the waivers can be written in a run of their own.",
    );
  }
  const interrupt = onInterrupt();
  try {
    const report = await runOnce(flags, output, {
      started: output.started,
      signal: interrupt.signal,
      failed: null,
      isAgain: false,
      onLoaded: () => {},
      isWanted: () => true,
    });
    if (report === null) throw new Error("the only run was not wanted");
    return report.exitCode;
  } catch (error) {
    if (flags.format === "ndjson") sayError(error, output);
    throw error;
  } finally {
    interrupt.release();
  }
}

function sayError(error: unknown, output: Output): void {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof UsageError ? error.hint : null;
  output.record({ type: "error", message, hint });
}
