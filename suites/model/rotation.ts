import type { Catalogue } from "../../contracts/catalogue.ts";
import { group } from "../../contracts/group.ts";
import {
  type AuthStyle,
  authStyles,
  type Cell,
  defaultVersion,
  type Surface,
  type Version,
} from "../../contracts/vocabulary.ts";

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
}: {
  readonly cell: Cell;
  readonly contracts: Catalogue;
}): boolean {
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

/** As many as there are auth styles: the styles of consecutive versions differ also where numbers are left out. */
const leftOut = authStyles.length;

/**
 * The number of a version on its surface. It is counted down from the oldest, so that each version keeps
 * its number when a newer one appears. `default` has 1, and a version that is only contested 0; these are left out.
 */
export function columnOf(contracts: Catalogue, place: Pick<Cell, "surface" | "version">): number {
  const { surface, version } = place;
  if (version === defaultVersion) return 1;
  if (!contracts.versions(surface).includes(version)) return 0;
  const known = dates.get(contracts) ?? datesOf(contracts);
  dates.set(contracts, known);
  const column = firstColumn - known[surface].indexOf(version);
  return column > 1 ? column : column - leftOut;
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
