import type { Known } from "../../harness/configuration/known.ts";

/** A small world of names for the tables. */
export const known: Known = {
  requirements: ["auth.missing-key-refused", "auth.unknown-key-refused", "error.legacy-members"],
  surfaces: ["aggregator", "news"],
  endpoints: ["/search", "/topics", "/search/publishers", "/ping"],
  versions: ["default", "2026-08-01", "2026-05-25", "2024-01-01"],
  auths: ["api-key", "x-api-key", "bearer"],
};
