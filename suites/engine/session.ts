import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { surfaces } from "../../contracts/vocabulary.ts";
import type { Configuration, Keys } from "../../harness/configuration/types.ts";
import { createLiveSource } from "../../harness/exchanges/live-source.ts";
import { type Prepared, type PrepareOptions, prepare } from "./prepare.ts";

export interface SessionOptions extends PrepareOptions {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** Stops sending when aborted; requests in flight are awaited. */
  readonly signal?: AbortSignal;
  /** Called for every exchange as soon as it is complete, redacted. */
  readonly onExchange?: (exchange: RecordedExchange) => void;
}

/** A run under way. */
export interface Session extends Prepared {
  /** Removes every secret of the run from a text. */
  readonly redact: (text: string) => string;
  /** The number of exchanges requested so far, including those still waiting. */
  readonly asked: number;
  close(): Promise<void>;
}

/**
 * Opens the connection to the target, runs the smoke step, and starts to send everything that the plan
 * needs, so that no check waits for the requests of another.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { configuration, keys, signal, onExchange = () => {} } = options;
  const live = createLiveSource({ configuration, keys, onExchange });
  const stop = () => {
    for (const surface of surfaces) live.stop(surface, "the run was interrupted");
  };
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  return {
    ...(await prepare(configuration, keys, live, live.stop, options)),
    redact: live.redact,
    get asked() {
      return live.asked;
    },
    close: async () => {
      signal?.removeEventListener("abort", stop);
      await live.close();
    },
  };
}
