import type { Operation } from "./catalogue.ts";
import type { ErrorEnvelope } from "./generations.ts";

/** Statuses for which `/geolocation` has the legacy envelope at every version (Errors, rule 1). */
const geolocationLegacy = new Set([400, 401]);

/** Whether the envelope of this status is the one that only `/geolocation` has for it. */
export function isGeolocationRule(
  { endpoint }: Pick<Operation, "endpoint">,
  status: number,
): boolean {
  return endpoint === "/geolocation" && geolocationLegacy.has(status);
}

/** The envelope that an error of this operation and status should have. */
export function errorEnvelopeOwed(operation: Operation, status: number): ErrorEnvelope {
  return isGeolocationRule(operation, status) ? "legacy" : operation.errorEnvelope;
}
