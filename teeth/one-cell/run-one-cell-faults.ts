import {
  type OneCellFault,
  oneCellClasses,
  oneCellFaults,
} from "../../reference/faults/one-cell/one-cell-faults.ts";
import { inProcess } from "../judging/in-process.ts";
import { createReferenceJudge } from "../judging/reference-judge.ts";
import { type OneCellAllowance, oneCellAllowanceOf, oneCellAllowances } from "./allowances.ts";
import { type OneCellVerdict, oneCellVerdict } from "./one-cell-verdict.ts";

/** The results of the faults of one class. */
export interface ClassScore {
  readonly name: string;
  readonly sentence: string;
  readonly total: number;
  readonly caught: number;
  /** How many survive by a rule. */
  readonly allowed: number;
  /** Names of the faults that survive under no rule. */
  readonly survivors: readonly string[];
  /** Faults that were caught, with unrelated failures. */
  readonly unrelated: readonly {
    readonly name: string;
    readonly requirements: readonly string[];
  }[];
}

/** The suite's score over servers that are wrong in one cell only. */
export interface OneCellScore {
  readonly total: number;
  readonly caught: number;
  /** Why some survive, with how many do under each rule. */
  readonly allowed: readonly (Pick<OneCellAllowance, "reason"> & { readonly count: number })[];
  readonly classes: readonly ClassScore[];
}

/** Whether every fault is caught, for what it is, or survives by a rule. */
export function isWhole({ classes }: Pick<OneCellScore, "classes">): boolean {
  return classes.every(({ survivors, unrelated }) => survivors.length + unrelated.length === 0);
}

/**
 * Judges a server with each of the faults, in this process and without a connection.
 * @param onProgress called after each fault
 */
export async function runOneCellFaults(
  faults: readonly OneCellFault[] = oneCellFaults(),
  onProgress: (done: number, total: number) => void = () => {},
): Promise<OneCellScore> {
  const reference = await createReferenceJudge(inProcess);
  const verdicts: OneCellVerdict[] = [];
  for (const fault of faults) {
    const { judgedAgain } = await reference.judge([fault], "for red");
    verdicts.push(oneCellVerdict(fault, judgedAgain));
    onProgress(verdicts.length, faults.length);
  }
  return oneCellScore(verdicts);
}

/** Sums up verdicts, in the order of the classes. Pure. */
export function oneCellScore(verdicts: readonly OneCellVerdict[]): OneCellScore {
  const is = (wanted: OneCellVerdict["verdict"]) => (one: OneCellVerdict) => one.verdict === wanted;
  const isAllowed = (one: OneCellVerdict): boolean =>
    is("survived")(one) && oneCellAllowanceOf(one.fault) !== null;
  const scores = oneCellClasses.flatMap((one): readonly ClassScore[] => {
    const own = verdicts.filter(({ fault }) => fault.of === one);
    if (own.length === 0) return [];
    return [
      {
        name: one.name,
        sentence: one.sentence,
        total: own.length,
        caught: own.filter(is("caught")).length,
        allowed: own.filter(isAllowed).length,
        survivors: own
          .filter((verdict) => is("survived")(verdict) && !isAllowed(verdict))
          .map(({ fault }) => fault.name),
        unrelated: own.filter(is("unrelated red")).map(({ fault, unrelated }) => ({
          name: fault.name,
          requirements: [...new Set(unrelated.map(({ requirement }) => requirement))].sort(),
        })),
      },
    ];
  });
  return {
    total: verdicts.length,
    caught: verdicts.filter(is("caught")).length,
    allowed: oneCellAllowances.map((rule) => ({
      reason: rule.reason,
      count: verdicts.filter((one) => isAllowed(one) && oneCellAllowanceOf(one.fault) === rule)
        .length,
    })),
    classes: scores,
  };
}
