import type { CheckResult, RecordedExchange } from "../contracts/words.ts";
import type { Configuration, Keys } from "../harness/configuration/types.ts";

/** What a run is told by whoever starts vitest; it has to survive structured cloning. */
export interface RunInput {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** Absolute path of the file that the run's log is appended to, one JSON text per line. */
  readonly logFile: string;
  /** Name of the BroadcastChannel on which "stop" ends the sending. */
  readonly channel: string;
}

/** One line of the run's log. Written as it happens, so that an interrupted run loses nothing. */
export type LogLine =
  | { readonly kind: "exchange"; readonly exchange: RecordedExchange }
  | { readonly kind: "problem"; readonly message: string };

declare module "vitest" {
  interface ProvidedContext {
    run: RunInput;
  }
  interface TaskMeta {
    result?: CheckResult;
  }
}
