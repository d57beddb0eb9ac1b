import { loadCatalogue } from "../../contracts/load.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import { budgetMatrix } from "../../suites/budget/budget-matrix.ts";
import { type KnownFaults, knownFaults } from "../../suites/budget/known-faults.ts";
import { probeName, probesOf } from "../../suites/budget/probes.ts";
import { everything, type Matrix } from "../../suites/engine/matrix.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { firstRequests } from "../../suites/session/first-requests.ts";
import { judgeMutants } from "../mutants/judge-mutants.ts";
import type { Mutant } from "../mutants/mutant.ts";

/** How much of the catalogue a budget catches; numbers of faults and mutants. */
export interface BudgetPoint {
  readonly budget: number;
  /** Faults that were not used for the choice. */
  readonly unknown: Caught;
  /** Faults when all of them are used, as in a run. */
  readonly known: Caught;
  /** Mutants of the contracts, which are never used for the choice. */
  readonly mutants: Caught;
}

/** How many of a number. */
export interface Caught {
  readonly caught: number;
  readonly total: number;
}

interface CurveOptions {
  /** Which mutants are measured; all by default. */
  readonly isMeasured?: (mutant: Mutant) => boolean;
  /** Called after each budget. */
  readonly onProgress?: (point: BudgetPoint) => void;
}

/**
 * Measures budgets. A fault counts as caught if a request that is known to show it is sent; a mutant, if
 * the suite fails on the responses to the requests that are sent.
 */
export async function budgetCurve(
  budgets: readonly number[],
  { isMeasured, onProgress = () => {} }: CurveOptions = {},
): Promise<readonly BudgetPoint[]> {
  const plan = wholePlan();
  const contracts = loadCatalogue();
  const [one] = plan;
  if (one === undefined) throw new Error("the plan is empty");
  const first = firstRequests(plan, one.context.target, contracts);
  const matrixOf = (budget: number, known: KnownFaults) =>
    budgetMatrix(plan, contracts, budget, first, known);
  const halves = halvesOf(knownFaults);
  const mutants = killed(await judgeMutants(undefined, isMeasured));
  const points: BudgetPoint[] = [];
  for (const budget of budgets) {
    const known = matrixOf(budget, knownFaults);
    const point = {
      budget,
      unknown: sum(
        halves.map(({ used, rest }) => caughtBy(plan, matrixOf(budget, used), rest.shownBy)),
      ),
      known: caughtBy(plan, known, knownFaults.shownBy),
      mutants: {
        caught: killed(await judgeMutants(undefined, isMeasured, known)),
        total: mutants,
      },
    };
    points.push(point);
    onProgress(point);
  }
  return points;
}

/** Every second fault, in the order of their names, and the others; each half is used once. */
function halvesOf({ following, shownBy }: KnownFaults) {
  const half = (wanted: number): KnownFaults => ({
    following,
    shownBy: Object.fromEntries(Object.entries(shownBy).filter((_, index) => index % 2 === wanted)),
  });
  return [
    { used: half(0), rest: half(1) },
    { used: half(1), rest: half(0) },
  ];
}

/** The faults that are shown by a probe whose requests are all sent. */
export function caughtBy(
  plan: readonly PlannedCheck[],
  { sends, follows }: Pick<Matrix, "sends" | "follows"> = everything,
  shownBy: KnownFaults["shownBy"] = knownFaults.shownBy,
): Caught {
  const sent = new Set(
    probesOf(plan)
      .filter(({ requests, following }) => {
        return requests.every(sends) && (following === null || follows(following));
      })
      .map(probeName),
  );
  const faults = Object.values(shownBy);
  return {
    caught: faults.filter((names) => names.some((name) => sent.has(name))).length,
    total: faults.length,
  };
}

function killed(verdicts: Awaited<ReturnType<typeof judgeMutants>>): number {
  return verdicts.filter(({ verdict }) => verdict === "killed").length;
}

function sum(all: readonly Caught[]): Caught {
  return {
    caught: all.reduce((total, one) => total + one.caught, 0),
    total: all.reduce((total, one) => total + one.total, 0),
  };
}
