import type { Surface, Version } from "../contracts/words.ts";

/**
 * The version values of each surface, newest first (specification: Versioning). They stand here so
 * that a faulty contract and a faulty reference can't agree with each other by accident.
 */
export const surfaceVersions: Readonly<Record<Surface, readonly [Version, ...Version[]]>> = {
  aggregator: ["2026-05-25", "2024-01-01", "2022-01-01"],
  news: ["2026-08-01", "2024-01-01"],
};

/** The version that one description of the topics list names beside the others. */
export const contestedTopicsVersion: Version = "2022-01-01";

const legacyVersions: ReadonlySet<Version> = new Set(["2024-01-01", "2022-01-01"]);

/** Whether a version has the legacy envelopes. */
export function isLegacy(version: Version): boolean {
  return legacyVersions.has(version);
}
