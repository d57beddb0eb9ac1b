import { exitCodes } from "../output/exit-codes.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

export interface Interrupt {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Does what a signal does, for a key that stands for one. */
  stop(): void;
  /** Stops handling signals. */
  release(): void;
}

/** The first signal stops sending, so that the reports are still written; the second ends the process. */
export function onInterrupt(): Interrupt {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  return {
    signal: controller.signal,
    stop,
    release: () => {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
