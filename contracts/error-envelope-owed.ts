import type { Operation } from "./catalogue.ts";
import type { ErrorEnvelope } from "./generations.ts";

/** `/geolocation` has the legacy envelope for these statuses at every version (Errors, rule 1). */
const geolocationLegacy = new Set([400, 401]);

/** The envelope that an error of this operation and status should have. */
export function errorEnvelopeOwed(operation: Operation, status: number): ErrorEnvelope {
  const stated = operation.endpoint === "/geolocation" && geolocationLegacy.has(status);
  return stated ? "legacy" : operation.errorEnvelope;
}
