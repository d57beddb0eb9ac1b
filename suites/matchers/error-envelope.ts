import type { ErrorEnvelope } from "../../contracts/generations.ts";
import { isObject } from "../../contracts/json.ts";
import { isServiceError } from "./service-body.ts";

/**
 * The error envelopes that a body looks like: both if it has members of both, none if it has members of
 * neither.
 */
export function errorEnvelopesOf(body: unknown): ReadonlySet<ErrorEnvelope> {
  const found = new Set<ErrorEnvelope>();
  if (!isObject(body)) return found;
  if (Object.hasOwn(body, "errors") || Object.hasOwn(body, "metadata")) {
    found.add("metadata-and-errors");
  }
  if (
    Object.hasOwn(body, "success") ||
    (Object.hasOwn(body, "code") && Object.hasOwn(body, "message"))
  ) {
    found.add("legacy");
  }
  return found;
}

const ofCurrentErrors: ReadonlySet<string> = new Set(["metadata", "errors"]);

/** Whether a body is certainly an error, whatever status it comes with. */
export function isErrorEnvelope(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (body.success === false) return true;
  const { errors } = body;
  const hasErrors = Array.isArray(errors) && errors.length > 0;
  return hasErrors && Object.keys(body).every((name) => ofCurrentErrors.has(name));
}

/**
 * The envelope to judge a body by: of those that it looks like the expected one, or the other one if the body is
 * complete in that one only, and may have either; null if it looks like neither.
 *
 * @param isComplete null if only the expected one will do
 */
export function errorEnvelopeToJudge(
  body: unknown,
  expected: ErrorEnvelope,
  isComplete: ((envelope: ErrorEnvelope) => boolean) | null = null,
): ErrorEnvelope | null {
  const found = errorEnvelopesOf(body);
  const [other = null] = [...found].filter((one) => one !== expected);
  if (!found.has(expected)) return other;
  const isOther = other !== null && isComplete?.(other) && !isComplete(expected);
  return isOther ? other : expected;
}

/** An error envelope in words. */
export function errorEnvelopeText(envelope: ErrorEnvelope): string {
  return envelope === "legacy"
    ? "the legacy error envelope"
    : "the error envelope with metadata and errors";
}

export function describeErrorBody(body: unknown): string {
  const [first] = errorEnvelopesOf(body);
  // By a part of its members it may be that of a framework.
  if (first !== undefined && isServiceError(body)) return errorEnvelopeText(first);
  if (body === undefined) return "a body that is not JSON";
  return isObject(body)
    ? `an object with ${Object.keys(body).slice(0, 5).join(", ") || "no members"}`
    : "JSON, but not an object";
}
