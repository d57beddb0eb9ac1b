import type { Availability, Catalogue, Operation } from "../../contracts/catalogue.ts";
import type { Generation } from "../../contracts/generations.ts";
import { authStyles, type Cell, defaultVersion, type Version } from "../../contracts/vocabulary.ts";
import { rotatedStyle } from "./rotation.ts";
import type { Target } from "./target.ts";

/** Selects the cells of a check; an absent member selects all. */
export interface CellFilter {
  readonly endpoints?: readonly string[];
  readonly protected?: boolean;
  readonly availability?: readonly Availability[];
  readonly generation?: readonly Generation[];
  /** Without the cells of requests that name no version, or only these. */
  readonly default?: "without" | "only";
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
