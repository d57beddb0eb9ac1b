import type { CheckResult } from "../../contracts/vocabulary.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { inProcess } from "../../teeth/judging/in-process.ts";
import {
  type Again,
  createReferenceJudge,
  type JudgedReference,
  type ReferenceJudge,
} from "../../teeth/judging/reference-judge.ts";
import { judgeRecorded } from "./recorded-traffic.ts";

let judge: Promise<ReferenceJudge> | undefined;

/** The judge of reference servers, without connections where they don't matter. */
export function referenceJudge(): Promise<ReferenceJudge> {
  judge ??= createReferenceJudge(inProcess);
  return judge;
}

/** What a run against a server comes to, and what `check-har` makes of the traffic of that run. */
export interface Outcome {
  readonly results: JudgedReference["results"];
  readonly inTraffic: readonly CheckResult[];
}

/**
 * Judges servers by a run and by its traffic. Each is started and asked once, whichever test comes
 * first; of its traffic, only what is not passed is kept.
 * @param again what of the run is judged again
 */
export function createOutcomes(again: Again): (deviation: Deviation) => Promise<Outcome> {
  const outcomes = new Map<string, Promise<Outcome>>();
  const outcomeOf = async (deviation: Deviation): Promise<Outcome> => {
    const { results, traffic } = await (await referenceJudge()).judge([deviation], again);
    const inTraffic = await judgeRecorded(traffic);
    const rest = (all: readonly CheckResult[]) => all.filter(({ outcome }) => outcome !== "pass");
    return { results, inTraffic: rest(inTraffic) };
  };
  return (deviation) => {
    const outcome = outcomes.get(deviation.name) ?? outcomeOf(deviation);
    outcomes.set(deviation.name, outcome);
    return outcome;
  };
}

/** A result in one line, with the cell and what was said. */
export function shown(result: CheckResult): string {
  const { requirement, endpoint, version, auth, outcome, message } = result;
  return `${requirement} ${endpoint}@${version} ${auth} ${outcome}: ${message}`;
}
