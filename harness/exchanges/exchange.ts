import type { FailureKind, RecordedExchange } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../requests/request-spec.ts";

/** The result of parsing a body as JSON. */
export type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string };

/**
 * Thrown by the body of a response that a run could hold neither in memory nor on the disk: the responses
 * were too large together, or no file could be made.
 */
export class BodyGone extends Error {
  constructor() {
    super(
      "its response is no longer available: the responses of the run are too large to be kept in memory or in the folder for temporary files",
    );
  }
}

/** A response as the matchers see it: not redacted, so that redaction can't change the judgement. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; a repeated header's values are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body; not trimmed, not redacted. */
  readonly body: Uint8Array;
  readonly json: ParsedBody;
  /** Whether the body is so large that it may have to be read and parsed again; not if missing. */
  readonly isLarge?: boolean;
}

/** One request with its response, made once and shared by every check that needs it. */
export interface Exchange {
  readonly id: string;
  readonly spec: RequestSpec;
  /** null if there was no response; then `failure` says why. */
  readonly answer: Answer | null;
  readonly failure: { readonly kind: FailureKind; readonly message: string } | null;
  /** Epoch milliseconds when the last attempt was sent. */
  readonly sentAt: number;
  /** Epoch milliseconds when its response was complete. */
  readonly receivedAt: number;
  /** The redacted form that is written and printed. */
  readonly recorded: RecordedExchange;
}

/**
 * A source of exchanges. The live source sends requests, the replay source looks them up; checks can't
 * tell the difference.
 */
export interface ExchangeSource {
  /** Never rejects for a failure of the network or the server: that is the exchange's `failure`. */
  exchange(spec: RequestSpec, priority?: "normal" | "follow-up"): Promise<Exchange>;
}
