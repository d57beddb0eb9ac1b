import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: unknown = null;

/**
 * Collects the garbage of this thread at once. The engine itself lets hundreds of megabytes of large texts
 * and buffers pile up as long as the machine has them.
 */
function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc");
  }
  if (typeof collect === "function") collect();
}

/**
 * A function that collects the garbage of this thread if more than this may have been allocated since the last
 * collection. Memory in use is not garbage, however much it is.
 * @param mostBytes of heap and buffers together
 */
export function createGarbageLimit(mostBytes: number): () => void {
  /** The least in use since the last collection: the buffers themselves are freed on another thread. */
  let leftBytes = 0;
  return () => {
    const before = bytesInUse();
    leftBytes = Math.min(leftBytes, before);
    if (before < leftBytes + mostBytes) return;
    collectGarbage();
    leftBytes = bytesInUse();
  };
}

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
