import type { Goal } from "./goal.ts";

/** Something that can be judged, with the names of all requests that this takes. */
export interface WeighedProbe {
  readonly needs: readonly string[];
  readonly goals: readonly Goal[];
}

/** Which requests have been chosen, and what they achieve together. */
export interface Tally {
  readonly chosen: ReadonlySet<string>;
  /** What further requests would add: their number, and the worth of what they achieve. */
  appraise(requests: readonly string[]): { readonly worth: number; readonly cost: number };
  /**
   * Adds requests.
   * @returns the probes that need one of them: their other requests may now add more
   */
  choose(requests: readonly string[]): readonly WeighedProbe[];
}

/** Begins with nothing chosen. */
export function createTally(probes: readonly WeighedProbe[]): Tally {
  const usedBy = new Map<string, WeighedProbe[]>();
  for (const probe of probes) {
    for (const request of probe.needs) {
      const users = usedBy.get(request) ?? [];
      users.push(probe);
      usedBy.set(request, users);
    }
  }
  const chosen = new Set<string>();
  const possible = new Set<WeighedProbe>();
  const achieved = new Set<string>();

  /** The probes that are possible with these requests, and were not before. */
  function madePossible(added: ReadonlySet<string>): ReadonlySet<WeighedProbe> {
    const found = new Set<WeighedProbe>();
    for (const request of added) {
      for (const probe of usedBy.get(request) ?? []) {
        if (found.has(probe) || possible.has(probe)) continue;
        if (probe.needs.every((one) => chosen.has(one) || added.has(one))) found.add(probe);
      }
    }
    return found;
  }

  const added = (requests: readonly string[]) =>
    new Set(requests.filter((request) => !chosen.has(request)));

  return {
    chosen,
    appraise(requests) {
      const more = added(requests);
      const counted = new Set<string>();
      let worth = 0;
      for (const { goals } of madePossible(more)) {
        for (const goal of goals) {
          if (achieved.has(goal.name) || counted.has(goal.name)) continue;
          counted.add(goal.name);
          worth += goal.worth;
        }
      }
      return { worth, cost: more.size };
    },
    choose(requests) {
      const more = added(requests);
      for (const probe of madePossible(more)) {
        possible.add(probe);
        for (const { name } of probe.goals) achieved.add(name);
      }
      for (const request of more) chosen.add(request);
      return [...new Set([...more].flatMap((request) => usedBy.get(request) ?? []))];
    },
  };
}
