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

/** Which cells a check is about; an absent member means every one. */
export interface CellFilter {
  readonly endpoints?: readonly string[];
  readonly protected?: boolean;
  readonly availability?: readonly Availability[];
  readonly generation?: readonly Generation[];
  readonly default?: "with" | "without" | "only";
  readonly operation?: (operation: Operation) => boolean;
}

/** How the auth style of a cell comes about. */
export type StyleRule = "none" | "each" | "rotated";

/** The cells in which a check judges, of a target. */
export type Where = (target: Target, contracts: Catalogue) => readonly Cell[];

/** The cells that a filter leaves, for a check to say where it judges. */
export function cells(filter: CellFilter, style: StyleRule): Where {
  return (target, contracts) => cellsOf(target, contracts, filter, style);
}

/** Those of the cells for which the condition holds. */
export function only(where: Where, holds: (context: CellContext) => boolean): Where {
  return (target, contracts) =>
    where(target, contracts).filter((cell) => holds({ cell, target, contracts }));
}

/** The cells of several, in their order. */
export function union(...all: readonly Where[]): Where {
  return (target, contracts) => all.flatMap((where) => where(target, contracts));
}

/** A cell with what is known of its target. */
interface CellContext {
  readonly cell: Cell;
  readonly target: Target;
  readonly contracts: Catalogue;
}

/** A column in which an operation may stand. */
type Candidate = Pick<Operation, "version" | "availability">;

const byDefault: Candidate = { version: defaultVersion, availability: "stated" };

/**
 * The cells of the matrix that a filter leaves, endpoints in the order of the specification,
 * `default` first and then the newest version first. With `turns` the three styles rotate from
 * cell to cell, the same way in every run.
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
 * The auth style of a cell by rotation: the same in every run, and different from one version of
 * an endpoint to the next, so that every style is tried with every kind of request somewhere.
 */
export function rotatedStyle(contracts: Catalogue, place: Omit<Cell, "auth">, salt = 0): AuthStyle {
  return rotate(authStyles, rowOf(contracts, place) + columnOf(contracts, place) + salt);
}

/** Whether the style of a cell is the one that it has by rotation. */
export function isRotatedStyle({
  cell,
  contracts,
}: Pick<CellContext, "cell" | "contracts">): boolean {
  return cell.auth === null || cell.auth === rotatedStyle(contracts, cell);
}

/** The entry that a number comes to, counted around the list; it may be negative. */
export function rotate<T>(list: readonly [T, ...(readonly T[])], number: number): T {
  const { length } = list;
  return list[((number % length) + length) % length] ?? list[0];
}

/**
 * Of the oldest version of a surface. Any number would do; with this one the versions ask what they asked
 * when the numbers still began with the newest.
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

/** Every date that an endpoint of a surface has, the oldest first. */
type Dates = Readonly<Record<Surface, readonly Version[]>>;

// Numbers are asked for in every cell of every check.
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
 * The number of an endpoint over both surfaces. They are counted as the versions brought them, so that an
 * endpoint keeps its number when a newer version brings another one.
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
  // The sort is stable: what came together stays in the order of the specification.
  brought.sort((a, b) => (a.version < b.version ? -1 : a.version > b.version ? 1 : 0));
  return new Map(brought.map(({ name }, index) => [name, index]));
}

/** How the contracts stand to an endpoint at the version of a cell; `default` is always stated. */
export function availabilityOf(contracts: Catalogue, cell: Cell): Availability {
  if (cell.version === defaultVersion) return "stated";
  return contracts.operation(cell.surface, cell.endpoint, cell.version)?.availability ?? "unstated";
}
