import type { Availability, Catalogue, Operation } from "../../contracts/catalogue.ts";
import type { Generation } from "../../contracts/generations.ts";
import { group } from "../../contracts/group.ts";
import {
  type AuthStyle,
  authStyles,
  type Cell,
  defaultVersion,
  type Surface,
  type Version,
} from "../../contracts/vocabulary.ts";
import type { Target } from "./target.ts";

/** Selects the cells of a check; an absent member selects all. */
export interface CellFilter {
  readonly endpoints?: readonly string[];
  readonly protected?: boolean;
  readonly availability?: readonly Availability[];
  readonly generation?: readonly Generation[];
  readonly default?: "with" | "without" | "only";
  readonly operation?: (operation: Operation) => boolean;
}

/** How the auth style of a cell is chosen. */
export type StyleRule = "none" | "each" | "rotated";

/** The cells of a target in which a check judges. */
export type Where = (target: Target, contracts: Catalogue) => readonly Cell[];

/** The cells that a filter selects. */
export function cells(filter: CellFilter, style: StyleRule): Where {
  // Cached by the surfaces, on which alone they depend: a run plans several times, tests hundreds of times.
  const known = new WeakMap<Catalogue, Map<string, readonly Cell[]>>();
  return (target, contracts) => {
    const bySurfaces = known.get(contracts) ?? new Map<string, readonly Cell[]>();
    known.set(contracts, bySurfaces);
    const surfaces = target.surfaces.join(" ");
    const cells = bySurfaces.get(surfaces) ?? cellsOf(target, contracts, filter, style);
    bySurfaces.set(surfaces, cells);
    return cells;
  };
}

/** Those of the protected endpoints. */
export function protectedCells(style: StyleRule, filter: CellFilter = {}): Where {
  return cells({ ...filter, protected: true }, style);
}

/** The cells that satisfy a condition. */
export function only(where: Where, holds: (context: CellContext) => boolean): Where {
  return (target, contracts) =>
    where(target, contracts).filter((cell) => holds({ cell, target, contracts }));
}

/** The cells of several selections, in their order. */
export function union(...all: readonly Where[]): Where {
  return (target, contracts) => all.flatMap((where) => where(target, contracts));
}

/** A cell and what is known about its target. */
interface CellContext {
  readonly cell: Cell;
  readonly target: Target;
  readonly contracts: Catalogue;
}

/** A version at which an operation may exist. */
type Candidate = Pick<Operation, "version" | "availability">;

const byDefault: Candidate = { version: defaultVersion, availability: "stated" };

/**
 * The cells of the matrix that a filter selects: endpoints in the order of the specification, `default`
 * first and then the newest version first. With `rotated`, the three styles rotate from cell to cell, the
 * same way in every run.
 */
export function cellsOf(
  target: Target,
  contracts: Catalogue,
  filter: CellFilter,
  style: StyleRule,
): readonly Cell[] {
  const cells: Cell[] = [];
  for (const surface of target.surfaces) {
    for (const operation of contracts.operations) {
      if (operation.surface !== surface) continue;
      const isDefault = operation.version === contracts.defaultOf(surface, operation.endpoint);
      const candidates: readonly Candidate[] = isDefault ? [byDefault, operation] : [operation];
      for (const candidate of candidates) {
        if (!passes(candidate, operation, filter)) continue;
        const place = { surface, endpoint: operation.endpoint, version: candidate.version };
        if (style === "none") cells.push({ ...place, auth: null });
        else if (style === "each") for (const auth of authStyles) cells.push({ ...place, auth });
        else cells.push({ ...place, auth: rotatedStyle(contracts, place) });
      }
    }
  }
  return cells;
}

function passes(candidate: Candidate, operation: Operation, filter: CellFilter): boolean {
  const isDefault = candidate.version === defaultVersion;
  if (filter.endpoints && !filter.endpoints.includes(operation.endpoint)) return false;
  if (filter.protected !== undefined && operation.protected !== filter.protected) return false;
  if (filter.availability && !filter.availability.includes(candidate.availability)) return false;
  if (filter.generation && !filter.generation.includes(operation.generation)) return false;
  if (filter.default === "without" && isDefault) return false;
  if (filter.default === "only" && !isDefault) return false;
  return filter.operation?.(operation) ?? true;
}

