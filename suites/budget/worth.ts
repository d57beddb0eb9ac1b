import type { Catalogue } from "../../contracts/catalogue.ts";
import { errorEnvelopeOwed } from "../../contracts/error-envelope-owed.ts";
import { type Feature, featuresOf } from "../../contracts/features.ts";
import { group } from "../../contracts/group.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import { carriesOwnKeyAsListed } from "../../harness/exchanges/request-spec.ts";
import type { KnownFaults } from "./known-faults.ts";
import { type CheckProbe, probeName } from "./probes.ts";

/** Something that is achieved once, by any of the probes that name it. */
export interface Goal {
  readonly name: string;
  readonly worth: number;
}

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

/** The worth of a feature of a contract that is to be seen: a member, a format, a value. */
const worthOfFeature = 1;

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
  const contractOf = contractsSeen(contracts, probes);
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

/** Areas whose requirements are judged on a successful response. */
const ofSuccess: ReadonlySet<string> = new Set(["ping", "envelope", "item", "metadata", "plan"]);

/**
 * Members of errors that only the refusal of a parameter has (Legacy error envelope, row "fields"), and the
 * requirements whose requests provoke one. Some endpoints refuse unexpected values only.
 */
const ofParameters = {
  below: "/fields",
  provokedBy: ["error.legacy-fields", "robustness.unexpected-values"],
};

/** Whose requests are refused for their method, at `/geolocation` in another envelope than those without a valid key. */
const ofMethods = "robustness.other-methods";

/**
 * The contract that the response to a probe should show: of the success or of the error. An error
 * about the key or the method is expected to show only a part of it. An unexpected value and another method show the
 * rest only where errors are judged in the same cell.
 */
function contractsSeen(
  { operation, errors }: Pick<Catalogue, "operation" | "errors">,
  probes: readonly CheckProbe[],
): (probe: CheckProbe) => readonly Goal[] {
  const [judging, ...provoking] = ofParameters.provokedBy;
  const cellsOf = (requirements: readonly string[]) =>
    new Set(
      probes
        .filter(({ requirement }) => requirements.includes(requirement))
        .map(({ cell }) => JSON.stringify(cell)),
    );
  const provoked = cellsOf(provoking);
  const otherMethods = cellsOf([ofMethods]);
  const known = new Map<string, Goal>();
  const goalOf = (name: string, features: readonly Feature[]): Goal => {
    const goal = known.get(name) ?? { name, worth: worthOfFeature * features.length };
    known.set(name, goal);
    return goal;
  };
  return ({ requirement, requests, cell }) => {
    const { surface, endpoint, version } = cell;
    const [area = ""] = requirement.split(".");
    const asked = operation(surface, endpoint, version);
    if (asked === null) return [];
    const place = `${surface} ${endpoint} ${asked.version}`;
    if (ofSuccess.has(area)) return [goalOf(`success of ${place}`, featuresOf(asked.successShape))];
    const errorParts = (status: number) =>
      partition(featuresOf(errors[errorEnvelopeOwed(asked, status)].shape), ({ member }) =>
        member.startsWith(ofParameters.below),
      );
    const [rest, detailed] = errorParts(401);
    const [ofMethod] = errorParts(405);
    const isUnlike = errorEnvelopeOwed(asked, 405) !== errorEnvelopeOwed(asked, 401);
    const isOfParameter =
      ofParameters.provokedBy.includes(requirement) &&
      requests.every(({ credential }) => carriesOwnKeyAsListed(credential));
    const isProvoked = provoked.has(JSON.stringify(cell));
    const isOtherMethod = isUnlike && otherMethods.has(JSON.stringify(cell));
    return [
      ...(area === "error" ? [goalOf(`error of ${place}`, rest)] : []),
      ...(area === "error" && isOtherMethod
        ? [goalOf(`method error judged at ${place}`, ofMethod)]
        : []),
      ...(requirement === ofMethods && isUnlike
        ? [goalOf(`method error of ${place}`, ofMethod)]
        : []),
      ...(requirement === judging && isProvoked
        ? [goalOf(`parameter error judged at ${place}`, detailed)]
        : []),
      ...(isOfParameter ? [goalOf(`parameter error of ${place}`, detailed)] : []),
    ];
  };
}

function partition<T>(
  list: readonly T[],
  isSecond: (one: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [list.filter((one) => !isSecond(one)), list.filter(isSecond)];
}
