import type { Availability, Catalogue, Operation } from "../contracts/catalogue.ts";
import { type AuthStyle, authStyles, type Cell, defaultVersion } from "../contracts/words.ts";
import type { Subject } from "./subject.ts";

/** Which cells a check is about; an absent member means every one. */
export interface CellFilter {
  readonly endpoints?: readonly string[];
  readonly protected?: boolean;
  readonly availability?: readonly Availability[];
  /** `current`: the latest version and `default`. `legacy`: every older one. */
  readonly age?: "current" | "legacy";
  readonly default?: "with" | "without" | "only";
  readonly operation?: (operation: Operation) => boolean;
}

/** How the auth style of a cell comes about. */
export type StyleRule = "none" | "each" | "turns";

/** A column in which an operation may stand. */
type Candidate = Pick<Operation, "version" | "availability">;

const latestByDefault: Candidate = { version: defaultVersion, availability: "stated" };

/**
 * The cells of the matrix that a filter leaves, endpoints in the order of the specification,
 * `default` first and then the newest version first. With `turns` the three styles take turns from
 * cell to cell, the same way in every run.
 */
export function cellsOf(
  subject: Subject,
  contracts: Catalogue,
  filter: CellFilter,
  style: StyleRule,
): readonly Cell[] {
  const cells: Cell[] = [];
  for (const surface of subject.surfaces) {
    const latest = contracts.latest(surface);
    for (const operation of contracts.operations) {
      if (operation.surface !== surface) continue;
      const isLatest = operation.version === latest;
      const candidates: readonly Candidate[] = isLatest
        ? [latestByDefault, operation]
        : [operation];
      for (const candidate of candidates) {
        if (!passes(candidate, operation, latest, filter)) continue;
        const place = { surface, endpoint: operation.endpoint, version: candidate.version };
        if (style === "none") cells.push({ ...place, auth: null });
        else if (style === "each") for (const auth of authStyles) cells.push({ ...place, auth });
        else cells.push({ ...place, auth: turn(contracts, place) });
      }
    }
  }
  return cells;
}

function passes(
  candidate: Candidate,
  operation: Operation,
  latest: string,
  filter: CellFilter,
): boolean {
  const isDefault = candidate.version === defaultVersion;
  if (filter.endpoints && !filter.endpoints.includes(operation.endpoint)) return false;
  if (filter.protected !== undefined && operation.protected !== filter.protected) return false;
  if (filter.availability && !filter.availability.includes(candidate.availability)) return false;
  if (filter.age && (operation.version === latest) !== (filter.age === "current")) return false;
  if (filter.default === "without" && isDefault) return false;
  if (filter.default === "only" && !isDefault) return false;
  return filter.operation?.(operation) ?? true;
}

/**
 * The auth style whose turn it is in a cell: the same in every run, and different from one version of
 * an endpoint to the next, so that every style is tried with every kind of request somewhere.
 */
export function turn(contracts: Catalogue, place: Omit<Cell, "auth">, salt = 0): AuthStyle {
  const count = rowOf(contracts, place) + columnOf(contracts, place) + salt;
  return authStyles[count % authStyles.length] ?? authStyles[0];
}

/**
 * The number of a version on its surface: 0 for one that only a single endpoint has, then `default`,
 * then the newest first.
 */
export function columnOf(contracts: Catalogue, place: Pick<Cell, "surface" | "version">): number {
  return [defaultVersion, ...contracts.versions(place.surface)].indexOf(place.version) + 1;
}

const rows = new WeakMap<Catalogue, ReadonlyMap<string, number>>();

/** The number of an endpoint in the order of the specification, over both surfaces. */
export function rowOf(contracts: Catalogue, place: Omit<Cell, "auth" | "version">): number {
  const known =
    rows.get(contracts) ??
    new Map(
      [...new Set(contracts.operations.map((o) => `${o.surface} ${o.endpoint}`))].map(
        (name, index) => [name, index] as const,
      ),
    );
  rows.set(contracts, known);
  return known.get(`${place.surface} ${place.endpoint}`) ?? 0;
}

/** How the contracts stand to an endpoint at the version of a cell; `default` is always stated. */
export function availabilityOf(contracts: Catalogue, cell: Cell): Availability {
  if (cell.version === defaultVersion) return "stated";
  return contracts.operation(cell.surface, cell.endpoint, cell.version)?.availability ?? "unstated";
}
