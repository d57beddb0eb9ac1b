import type { CheckResult, RecordedExchange } from "../../contracts/vocabulary.ts";
import type { Configuration, Keys } from "../../harness/settings/types.ts";
import type { Baseline } from "../../reporters/verdict/baseline.ts";
import type { RunOutcome } from "../run-checks.ts";
import type { ThreadFailure } from "./failure.ts";

/** The input of a run in a thread. */
export interface RunInput {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** Without its exchanges, which are not needed here. */
  readonly baseline: Baseline | null;
  /** When the run began, in epoch milliseconds. */
  readonly startedAt: number;
  /** Counted up by the thread as long as its event loop turns. */
  readonly heartbeat: Int32Array;
}

/** The messages from the thread of a run. */
export type RunMessage =
  | { readonly kind: "exchange"; readonly exchange: RecordedExchange }
  | {
      readonly kind: "progress";
      readonly done: number;
      readonly total: number;
      readonly asked: number;
      readonly latest: CheckResult | null;
    }
  | { readonly kind: "certified"; readonly certified: Omit<RunOutcome, "exchanges"> }
  | ThreadFailure;

/** The messages to it: to carry a run out, and to stop sending. */
export type RunOrder =
  | { readonly kind: "run"; readonly input: RunInput }
  | { readonly kind: "interrupt" };
