import { UsageError } from "../../harness/settings/usage-error.ts";

/** An error in a thread, as reported to the thread that started it. */
export interface ThreadFailure {
  readonly kind: "failed";
  /** Of a UsageError; null for a defect. */
  readonly hint: string | null;
  readonly isUsage: boolean;
  /** Whether the stack, a text or a list would have become too large. */
  readonly isBeyond: boolean;
  readonly message: string;
  readonly stack: string;
}

/** What a thread reports about an error. */
export function failureOf(error: unknown): ThreadFailure {
  const isUsage = error instanceof UsageError;
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const isBeyond = error instanceof RangeError;
  return { kind: "failed", isUsage, isBeyond, hint: isUsage ? error.hint : null, message, stack };
}

/** The error that a thread has reported. */
export function errorOf(failure: ThreadFailure): Error {
  if (failure.isUsage) return new UsageError(failure.message, failure.hint);
  const error = new Error(failure.message);
  error.stack = failure.stack;
  return error;
}
