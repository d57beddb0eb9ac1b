import type { Catalogue } from "../../contracts/catalogue.ts";
import { canonicalRequest, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { mostRepeats } from "../checks/mixed-up-responses.ts";
import { everything, type Matrix } from "../engine/matrix.ts";
import { firstRequest } from "../model/check.ts";
import { repeats } from "../model/following.ts";
import type { PlannedCheck } from "../model/planned-check.ts";
import { chooseRequests } from "./choose-requests.ts";
import { type KnownFaults, knownFaults } from "./known-faults.ts";
import { probesOf } from "./probes.ts";
import { goalsOf } from "./worth.ts";

/** The number of requests that depend on responses, where nothing is known. */
const usualFollowing = 2;

/**
 * The part of a plan that a number of requests is best spent on.
 * @param plan every check in every cell
 * @param sent requests that are sent in any case, and count
 * @param known the faults that the choice is based on; all by default
 */
export function budgetMatrix(
  plan: readonly PlannedCheck[],
  contracts: Pick<Catalogue, "operation" | "errors">,
  budget: number,
  sent: readonly RequestSpec[],
  known: KnownFaults = knownFaults,
): Matrix {
  const probes = probesOf(plan);
  const followingOf = (purpose: string) => known.following[purpose] ?? assumed(purpose);
  const chosen = chooseRequests(probes, {
    budget,
    sent,
    goalsOf: goalsOf(probes, known, contracts),
    followingOf,
  });
  return {
    ...everything,
    sends: (choice) => chosen.has(canonicalRequest(firstRequest(choice))),
    follows: (purpose) => followingOf(purpose).every((name) => chosen.has(name)),
    elsewhere: false,
  };
}

function assumed(purpose: string): readonly string[] {
  const length = purpose === repeats ? mostRepeats : usualFollowing;
  return Array.from({ length }, (_, index) => `${purpose} ${index}`);
}
