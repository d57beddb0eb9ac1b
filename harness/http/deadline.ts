/** A time limit for something to happen. */
export interface Deadline {
  /** It happened: the time begins anew. */
  postpone(): void;
  cancel(): void;
}

/** A timer is late by less than this on an ordinary machine, in milliseconds. */
const ordinaryDelayMs = 20;

/**
 * Calls back once if the time is over. Time for which this thread was busy when it was over is given once
 * more, up to the limit itself: what has arrived meanwhile is waiting to be read, and the server is not late.
 */
export function createDeadline(ms: number, onMissed: () => void): Deadline {
  let due = performance.now() + ms;
  let given = 0;
  let timer = setTimeout(look, ms);

  function look(): void {
    const now = performance.now();
    if (now >= due) {
      const late = Math.min(now - due, ms - given);
      if (late <= ordinaryDelayMs) {
        onMissed();
        return;
      }
      given += late;
      due = now + late;
    }
    timer = setTimeout(look, due - now);
  }

  return {
    postpone() {
      due = performance.now() + ms;
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}
