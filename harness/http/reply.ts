import type { FailureKind } from "../../contracts/vocabulary.ts";

/** Why there is no answer, in one line for people: no stack, no key. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
}

/** A complete answer, before anything is made of its body. */
export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  /** Lower-case names; a repeated header's values are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** With its content-encoding undone. */
  readonly body: Uint8Array;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/**
 * What a failure may owe to the connection that was used rather than to this request: the server
 * closed it while it was idle, or bytes of an earlier answer were still in it.
 */
export type Suspicion = "reset-before-answer" | "framing" | null;

export interface Failed {
  readonly kind: "failed";
  readonly failure: Failure;
  readonly suspicion: Suspicion;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** What one attempt to send a request came to. */
export type Reply = Answered | Failed;

/** The reply of a request that was never sent. */
export function notSent(message: string, now: number): Failed {
  return {
    kind: "failed",
    failure: { kind: "not-sent", message },
    suspicion: null,
    sentAt: now,
    receivedAt: now,
  };
}
