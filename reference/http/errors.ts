import { randomUUID } from "node:crypto";
import { type ErrorEnvelope, errorEnvelopeOf } from "../../contracts/generations.ts";
import { defaultVersion, type Surface } from "../../contracts/vocabulary.ts";
import { generationOf } from "../versions.ts";
import { Refusal } from "./refusal.ts";

/**
 * The envelope of an error: the one that matches the version, except that /geolocation has the legacy one
 * for 400 and 401 at every version (Errors, rules 1 and 2). An unknown version gets the envelope with
 * metadata and errors.
 *
 * @param requested the `api-version` header as received
 */
export function errorEnvelopeFor(
  surface: Surface,
  endpoint: string,
  requested: string | undefined,
  status: number,
): ErrorEnvelope {
  if (surface === "aggregator" && endpoint === "/geolocation" && (status === 400 || status === 401))
    return "legacy";
  const generation = generationOf(surface, endpoint, requested ?? defaultVersion);
  return generation === null ? "metadata-and-errors" : errorEnvelopeOf(generation);
}

/** @param startedAt of `performance.now()` */
export function renderError(
  refusal: Refusal,
  envelope: ErrorEnvelope,
  startedAt: number,
): Readonly<Record<string, unknown>> {
  if (envelope === "legacy") {
    return {
      success: false,
      code: refusal.status,
      message: refusal.message,
      ...(refusal.fields.length === 0 ? {} : { fields: refusal.fields }),
    };
  }
  return {
    metadata: {
      id: randomUUID(),
      took_ms: Math.max(0, Math.round(performance.now() - startedAt)),
      timestamp: new Date().toISOString(),
    },
    errors: [{ code: refusal.code, message: refusal.message, details: refusal.details }],
  };
}

/** Turns an exception into a refusal; anything other than a client error is a 500. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(500, "INTERNAL_ERROR", "The reference server has a defect.");
}
