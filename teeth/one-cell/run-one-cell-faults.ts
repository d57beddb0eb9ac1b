import {
  type OneCellFault,
  oneCellClasses,
  oneCellFaults,
} from "../../reference/faults/one-cell/one-cell-faults.ts";
import { inProcess } from "../in-process.ts";
import { createReferenceJudge } from "../reference-judge.ts";
import { type OneCellVerdict, oneCellVerdict } from "./one-cell-verdict.ts";

/** What became of the faults of one class. */
export interface ClassScore {
  readonly name: string;
  readonly sentence: string;
  readonly total: number;
  readonly caught: number;
  /** Names of the faults that survived. */
  readonly survivors: readonly string[];
  /** Faults that were caught, with what is red besides and should not be. */
  readonly unrelated: readonly {
    readonly name: string;
    readonly requirements: readonly string[];
  }[];
}

/** The score of the suite over servers that are wrong in one cell only. */
export interface OneCellScore {
  readonly total: number;
  readonly caught: number;
  readonly classes: readonly ClassScore[];
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
    const { results } = await reference.judge([fault]);
    verdicts.push(oneCellVerdict(fault, results));
    onProgress(verdicts.length, faults.length);
  }
  return oneCellScore(verdicts);
}

/** Adds verdicts up, in the order of the classes. Pure. */
export function oneCellScore(verdicts: readonly OneCellVerdict[]): OneCellScore {
  const is = (wanted: OneCellVerdict["verdict"]) => (one: OneCellVerdict) => one.verdict === wanted;
  const scores = oneCellClasses.flatMap((one): readonly ClassScore[] => {
    const own = verdicts.filter(({ fault }) => fault.of === one);
    if (own.length === 0) return [];
    return [
      {
        name: one.name,
        sentence: one.sentence,
        total: own.length,
        caught: own.filter(is("caught")).length,
        survivors: own.filter(is("survived")).map(({ fault }) => fault.name),
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
    classes: scores,
  };
}
