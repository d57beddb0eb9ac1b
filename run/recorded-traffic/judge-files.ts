import { readHarFile } from "../../harness/har/har-file.ts";
import type { Keys } from "../../harness/settings/types.ts";
import type { JudgingLimits } from "../../suites/engine/judging-time.ts";
import { type JudgedTraffic, judgeTraffic, type Told } from "./judge-traffic.ts";

/** What is judged, and how long at most. */
export interface TrafficInput {
  /** Names of the HAR files. */
  readonly files: readonly string[];
  readonly told: Told;
  readonly keys: Keys;
  readonly limits: JudgingLimits;
}

/**
 * Judges HAR files, of which one entry at a time is in memory.
 * @throws UsageError like `judgeTraffic`
 */
export function judgeFiles({ files, told, keys, limits }: TrafficInput): Promise<JudgedTraffic> {
  const recordings = files.map((name) => ({ name, entries: () => readHarFile(name) }));
  return judgeTraffic(recordings, told, keys, limits);
}
