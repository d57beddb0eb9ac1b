import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: unknown = null;

/**
 * Collects the garbage of this thread at once. The engine itself lets hundreds of megabytes of large texts
 * and buffers pile up as long as the machine has them.
 */
export function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc");
  }
  if (typeof collect === "function") collect();
}
