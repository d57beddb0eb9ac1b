import { loadCatalogue } from "../../contracts/load.ts";

/** The endpoints that need a key, at each of their versions and without the header, of the first specification. */
const firstPlaces = 25;

/**
 * How many requests a run may take.
 *
 * @param first with the versions of the first specification. An added one may need half as much again for an endpoint:
 *   one with many parameters needs more than the average.
 */
export function mostRequests(first: number): number {
  const { operations } = loadCatalogue();
  const dated = operations.filter((one) => one.protected);
  const endpoints = new Set(dated.map(({ surface, endpoint }) => `${surface} ${endpoint}`));
  const added = dated.length + endpoints.size - firstPlaces;
  return Math.ceil(first * (1 + (1.5 * added) / firstPlaces));
}
