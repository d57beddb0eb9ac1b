import type { Cell } from "../../contracts/vocabulary.ts";
import { requestsOf } from "../../harness/requests/request-group.ts";
import { canonicalRequest, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { firstRequest, type RequestChoice } from "../model/check.ts";
import { followingOf } from "../model/following.ts";
import type { PlannedCheck } from "../model/planned-check.ts";

/** The smallest part of a check in a cell that can be judged, and the requests that it needs. */
export interface CheckProbe {
  readonly requirement: string;
  readonly cell: Cell;
  /** The name of the request within its check; `*` if the check compares several. */
  readonly choice: string;
  /** All of them are necessary. Each is listed once. */
  readonly requests: readonly RequestSpec[];
  /** The purpose of requests that depend on a response; probes with the same purpose share them. */
  readonly following: string | null;
}

/** The probes of a plan: one for each request of a check that judges every response separately. */
export function probesOf(plan: readonly PlannedCheck[]): readonly CheckProbe[] {
  return plan.flatMap(({ check, requirement, cell, precondition, control, choices }) => {
    const first = [precondition, control].filter((choice) => choice !== null);
    const probe = (name: string, own: readonly RequestChoice[]): CheckProbe => ({
      requirement: requirement.id,
      cell,
      choice: name,
      requests: distinct([...first, ...own].map(firstRequest).flatMap(withItsGroup)),
      following: followingOf(check, cell),
    });
    if (check.kind === "each") {
      return Object.entries(choices).map(([name, choice]) => probe(name, [choice]));
    }
    const all = Object.values(choices);
    return all.length === 0 ? [] : [probe(wholeCheck, all)];
  });
}

/** The choice of a check that needs all its requests. */
const wholeCheck = "*";

/** One text for each probe of a plan, such as `limit.out-of-range-refused news /ping default bearer 0`. */
export function probeName({
  requirement,
  cell: { surface, endpoint, version, auth },
  choice,
}: Pick<CheckProbe, "requirement" | "cell" | "choice">): string {
  return `${requirement} ${surface} ${endpoint} ${version} ${auth ?? "any"} ${choice}`;
}

/** A request of a group is never sent without the others. */
function withItsGroup(spec: RequestSpec): readonly RequestSpec[] {
  return spec.group === undefined ? [spec] : requestsOf(spec.group.of);
}

function distinct(specs: readonly RequestSpec[]): readonly RequestSpec[] {
  return [...new Map(specs.map((spec) => [canonicalRequest(spec), spec])).values()];
}
