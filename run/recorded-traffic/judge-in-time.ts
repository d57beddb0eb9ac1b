import { statSync } from "node:fs";
import { maxHarBytes } from "../../harness/har/har-file.ts";
import type { Keys } from "../../harness/settings/types.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { mostJudgingInAllMs, mostJudgingMs } from "../../suites/engine/judging-time.ts";
import { carryOutInThread, type ThreadLimits } from "../supervision/limited-thread.ts";
import { threads } from "../supervision/threads.ts";
import type { TrafficInput } from "./judge-files.ts";
import type { JudgedTraffic, Told } from "./judge-traffic.ts";

/** Recordings may be large, so every megabyte adds to the time; ordinary traffic takes a quarter of it. */
const leastSeconds = 60;
const secondsForEachMb = 1;
const judgingMsForEachMb = 250;
/** The largest file with ordinary traffic takes half of it. */
const memoryMb = 3_072;

/**
 * Judges HAR files like `judgeTraffic`, but in a thread of its own, which is ended if what somebody recorded takes too
 * much time or memory. If only the judging does, the rest is not judged, and `ended` says so.
 *
 * @throws UsageError if a file can't be used, or not within the limits
 */
export async function judgeInTime(
  files: readonly string[],
  told: Told,
  keys: Keys,
): Promise<JudgedTraffic> {
  const megabytes = files.reduce((sum, file) => sum + bytesOf(file), 0) / 1024 / 1024;
  const more = Math.ceil(megabytes) * judgingMsForEachMb;
  const limits = { ofEndpointMs: mostJudgingMs + more, inAllMs: mostJudgingInAllMs + more };
  const input: TrafficInput = { files, told, keys, limits };
  if (!threads.used) return (await import("./judge-files.ts")).judgeFiles(input);
  const seconds = leastSeconds + Math.ceil(megabytes * secondsForEachMb);
  const thread = new URL("./judge-thread.js", import.meta.url);
  return judgeInThread(input, thread, { seconds, memoryMb });
}

/** @param thread the module that judges them */
export function judgeInThread(
  input: TrafficInput,
  thread: URL,
  limits: ThreadLimits,
): Promise<JudgedTraffic> {
  return carryOutInThread(
    thread,
    input,
    limits,
    (limit) =>
      new UsageError(
        `judging ${input.files.join(", ")} takes more than ${limit}`,
        "Record a shorter time or only the hosts of the service, or split the recording into several files.",
      ),
  );
}

/** A file that can't be read has none; reading it reports the reason. */
function bytesOf(file: string): number {
  try {
    return Math.min(statSync(file).size, maxHarBytes);
  } catch {
    return 0;
  }
}
