import { Worker } from "node:worker_threads";
import { UsageError } from "../../harness/configuration/usage-error.ts";
import { errorOf, type ThreadFailure } from "../supervision/failure.ts";
import { threads } from "../supervision/threads.ts";
import type { Verification } from "./verify-bundle.ts";

/** What the thread says. */
export type VerifyMessage =
  | { readonly kind: "verified"; readonly verification: Verification }
  | ThreadFailure;

interface Limits {
  readonly seconds: number;
  readonly memoryMb: number;
}

/** The report of a full run takes a few seconds, and a quarter of the memory. */
const limits: Limits = { seconds: 60, memoryMb: 1024 };

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
  { seconds, memoryMb }: Limits,
): Promise<Verification> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, {
      workerData: directory,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const beyond = (limit: string) =>
      new UsageError(
        `verifying ${directory} takes more than ${limit}, so it can't be determined`,
        "A run does not write such a folder.",
      );
    const timer = setTimeout(() => settle(() => reject(beyond(`${seconds} s`))), seconds * 1000);

    function settle(outcome: () => void): void {
      clearTimeout(timer);
      worker.removeAllListeners();
      worker.on("error", () => {});
      worker.terminate().then(outcome, reject);
    }

    worker.on("message", (message: VerifyMessage) => {
      settle(() =>
        message.kind === "verified" ? resolve(message.verification) : reject(errorOf(message)),
      );
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      settle(() => reject(isMemory ? beyond(`${memoryMb} MB of memory`) : error));
    });
    worker.on("exit", (code) => {
      settle(() => reject(new Error(`the thread that verifies ended with code ${code}`)));
    });
  });
}
