import { setTimeout as wait } from "node:timers/promises";
import { collectGarbage } from "../collect-garbage.ts";

/** The bytes of all buffers, garbage included, above which nothing more is received for a moment. */
const mostBytes = 28 * 1024 * 1024;
/** The bytes that are read before what they left behind is collected. */
const everyBytes = 16 * 1024 * 1024;
/** As long as fewer bytes were read since then, there is nothing to look at. */
const leastBytes = 8 * 1024 * 1024;
/** The longest wait, in steps, until garbage is collected. */
const steps = { count: 10, ms: 10 };

/**
 * Keeps the buffers of responses small. The engine does not count them towards its heap, and would let
 * hundreds of megabytes pile up before it collects what large responses left behind.
 */
export interface BufferRoom {
  /** Resolves when there is room for another response, or after a tenth of a second. */
  free(): Promise<void>;
  /** Bytes were received or read again. */
  used(bytes: number): void;
}

export function createBufferRoom(): BufferRoom {
  let since = 0;

  function collectNow(): void {
    since = 0;
    collectGarbage();
  }

  return {
    async free() {
      if (since < leastBytes) return;
      for (let step = 0; step < steps.count; step += 1) {
        if (process.memoryUsage().arrayBuffers < mostBytes) return;
        if (step === 0) collectNow();
        // The buffers themselves are freed on another thread.
        await wait(steps.ms);
      }
    },
    used(bytes) {
      since += bytes;
      if (since > everyBytes) collectNow();
    },
  };
}
