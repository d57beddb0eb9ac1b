import type { CheckResult, RecordedExchange } from "../../contracts/vocabulary.ts";
import type { Configuration, Keys } from "../../harness/configuration/types.ts";
import type { Baseline } from "../../reporters/verdict/baseline.ts";
import type { Certified } from "../run-checks.ts";
import type { ThreadFailure } from "./failure.ts";

/** What a run in a thread is given. */
export interface RunInput {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** Without its exchanges, which nobody needs here. */
  readonly baseline: Baseline | null;
  /** When the run began, in epoch milliseconds. */
  readonly startedAt: number;
  /** Counted up by the thread as long as its event loop turns. */
  readonly heartbeat: Int32Array;
}

/** What the thread of a run says. */
export type RunMessage =
  | { readonly kind: "exchange"; readonly exchange: RecordedExchange }
  | {
      readonly kind: "progress";
      readonly done: number;
      readonly total: number;
      readonly asked: number;
      readonly latest: CheckResult | null;
    }
  | { readonly kind: "certified"; readonly certified: Omit<Certified, "exchanges"> }
  | ThreadFailure;

/** What it is told: to carry a run out, and to stop sending. */
export type RunOrder =
  | { readonly kind: "run"; readonly input: RunInput }
  | { readonly kind: "interrupt" };
