import type { Catalogue } from "../../contracts/catalogue.ts";
import { errorEnvelopeOwed } from "../../contracts/error-envelope-owed.ts";
import { type Feature, featuresOf } from "../../contracts/features.ts";
import { carriesOwnKeyAsListed } from "../../harness/requests/request-spec.ts";
import type { Goal } from "./goal.ts";
import type { CheckProbe } from "./probes.ts";

/** The worth of a feature of a contract that is to be seen: a member, a format, a value. */
const worthOfFeature = 1;

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
export function contractGoals(
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
