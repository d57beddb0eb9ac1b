import { checkKey } from "../../contracts/check-key.ts";
import type { CheckPlace, Status } from "../../contracts/vocabulary.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { changeOf } from "./change.ts";
import type { BaselineJudgement } from "./judgement.ts";

/** An earlier report whose failures are known, so that only what is new makes a run fail. */
export interface Baseline {
  /** As it was named. */
  readonly file: string;
  /** `sha256:…` of the file. */
  readonly digest: string;
  readonly report: Report;
}

/** A result of this run, as far as it is held against a baseline. */
type Judged = Pick<ReportResult, "status" | "level" | "red"> & CheckPlace;

/** A function that returns the status of a check in a baseline; null if the baseline does not have the check. */
export function statusIn(baseline: Baseline): (place: CheckPlace) => Status | null {
  const statuses = new Map(
    baseline.report.results.map((result) => [checkKey(result), result.status]),
  );
  return (place) => statuses.get(checkKey(place)) ?? null;
}

const couldNot: ReadonlySet<Status | null> = new Set(["skip", "blocked", "error"]);

/**
 * @param results of this run, with `known` set
 * @param unselected what `--only` and `--skip` left out on purpose
 */
export function judgeBaseline(
  results: readonly (Judged & { readonly known: boolean })[],
  baseline: Baseline,
  unselected: readonly CheckPlace[],
): BaselineJudgement {
  const before = statusIn(baseline);
  const lost = new Map<string, number>();
  const lose = ({ requirement }: CheckPlace) =>
    lost.set(requirement, (lost.get(requirement) ?? 0) + 1);
  const has = new Set([...results, ...unselected].map(checkKey));
  for (const result of results) if (isLost(result, before(result))) lose(result);
  for (const result of baseline.report.results) {
    const vanished = !has.has(checkKey(result)) && changeOf(result.status, null) === "gone";
    if (vanished && result.level === "must") lose(result);
  }
  return {
    known: results.filter(({ red, known }) => red && known).length,
    broken: results.filter(({ red, known }) => red && !known).length,
    fixed: results.filter((result) => changeOf(before(result), result.status) === "fixed").length,
    lost: [...lost].map(([requirement, checks]) => ({ requirement, checks })),
  };
}

/** What the baseline could not judge either is not new; a defect of the suite always counts as new. */
function isLost({ level, status }: Judged, before: Status | null): boolean {
  if (level !== "must" || !couldNot.has(status)) return false;
  return status === "error" || !couldNot.has(before);
}