/**
 * The auth style of a cell by rotation: the same in every run, and different for consecutive versions of
 * an endpoint, so that every style is tried with every kind of request somewhere.
 */
export function rotatedStyle(contracts: Catalogue, place: Omit<Cell, "auth">, salt = 0): AuthStyle {
  return rotate(authStyles, rowOf(contracts, place) + columnOf(contracts, place) + salt);
}

/** Whether the style of a cell is its style by rotation. */
export function isRotatedStyle({
  cell,
  contracts,
}: Pick<CellContext, "cell" | "contracts">): boolean {
  return cell.auth === null || cell.auth === rotatedStyle(contracts, cell);
}

/** The entry at an index modulo the length of the list; the index may be negative. */
export function rotate<T>(list: readonly [T, ...(readonly T[])], number: number): T {
  const { length } = list;
  const found = list[((number % length) + length) % length];
  return found === undefined ? list[0] : found;
}

/**
 * The number of the oldest version of a surface. Any number would do; this one keeps the requests that
 * each version had when the numbers began with the newest.
 */
const firstColumn = 4;

/**
 * The number of a version on its surface. It is counted down from the oldest, so that each version keeps
 * its number when a newer one appears. `default` has 1, and a version that is only contested 0.
 */
export function columnOf(contracts: Catalogue, place: Pick<Cell, "surface" | "version">): number {
  const { surface, version } = place;
  if (version === defaultVersion) return 1;
  if (!contracts.versions(surface).includes(version)) return 0;
  const known = dates.get(contracts) ?? datesOf(contracts);
  dates.set(contracts, known);
  return firstColumn - known[surface].indexOf(version);
}

/** Every dated version of a surface's endpoints, the oldest first. */
type Dates = Readonly<Record<Surface, readonly Version[]>>;

// Cached, since the numbers are needed in every cell of every check.
const dates = new WeakMap<Catalogue, Dates>();
const rows = new WeakMap<Catalogue, ReadonlyMap<string, number>>();

function datesOf({ operations }: Catalogue): Dates {
  const of = (surface: Surface) => {
    const own = operations.filter((one) => one.surface === surface);
    return [...new Set(own.map(({ version }) => version))].sort();
  };
  return { aggregator: of("aggregator"), news: of("news") };
}

/**
 * The number of an endpoint across both surfaces. Endpoints are counted in the order in which the
 * versions added them, so each keeps its number when a newer version adds another.
 */
export function rowOf(contracts: Catalogue, place: Omit<Cell, "auth" | "version">): number {
  const known = rows.get(contracts) ?? countRows(contracts);
  rows.set(contracts, known);
  return known.get(`${place.surface} ${place.endpoint}`) ?? 0;
}

function countRows({ operations }: Catalogue): ReadonlyMap<string, number> {
  const agreed = operations.filter(({ availability }) => availability !== "contested");
  const byEndpoint = [...group(agreed, (one) => `${one.surface} ${one.endpoint}`)];
  const brought = byEndpoint.map(([name, all]) => ({ name, version: all.at(-1)?.version ?? "" }));
  // The sort is stable: endpoints of the same version stay in the order of the specification.
  brought.sort((a, b) => (a.version < b.version ? -1 : a.version > b.version ? 1 : 0));
  return new Map(brought.map(({ name }, index) => [name, index]));
}

/** The availability of an endpoint at the version of a cell; `default` is always stated. */
export function availabilityOf(contracts: Catalogue, cell: Cell): Availability {
  if (cell.version === defaultVersion) return "stated";
  return contracts.operation(cell.surface, cell.endpoint, cell.version)?.availability ?? "unstated";
}

/** The dated versions that the specification states for an endpoint, the newest first. */
export function datedVersions(
  contracts: Catalogue,
  { surface, endpoint }: Pick<Cell, "surface" | "endpoint">,
): readonly Version[] {
  return contracts.operations
    .filter((one) => one.surface === surface && one.endpoint === endpoint)
    .filter(({ availability }) => availability === "stated")
    .map(({ version }) => version);
}
