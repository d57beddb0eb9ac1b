import { modernised, objectsAt } from "../edit.ts";
import type { FaultResponse } from "../fault.ts";

/**
 * The requirement that reports a wrong error envelope, which depends on whether the rule leaves the
 * envelope open.
 */
export const ofEnvelopes = [
  "error.envelope-matches-version",
  "error.current-on-news",
  "error.geolocation-legacy-envelope",
  "error.known-envelope",
  "error.matching-envelope-elsewhere",
];

/** An error in the other of the two envelopes. */
export function otherEnvelope(
  body: Readonly<Record<string, unknown>>,
  response: FaultResponse,
): unknown {
  if (body.success === false) return modernised(response, "UNAUTHORIZED");
  const [first] = objectsAt(body, "errors");
  return { success: false, code: response.status, message: first?.message };
}
