import type { FailureKind } from "../../contracts/vocabulary.ts";

/** Why there is no response, in one line: no stack trace, no key. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
}

/** A complete response, before its body is parsed. */
export interface Answered {
  readonly kind: "answered";
  readonly status: number;
  /** Lower-case names; a repeated header's values are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded from its content-encoding. */
  readonly body: Uint8Array;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/**
 * Whether the reused connection may have caused a failure: the server closed it while idle, or it still
 * contained bytes of an earlier response.
 */
export type Suspicion = "reset-before-answer" | "framing" | null;

export interface Failed {
  readonly kind: "failed";
  readonly failure: Failure;
  readonly suspicion: Suspicion;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** The result of one attempt to send a request. */
export type Reply = Answered | Failed;

/** Whether a request had no complete response in time. */
export function isTimeout(reply: Reply): boolean {
  return reply.kind === "failed" && reply.failure.kind === "timeout";
}

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
