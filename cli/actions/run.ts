import { UsageError } from "../../harness/settings/usage-error.ts";
import { errorRecord } from "../output/error-record.ts";
import type { Output } from "../output/output.ts";
import { type RunFlags, runOnce } from "../run/one-run.ts";
import { onInterrupt } from "./interrupt.ts";

/** @returns the exit code */
export async function run(flags: RunFlags, output: Output): Promise<number> {
  refuseContradictions(flags);
  try {
    if (flags.watch !== true) return await runAlone(flags, output);
    return await (await import("./watch.ts")).watchRuns(flags, output);
  } catch (error) {
    if (flags.format === "ndjson") output.record(errorRecord(error));
    throw error;
  }
}

function refuseContradictions({ format, writeWaivers, watch, watchPath }: RunFlags): void {
  if (format === "ndjson" && writeWaivers === true) {
    throw new UsageError(
      "--format ndjson and --write-waivers both print to the standard output",
      "Omit one of them; the waivers can be written in a run of their own.",
    );
  }
  if (watchPath !== undefined && watch !== true) {
    throw new UsageError("--watch-path has no effect without --watch", "Add --watch.");
  }
}

async function runAlone(flags: RunFlags, output: Output): Promise<number> {
  const interrupt = onInterrupt();
  // What is under way is still judged and written, which can take seconds.
  const tell = () => {
    if (flags.quiet === true) return;
    output.note(
      "\nInterrupted: nothing more is sent, and the reports follow. Interrupt again to end at once.",
    );
  };
  interrupt.signal.addEventListener("abort", tell, { once: true });
  try {
    const report = await runOnce(flags, output, {
      started: output.started,
      signal: interrupt.signal,
      failed: null,
      isAgain: false,
      saidOfCommands: new Set(),
    });
    if (report === null) throw new Error("the only run was discarded");
    return report.exitCode;
  } finally {
    interrupt.release();
  }
}
