import {
  canonicalRequest,
  isUsualGet,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { styleSent } from "../model/sent-at.ts";
import type { CheckProbe } from "./probes.ts";

/** The endpoints, versions and styles that no chosen request reaches. */
export interface Unreached {
  /** How much of it these requests reach; an endpoint weighs more than any versions and styles. */
  weigh(requests: readonly RequestSpec[]): number;
  reach(requests: readonly RequestSpec[]): void;
}

/**
 * All that the requests of these probes reach, as far as something is judged there: not unknown paths and
 * versions, other methods or malformed queries.
 */
export function createUnreached(probes: readonly CheckProbe[]): Unreached {
  const judged = new Set(probes.flatMap(({ cell }) => [endpointOf(cell), versionOf(cell)]));
  const known = new Map<string, readonly string[]>();
  const placesOf = (spec: RequestSpec): readonly string[] => {
    const text = canonicalRequest(spec);
    const isOrdinary =
      [endpointOf(spec), versionOf(spec)].every((place) => judged.has(place)) && isUsualGet(spec);
    const places = known.get(text) ?? (isOrdinary ? reachedBy(spec) : []);
    known.set(text, places);
    return places;
  };
  const left = new Set(probes.flatMap(({ requests }) => requests).flatMap(placesOf));
  return {
    weigh(requests) {
      const reached = new Set(requests.flatMap(placesOf).filter((place) => left.has(place)));
      return [...reached].reduce((sum, place) => sum + (place.includes(" /") ? 100 : 1), 0);
    },
    reach(requests) {
      for (const place of requests.flatMap(placesOf)) left.delete(place);
    },
  };
}

type Place = Pick<RequestSpec, "surface" | "endpoint" | "version">;

function reachedBy(spec: RequestSpec): readonly string[] {
  const style = styleSent(spec);
  return [
    endpointOf(spec),
    versionOf(spec),
    ...(style === null ? [] : [`${spec.surface} with ${style}`]),
  ];
}

function endpointOf({ surface, endpoint }: Place): string {
  return `${surface} ${endpoint}`;
}

function versionOf({ surface, version }: Place): string {
  return `${surface} at ${version}`;
}
