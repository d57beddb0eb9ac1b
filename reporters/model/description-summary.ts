import type { DiscoveredRole } from "../../description/discover-roles.ts";
import type { DriftRow } from "../../description/drift.ts";
import { plural } from "../text/verdict-text.ts";

/**
 * Whether a description only promises more than the specification asks, and the server keeps it: worth
 * knowing, and nothing to mend.
 */
export function isPromise({ breaks, looser, stricter }: DriftRow): boolean {
  return breaks.length === 0 && looser.length === 0 && stricter.length > 0;
}

/** One sentence for those that are no more than promises; null where there is none. */
export function promisesText(rows: readonly DriftRow[]): string | null {
  const kept = rows.filter(isPromise).length;
  if (kept === 0) return null;
  return `${plural(kept, "more member")} of which the description promises more than the specification requests, and the server keeps it`;
}

/** Such as `publishers.limit is called n at /search/publishers (the only integer from 1 to 100)`. */
export function roleText(found: DiscoveredRole): string {
  const { group, role, endpoint, version, name, because } = found;
  const when = version === null ? "" : ` of ${version}`;
  return `${group}.${role} is called ${name} at ${endpoint}${when} (${because})`;
}

/** Where a row holds, such as `/search, /topics at 2024-01-01: 400, 401`. */
export function driftPlace({ endpoints, versions, statuses }: DriftRow): string {
  return `${endpoints.join(", ")} at ${versions.join(", ")}: ${statuses.join(", ")}`;
}

/** What is to be said of a row besides what each of the three says. */
export function driftText({ breaks, looser, stricter, description }: DriftRow): string {
  const parts = [
    ...breaks.map(
      ({ of, expected, actual }) =>
        `the server breaks the ${of}: expected ${expected}, got ${actual}`,
    ),
    ...(looser.length === 0 ? [] : [`the description allows ${looser.join(", ")}`]),
    ...(stricter.length === 0 ? [] : [`the description forbids ${stricter.join(", ")}`]),
  ];
  if (parts.length > 0) return parts.join("; ");
  return description === null ? "not described" : "";
}
