/**
 * How long a request waits for another one that may not come: in turns of the event loop, which take longer where
 * the machine is busy, as the other request does then.
 */
const mostTurns = 40;
const turnMs = 2;

/**
 * Waits until the next request arrives here too, so that the two are reliably in flight together. The
 * last one waits for a short time.
 * @param memory state of the surface between requests
 */
export function nextRequest(memory: Map<string, unknown>): Promise<void> {
  const release = memory.get("release");
  return new Promise((resolve) => {
    let turns = 0;
    let timer: NodeJS.Timeout;
    const turn = () => {
      turns += 1;
      if (turns > mostTurns) resolve();
      else timer = setTimeout(turn, turnMs);
    };
    turn();
    memory.set("release", () => {
      clearTimeout(timer);
      resolve();
    });
    if (typeof release === "function") release();
  });
}
