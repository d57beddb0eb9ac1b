/**
 * Newest first: the families of envelopes (Versioning, the aggregator's table; Errors). Each version belongs to one,
 * which its OpenAPI document names as `x-generation`, and stays in it when newer versions appear.
 */
export const generations = ["metadata-and-errors", "2024", "2022"] as const;
export type Generation = (typeof generations)[number];

export const errorEnvelopes = ["metadata-and-errors", "legacy"] as const;
export type ErrorEnvelope = (typeof errorEnvelopes)[number];

/** Whether success bodies carry `metadata` and `parameters`, and errors `metadata` and `errors`. */
export function hasMetadata({ generation }: { readonly generation: Generation }): boolean {
  return generation === "metadata-and-errors";
}

/** The error envelope that matches the versions of a generation (Errors, rule 2). */
export function errorEnvelopeOf(generation: Generation): ErrorEnvelope {
  return generation === "metadata-and-errors" ? generation : "legacy";
}
