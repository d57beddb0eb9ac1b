/** For how long a request waits for another one that does not come. */
const longestWaitMs = 250;

/**
 * Waits until the next request has come that waits here too, so that the two are in flight together whatever
 * the machine does meanwhile. The last one waits a moment.
 * @param memory what the surface remembers between requests
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
