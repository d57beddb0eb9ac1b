/** The clock, so that tests need not sleep. */
export interface Time {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after the given milliseconds, or when the signal is aborted. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const realTime: Time = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done, { once: true });
    }),
};
