import { checkKey } from "../../contracts/check-key.ts";
import type { CheckPlace, CheckResult, Status } from "../../contracts/vocabulary.ts";
import { changeOf } from "./change.ts";
import type { BaselineJudgement } from "./judgement.ts";

/** A result, as far as it is held against that of another run. */
interface Judged extends CheckPlace, Pick<CheckResult, "level"> {
  readonly status: Status;
}

/** A result of this run. */
interface JudgedNow extends Judged {
  /** Whether it makes the run fail. */
  readonly red: boolean;
  /** Whether it was so in the baseline. */
  readonly known: boolean;
}

/** An earlier report whose failures are known, so that only what is new makes a run fail. */
export interface Baseline {
  readonly report: { readonly results: readonly Judged[] };
}

/** A function that returns the status of a check in a baseline; null if the baseline does not have the check. */
export function statusIn(baseline: Baseline): (place: CheckPlace) => Status | null {
  const statuses = new Map(
    baseline.report.results.map((result) => [checkKey(result), result.status]),
  );
  return (place) => statuses.get(checkKey(place)) ?? null;
}

const couldNot: ReadonlySet<Status | null> = new Set(["skip", "blocked", "error"]);

/**
 * @param results of this run
 * @param unselected what `--only` and `--skip` left out on purpose
 */
export function judgeBaseline(
  results: readonly JudgedNow[],
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
