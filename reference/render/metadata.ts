import { randomUUID } from "node:crypto";

/** The members that every metadata object has. */
export interface Metadata {
  readonly id: string;
  readonly timestamp: string;
  readonly took_ms: number;
}

/** @param startedAt of `performance.now()` when the request came in */
export function renderMetadata(startedAt: number): Metadata {
  return {
    id: randomUUID(),
    timestamp: new Date().toISOString(),
    took_ms: Math.max(0, Math.round(performance.now() - startedAt)),
  };
}
