/** How long a request waits for another one that may not come. */
const longestWaitMs = 250;

/**
 * Waits until the next request arrives here too, so that the two are reliably in flight together. The
 * last one waits for a short time.
 * @param memory state of the surface between requests
 */
export function nextRequest(memory: Map<string, unknown>): Promise<void> {
  const release = memory.get("release");
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestWaitMs);
    memory.set("release", () => {
      clearTimeout(timer);
      resolve();
    });
    if (typeof release === "function") release();
  });
}
