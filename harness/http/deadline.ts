/** A time limit for something to happen. */
export interface Deadline {
  /** It happened: the time starts again. */
  postpone(): void;
  /** The time stands still until it goes on. */
  hold(): void;
  goOn(): void;
  cancel(): void;
}

/** A timer is late by less than this on an ordinary machine, in milliseconds. */
const ordinaryDelayMs = 20;

/**
 * Calls back once when the time is over. If this thread was busy then, the delay is added to the time, up to the limit
 * itself: what has arrived meanwhile is waiting to be read, and the server is not late.
 */
export function createDeadline(ms: number, onMissed: () => void): Deadline {
  let due = performance.now() + ms;
  let given = 0;
  let timer = setTimeout(look, ms);
  let heldAt: number | null = null;

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
    hold() {
      clearTimeout(timer);
      heldAt ??= performance.now();
    },
    goOn() {
      if (heldAt === null) return;
      const now = performance.now();
      due += now - heldAt;
      heldAt = null;
      timer = setTimeout(look, due - now);
    },
    cancel() {
      clearTimeout(timer);
      heldAt = null;
    },
  };
}
