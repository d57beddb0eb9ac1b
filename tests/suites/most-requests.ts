import { loadCatalogue } from "../../contracts/load.ts";

/** The endpoints that need a key, at each of their versions and without the header, of the first specification. */
const firstPlaces = 25;

/**
 * How many requests a run may take.
 *
 * @param first with the versions of the first specification; each one that is added has the same share
 */
export function mostRequests(first: number): number {
  const { operations } = loadCatalogue();
  const dated = operations.filter((one) => one.protected);
  const endpoints = new Set(dated.map(({ surface, endpoint }) => `${surface} ${endpoint}`));
  return Math.ceil((first * (dated.length + endpoints.size)) / firstPlaces);
}
