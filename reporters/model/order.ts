import type { Register } from "../../contracts/register.ts";
import {
  authStyles,
  type Cell,
  type CheckPlace,
  defaultVersion,
  type Surface,
  surfaces,
} from "../../contracts/vocabulary.ts";

export type Compare<T> = (a: T, b: T) => number;

/** One endpoint of one surface; a list of them is the order in which reports show them. */
export interface CardPlace {
  readonly surface: Surface;
  readonly endpoint: string;
}

/** Surface and endpoint as the specification has them, `default`, then the newest version, auth style. */
export function byCell(places: readonly CardPlace[]): Compare<Cell> {
  const placeRank = rankOf(places.map(({ surface, endpoint }) => `${surface} ${endpoint}`));
  return (a, b) =>
    surfaces.indexOf(a.surface) - surfaces.indexOf(b.surface) ||
    placeRank(`${a.surface} ${a.endpoint}`) - placeRank(`${b.surface} ${b.endpoint}`) ||
    compareText(a.endpoint, b.endpoint) ||
    compareVersions(a.version, b.version) ||
    authRank(a) - authRank(b);
}

/** Requirements as the register has them, which is by area; then by cell. */
export function byCheck(register: Register, places: readonly CardPlace[]): Compare<CheckPlace> {
  const requirementRank = rankOf(register.requirements.map(({ id }) => id));
  const compareCells = byCell(places);
  return (a, b) =>
    requirementRank(a.requirement) - requirementRank(b.requirement) ||
    compareText(a.requirement, b.requirement) ||
    compareCells(a, b);
}

/** `default` first, then the newest. */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  if (a === defaultVersion) return -1;
  return b === defaultVersion ? 1 : compareText(b, a);
}

/** By code units, so that no locale of the machine changes a report. */
function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function authRank({ auth }: Cell): number {
  return auth === null ? -1 : authStyles.indexOf(auth);
}

function rankOf(list: readonly string[]): (item: string) => number {
  const ranks = new Map(list.map((item, index) => [item, index]));
  return (item) => ranks.get(item) ?? ranks.size;
}
