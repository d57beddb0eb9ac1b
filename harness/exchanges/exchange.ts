import type { FailureKind, RecordedExchange } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "./request-spec.ts";

/** What parsing a body as JSON came to. */
export type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string };

/** An answer as the matchers see it: raw, so that redaction can't change what is judged. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; a repeated header's values are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body after its content-encoding was undone; not trimmed, not redacted. */
  readonly body: Uint8Array;
  readonly json: ParsedBody;
}

/** One request with its response, made once and shared by every check that needs it. */
export interface Exchange {
  readonly id: string;
  readonly spec: RequestSpec;
  /** null where there was no answer; then `failure` says why. */
  readonly answer: Answer | null;
  readonly failure: { readonly kind: FailureKind; readonly message: string } | null;
  /** Epoch milliseconds when the last attempt was sent. */
  readonly sentAt: number;
  /** Epoch milliseconds when its answer was complete. */
  readonly receivedAt: number;
  /** The redacted form that is written and printed. */
  readonly recorded: RecordedExchange;
}

/**
 * Where exchanges come from. The live source sends, the replay source looks up; checks can't tell
 * which one they have.
 */
export interface ExchangeSource {
  /** Never rejects for what the network or the server does: that is the exchange's `failure`. */
  exchange(spec: RequestSpec, priority?: "normal" | "follow-up"): Promise<Exchange>;
}
