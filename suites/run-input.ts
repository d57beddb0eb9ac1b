import type { CheckResult } from "../contracts/words.ts";
import type { Configuration, Keys } from "../harness/configuration/types.ts";

/** What the suites are told by whoever starts vitest; it has to survive structured cloning. */
export interface RunInput {
  readonly configuration: Configuration;
  readonly keys: Keys;
}

declare module "vitest" {
  interface ProvidedContext {
    run: RunInput;
  }
  interface TaskMeta {
    result?: CheckResult;
  }
}
