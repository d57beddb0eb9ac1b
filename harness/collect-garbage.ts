import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

type Collect = (options?: { readonly type: "minor" }) => void;

let collect: Collect | null = null;

/**
 * Collects garbage of this thread at once. The engine itself lets hundreds of megabytes of large texts and buffers
 * pile up as long as the machine has them.
 * @param which the objects that were made last, which takes a millisecond or two, or all, which takes a hundred
 */
function collectGarbage(which: "young" | "all"): void {
  if (collect === null) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as Collect;
  }
  // Whatever the type is, an object collects the young ones in Node 20.
  if (which === "young") collect({ type: "minor" });
  else collect();
}

/**
 * A function that collects the garbage of this thread if more than this may have been allocated since the last
 * collection, and what is young of it from half as much on. Memory in use is not garbage, however much it is.
 * @param mostBytes of heap and buffers together
 */
export function createGarbageLimit(mostBytes: number): () => void {
  /** The least in use since the last collection: the buffers themselves are freed on another thread. */
  let leftBytes = 0;
  return () => {
    const now = bytesInUse();
    leftBytes = Math.min(leftBytes, now);
    if (now >= leftBytes + mostBytes) {
      collectGarbage("all");
      leftBytes = bytesInUse();
    } else if (now >= leftBytes + mostBytes / 2) collectGarbage("young");
  };
}

/** Without the memory of the process, which takes a system call. */
function bytesInUse(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
