import type { RequestGroup, RequestSpec } from "./request-spec.ts";

/** Requests that are sent one after the other, on a separate connection. */
export function oneByOne(requests: readonly RequestSpec[]): readonly RequestSpec[] {
  return requestsOf({ order: "one-by-one", requests });
}

/** Requests that are sent one after the other while nothing else is in flight. */
export function inQuiet(requests: readonly RequestSpec[]): readonly RequestSpec[] {
  return requestsOf({ order: "alone", requests });
}

/** Requests that are in flight together, as far as concurrency and rate allow. */
export function atOnce(requests: readonly RequestSpec[]): readonly RequestSpec[] {
  return requestsOf({ order: "at-once", requests });
}

/** Every request of a group, as it is sent. */
export function requestsOf(group: RequestGroup): readonly RequestSpec[] {
  return group.requests.map((request, position) => ({
    ...request,
    group: { of: group, position },
  }));
}

/** The request whose response this one waits for; null if there is none. */
export function memberBefore({ group }: RequestSpec): RequestSpec | null {
  if (group === undefined || group.of.order === "at-once") return null;
  return requestsOf(group.of)[group.position - 1] ?? null;
}
