import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds after which the event loop turns. */
const longestBusyMs = 20;

/**
 * Does something with each of many things. The event loop turns in between, so that what was requested before is
 * sent and received meanwhile.
 */
export async function inTurns<T>(all: readonly T[], each: (one: T) => void): Promise<void> {
  let since = performance.now();
  for (const one of all) {
    each(one);
    if (performance.now() - since < longestBusyMs) continue;
    await nextTurn();
    since = performance.now();
  }
}
