import { UsageError } from "../../harness/settings/usage-error.ts";
import { carryOutInThread, type ThreadLimits } from "../supervision/limited-thread.ts";
import { threads } from "../supervision/threads.ts";
import type { Verification } from "./verify-bundle.ts";

/** The report of a full run takes a few seconds, and a quarter of the memory. */
const limits: ThreadLimits = { seconds: 60, memoryMb: 1024 };

/**
 * Verifies a report folder like `verifyBundle`, but in a thread of its own, which is ended if what somebody
 * wrote into the folder takes too much time or memory.
 *
 * @param directory absolute path
 * @throws UsageError if this suite can't verify the folder, or not within the limits
 */
export async function verifyInTime(directory: string): Promise<Verification> {
  if (!threads.used) return (await import("./verify-bundle.ts")).verifyBundle(directory);
  return verifyInThread(directory, new URL("./verify-thread.js", import.meta.url), limits);
}

/** @param thread the module that verifies it */
export function verifyInThread(
  directory: string,
  thread: URL,
  limits: ThreadLimits,
): Promise<Verification> {
  return carryOutInThread(
    thread,
    directory,
    limits,
    (limit) =>
      new UsageError(
        `verifying ${directory} takes more than ${limit}, so the result can't be determined`,
        "A run does not write such a folder.",
      ),
  );
}
