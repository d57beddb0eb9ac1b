import { modernised, objectsAt } from "../edit.ts";
import type { FaultResponse } from "../fault.ts";

/** What is said of an error in another envelope than its own, by where the rule leaves which one open. */
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
  { status }: FaultResponse,
): unknown {
  if (body.success === false) return modernised(body, "UNAUTHORIZED");
  const [first] = objectsAt(body, "errors");
  return { success: false, code: status, message: first?.message };
}
