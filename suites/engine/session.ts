import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import { surfaces } from "../../contracts/vocabulary.ts";
import type { Configuration, Keys } from "../../harness/configuration/types.ts";
import { createLiveSource } from "../../harness/exchanges/live-source.ts";
import { type Prepared, type PrepareOptions, prepare } from "./prepare.ts";

export interface SessionOptions extends PrepareOptions {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** Ends the sending when aborted; what is under way is waited for. */
  readonly signal?: AbortSignal;
  /** Called for every exchange as soon as it is there, redacted. */
  readonly onExchange?: (exchange: RecordedExchange) => void;
}

/** A run under way. */
export interface Session extends Prepared {
  /** Takes every secret of the run out of a text. */
  readonly redact: (text: string) => string;
  /** Exchanges that have been asked for so far, also those that are still waiting. */
  readonly asked: number;
  close(): Promise<void>;
}

/**
 * Opens the connection to the target, tries whether it is worth going on, and starts to send
 * everything that the plan needs, so that no check has to wait for another check's request.
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
