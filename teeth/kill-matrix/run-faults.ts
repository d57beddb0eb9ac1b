import PQueue from "p-queue";
import type { Fault } from "../../reference/faults/fault.ts";
import { type FaultVerdict, faultVerdict } from "../judging/fault-verdict.ts";
import { createReferenceJudge } from "../judging/reference-judge.ts";

/** The number of servers that run concurrently in this process. */
const serversAtOnce = 8;

/**
 * Judges a new reference server with each of the faults.
 * @param onVerdict called with each verdict, in no particular order
 * @returns the verdicts in the order of the faults
 */
export async function runFaults(
  faults: readonly Fault[],
  onVerdict: (verdict: FaultVerdict) => void = () => {},
): Promise<readonly FaultVerdict[]> {
  const reference = await createReferenceJudge();
  const queue = new PQueue({ concurrency: serversAtOnce });
  return queue.addAll(
    faults.map((fault) => async () => {
      const { results } = await reference.judge([fault], "for red");
      const verdict = faultVerdict(fault, results);
      onVerdict(verdict);
      return verdict;
    }),
  );
}
