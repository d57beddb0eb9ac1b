import { exitCodes } from "./exit-codes.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

export interface Interrupt {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Leaves signals to the process again. */
  release(): void;
}

/**
 * The first signal ends the sending, so that the reports are still written; the second ends all.
 *
 * Vitest adds handlers of its own, which end the process at the first signal, before anything is
 * written. So what others add while this one is in charge is taken off again.
 */
export function onInterrupt(): Interrupt {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  const alone = (event: string | symbol, listener: () => void) => {
    const ours = signals.find((signal) => signal === event);
    if (ours === undefined || listener === stop) return;
    // The event comes before the listener is in the list.
    queueMicrotask(() => process.off(ours, listener));
  };
  for (const signal of signals) process.on(signal, stop);
  process.on("newListener", alone);
  return {
    signal: controller.signal,
    release: () => {
      process.off("newListener", alone);
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
