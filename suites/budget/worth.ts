import type { Catalogue } from "../../contracts/catalogue.ts";
import { group } from "../../contracts/group.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import { contractGoals } from "./contract-goals.ts";
import type { Goal } from "./goal.ts";
import type { KnownFaults } from "./known-faults.ts";
import { type CheckProbe, probeName } from "./probes.ts";

/**
 * The limits that a fault not known yet may have. Each requirement is worth a little more than 1 altogether: it is
 * judged anywhere, at every endpoint, at every version, in every style and so on.
 */
const limits: readonly {
  readonly share: number;
  readonly placeOf: (probe: CheckProbe) => string;
}[] = [
  { share: 0.2, placeOf: () => "anywhere" },
  { share: 0.2, placeOf: ({ cell: { surface, endpoint } }) => `${surface} ${endpoint}` },
  { share: 0.1, placeOf: ({ cell: { surface, version } }) => `${surface} ${version}` },
  { share: 0.2, placeOf: ({ cell: { surface, auth } }) => `${surface} ${auth}` },
  {
    share: 0.3,
    placeOf: ({ cell: { surface, endpoint, version } }) => `${surface} ${endpoint} ${version}`,
  },
  { share: 0.1, placeOf: ({ choice }) => choice },
  { share: 0.1, placeOf: probeName },
];

/**
 * What each probe achieves: every known fault is worth 1, and every requirement about as much; and every contract
 * is worth seeing according to its size.
 */
export function goalsOf(
  probes: readonly CheckProbe[],
  { shownBy }: Pick<KnownFaults, "shownBy">,
  contracts: Pick<Catalogue, "operation" | "errors">,
): (probe: CheckProbe) => readonly Goal[] {
  const faultsOf = knownAt(shownBy);
  const numberOf = numbersOf(probes);
  const contractOf = contractGoals(contracts, probes);
  return (probe) => [
    ...contractOf(probe),
    ...faultsOf(probe).map((name) => ({ name, worth: 1 })),
    ...limits.map(({ share, placeOf }, index) => ({
      name: `${probe.requirement} ${index} ${placeOf(probe)}`,
      worth: share / numberOf(probe.requirement, index),
    })),
  ];
}

/**
 * The known faults that a probe shows. A version that is newer than all of them is expected to have the
 * faults of the newest version that they mention.
 */
function knownAt(shownBy: KnownFaults["shownBy"]): (probe: CheckProbe) => readonly string[] {
  const shown = Object.entries(shownBy).flatMap(([fault, names]) =>
    names.map((name) => ({ fault, name })),
  );
  const exactly = group(shown, ({ name }) => name);
  const inAnyStyle = group(shown, ({ name }) => withoutStyle(name));
  const newest = new Map<string, string>();
  for (const { name } of shown) {
    const [, surface = "", , version = ""] = name.split(" ");
    if (version === defaultVersion) continue;
    if (version > (newest.get(surface) ?? "")) newest.set(surface, version);
  }
  return (probe) => {
    const { surface, version } = probe.cell;
    const last = newest.get(surface);
    if (last === undefined || version === defaultVersion || version <= last) {
      return (exactly.get(probeName(probe)) ?? []).map(({ fault }) => fault);
    }
    const like = withoutStyle(probeName({ ...probe, cell: { ...probe.cell, version: last } }));
    return (inAnyStyle.get(like) ?? []).map(({ fault }) => `${fault} at ${version}`);
  };
}

/** A check may use another style at another version. */
function withoutStyle(name: string): string {
  return name.split(" ").toSpliced(4, 1).join(" ");
}

/** The number of different places in which a requirement can be judged, for each of the limits. */
function numbersOf(probes: readonly CheckProbe[]): (requirement: string, limit: number) => number {
  const places = new Map<string, Set<string>>();
  for (const probe of probes) {
    for (const [index, { placeOf }] of limits.entries()) {
      const key = `${probe.requirement} ${index}`;
      const list = places.get(key) ?? new Set<string>();
      places.set(key, list.add(placeOf(probe)));
    }
  }
  return (requirement, limit) => places.get(`${requirement} ${limit}`)?.size ?? 1;
}
