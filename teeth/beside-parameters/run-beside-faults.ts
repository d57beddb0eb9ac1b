import {
  type BesideFault,
  besideFaults,
} from "../../reference/faults/beside-parameters/beside-faults.ts";
import { inProcess } from "../judging/in-process.ts";
import { createReferenceJudge } from "../judging/reference-judge.ts";

/** What the suite sees of the faults of one class. */
export interface BesideScore {
  readonly name: string;
  readonly sentence: string;
  readonly total: number;
  /** Names of the faults that change some response, although no check fails. */
  readonly unseen: readonly string[];
  /** Names of the faults that change no response of a run: it sends no such request. */
  readonly untried: readonly string[];
}

/**
 * Judges a server with each of the faults, in this process and without a connection.
 * @param onProgress called after each fault
 */
export async function runBesideFaults(
  faults: readonly BesideFault[] = besideFaults(),
  onProgress: (done: number, total: number) => void = () => {},
): Promise<readonly BesideScore[]> {
  const reference = await createReferenceJudge(inProcess);
  const seen = new Map<BesideFault, "red" | "changed" | "untried">();
  for (const fault of faults) {
    const { judgedAgain } = await reference.judge([fault], "for red");
    const isRed = judgedAgain.some(({ outcome }) => outcome === "fail" || outcome === "warn");
    seen.set(fault, isRed ? "red" : judgedAgain.length > 0 ? "changed" : "untried");
    onProgress(seen.size, faults.length);
  }
  const classes = new Set(faults.map(({ of }) => of));
  return [...classes].map(({ name, sentence }) => {
    const own = faults.filter(({ of }) => of.name === name);
    const namesOf = (what: "changed" | "untried") =>
      own.filter((fault) => seen.get(fault) === what).map((fault) => fault.name);
    return {
      name,
      sentence,
      total: own.length,
      unseen: namesOf("changed"),
      untried: namesOf("untried"),
    };
  });
}
