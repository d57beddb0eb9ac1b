import type { CheckResult } from "../../contracts/vocabulary.ts";
import type { OneCellFault } from "../../reference/faults/one-cell/one-cell-faults.ts";

/**
 * `caught`: a requirement that the class blames is broken at the fault's endpoint and version, and
 * otherwise only what the class lists, at that endpoint. `survived`: none of those is broken. `unrelated
 * red`: caught, but something else, or another endpoint, is broken too.
 */
export interface OneCellVerdict {
  readonly fault: OneCellFault;
  readonly verdict: "caught" | "survived" | "unrelated red";
  readonly caughtBy: readonly CheckResult[];
  readonly unrelated: readonly CheckResult[];
}

const isRed = ({ outcome }: CheckResult): boolean => outcome === "fail" || outcome === "warn";

/** The verdict on a fault in one cell from the results of a server that has it. Pure. */
export function oneCellVerdict(
  fault: OneCellFault,
  results: readonly CheckResult[],
): OneCellVerdict {
  const { of, place } = fault;
  const { surface, endpoint } = place.operation;
  const isHere = (one: CheckResult): boolean =>
    one.surface === surface && one.endpoint === endpoint;
  const named = [...of.blames, ...(of.also ?? [])];
  const isNamed = ({ requirement }: CheckResult): boolean =>
    named.some((id) => (/[.-]$/.test(id) ? requirement.startsWith(id) : requirement === id));
  const wrong = results.filter((one) => isRed(one) || one.outcome === "error");
  const caughtBy = wrong.filter(
    (one) =>
      isRed(one) &&
      isHere(one) &&
      one.version === place.version &&
      of.blames.includes(one.requirement),
  );
  const unrelated = wrong.filter((one) => !(isRed(one) && isHere(one) && isNamed(one)));
  const verdict =
    caughtBy.length === 0 ? "survived" : unrelated.length > 0 ? "unrelated red" : "caught";
  return { fault, verdict, caughtBy, unrelated };
}
