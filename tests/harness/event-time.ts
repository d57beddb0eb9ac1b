import type { Time } from "../../harness/time.ts";

/** A clock that advances to the next events when nothing else is left to do. */
export interface EventTime extends Time {
  /** Advances until this is settled. */
  until<Value>(done: Promise<Value>): Promise<Value>;
}

/** The turns of the event loop in which everything that waits for no time goes on. */
const turns = 12;

export function createEventTime(start = Date.UTC(2026, 0, 1)): EventTime {
  const events = new Map<() => void, number>();
  let now = start;

  function advance(): void {
    if (events.size === 0) return;
    const next = Math.min(...events.values());
    now = Math.max(now, next);
    for (const [end, at] of [...events]) if (at === next) end();
  }

  return {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const end = () => {
          events.delete(end);
          signal.removeEventListener("abort", end);
          resolve();
        };
        events.set(end, now + ms);
        signal.addEventListener("abort", end);
      }),
    async until(done) {
      let isDone = false;
      const note = () => {
        isDone = true;
      };
      done.then(note, note);
      while (!isDone) {
        for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
        if (!isDone) advance();
      }
      return done;
    },
  };
}
