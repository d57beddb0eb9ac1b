import type { DiscoveredRole } from "../../description/discover-roles.ts";
import type { DriftRow } from "../../description/drift.ts";
import type { Report } from "../model/report.ts";
import { plural } from "../text/verdict-text.ts";

/** One member on which specification, description and server differ. May hold text of a server. */
export interface DriftLine {
  /** A JSON pointer, or `the body`. */
  readonly member: string;
  /** What each of the three says; null if it says nothing. */
  readonly specification: string | null;
  readonly description: string | null;
  readonly server: string | null;
  /** Such as `/search, /topics at 2024-01-01: 400, 401`. */
  readonly place: string;
  /** What the server breaks, and what the description allows or forbids. */
  readonly drift: string;
  /** Whether what the three say shows the drift, or only the words. */
  readonly tells: "columns" | "words";
}

/** The OpenAPI description of one surface, and where it drifts. May contain text of a server. */
export interface DescriptionView {
  readonly surface: string;
  /** A URL, or a file as it was named. */
  readonly source: string;
  readonly openapi: string | null;
  /** Why it could not be read; else null. */
  readonly problem: string | null;
  /** A line for each name of a role that was found in it. */
  readonly roles: readonly string[];
  readonly drift: readonly DriftLine[];
  /** How many more members drift, which the report does not list. */
  readonly driftLeftOut: number;
  /** Where the description only promises more than the specification; null if it does not. */
  readonly promises: { readonly title: string; readonly lines: readonly DriftLine[] } | null;
}

export function descriptionViews({
  descriptions,
}: Pick<Report, "descriptions">): readonly DescriptionView[] {
  return Object.entries(descriptions).map(([surface, description]) => {
    const { source, openapi, problem, roles, drift, driftLeftOut } = description;
    const kept = drift.filter(isPromise);
    return {
      surface,
      source,
      openapi,
      problem,
      roles: roles.map(roleText),
      drift: drift.filter((row) => !isPromise(row)).map(driftLine),
      driftLeftOut,
      promises:
        kept.length === 0
          ? null
          : { title: promisesTitle(kept.length), lines: kept.map(driftLine) },
    };
  });
}

/**
 * Whether a description only promises more than the specification asks, and the server keeps it: worth knowing, but
 * nothing to fix.
 */
function isPromise({ breaks, looser, stricter }: DriftRow): boolean {
  return breaks.length === 0 && looser.length === 0 && stricter.length > 0;
}

function promisesTitle(count: number): string {
  return `${plural(count, "member")} where it is stricter than the specification, and the server follows it`;
}

/** Such as `publishers.limit is called n at /search/publishers (the only integer from 1 to 100)`. */
function roleText(found: DiscoveredRole): string {
  const { group, role, endpoint, version, name, because } = found;
  const when = version === null ? "" : ` of ${version}`;
  return `${group}.${role} is called ${name} at ${endpoint}${when} (${because})`;
}

function driftLine(row: DriftRow): DriftLine {
  const { member, specification, description, server, endpoints, versions, statuses } = row;
  return {
    member: member || "the body",
    specification,
    description,
    server,
    place: `${endpoints.join(", ")} at ${versions.join(", ")}: ${statuses.join(", ")}`,
    drift: driftText(row),
    tells: row.looser.length + row.stricter.length === 0 ? "columns" : "words",
  };
}

function driftText({ breaks, looser, stricter, description }: DriftRow): string {
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
