import type {
  CheckPlace,
  CheckResult,
  Level,
  Outcome,
  Status,
  Verdict,
} from "../../contracts/vocabulary.ts";
import type { Exclusion, Waiver } from "../../contracts/waivers.ts";
import { type Baseline, judgeBaseline, statusIn } from "./baseline.ts";
import { changeOf } from "./change.ts";
import type {
  BaselineJudgement,
  Counts,
  JudgedResult,
  RunJudgement,
  StaleWaiver,
} from "./judgement.ts";
import { isExpired, names, staleCause } from "./waivers.ts";

export interface VerdictInput {
  readonly results: readonly CheckResult[];
  readonly waivers: readonly Waiver[];
  readonly exclusions: readonly Exclusion[];
  /** The lowest level at which a broken requirement fails the run. */
  readonly failOn: Level;
  readonly allowIncomplete: boolean;
  readonly interrupted: boolean;
  readonly partial: boolean;
  /**
   * The checks that a whole run would judge and a partial one left out. Without it no waiver of a
   * partial run is called stale, since its other cells may still fail.
   */
  readonly unselected?: readonly CheckPlace[];
  /** An earlier report whose failures are excused; they change the exit code, never the verdict. */
  readonly baseline?: Baseline | null;
  /** YYYY-MM-DD in UTC. */
  readonly today: string;
}

/** What decides how a single result counts. */
export type ResultRules = Pick<
  VerdictInput,
  "waivers" | "exclusions" | "failOn" | "baseline" | "today"
>;

/** How single results count, for output before the run has ended. Pure. */
export function resultJudge(rules: ResultRules): (result: CheckResult) => JudgedResult {
  const { waivers, exclusions, failOn, today, baseline = null } = rules;
  const valid = waivers.filter((waiver) => !isExpired(waiver, today));
  const before = baseline === null ? () => null : statusIn(baseline);
  return (result) => judgeResult(result, valid, exclusions, failOn, before);
}

/** The one place where outcomes become a verdict, an exit code and JUnit elements. Pure. */
export function judgeRun(input: VerdictInput): RunJudgement {
  const { waivers, exclusions, today, partial, baseline = null } = input;
  const isExcluded = (place: CheckPlace) => exclusions.some((entry) => names(entry, place));
  const judged = input.results.map(resultJudge(input));
  const staleness = {
    results: input.results,
    isExcluded,
    unselected: input.unselected ?? (partial ? null : []),
  };
  const staleWaivers = waivers.flatMap((waiver, index): StaleWaiver[] => {
    const cause = isExpired(waiver, today) ? null : staleCause(waiver, staleness);
    return cause === null ? [] : [{ index, waiver, cause, line: JSON.stringify(waiver) }];
  });
  const verdict = verdictOf(judged, input.interrupted);
  const beside = baseline === null ? null : judgeBaseline(judged, baseline, input.unselected ?? []);
  const broken = judged.some(({ red, known }) => red && !known);
  const open = beside === null ? verdict === "incomplete" : isOpen(judged, beside, input);
  return {
    judged,
    verdict,
    exitCode: staleWaivers.length > 0 || broken ? 1 : open && !input.allowIncomplete ? 3 : 0,
    baseline: beside,
    counts: countsOf(judged),
    partial,
    staleWaivers,
    expiredWaivers: waivers.flatMap((waiver, index) =>
      isExpired(waiver, today) ? [{ index, waiver }] : [],
    ),
  };
}

/** What a check is in JUnit's words. */
export type JUnitElement = "pass" | "failure" | "error" | "skipped";

/** What a result is in JUnit and in test runners; only what makes the exit code 1 fails there. */
export function junitElement({
  status,
  red,
  known,
}: Pick<JudgedResult, "status" | "red" | "known">): JUnitElement {
  if (red) return known ? "skipped" : "failure";
  if (status === "error") return "error";
  return status === "pass" ? "pass" : "skipped";
}

function judgeResult(
  result: CheckResult,
  waivers: readonly Waiver[],
  exclusions: readonly Exclusion[],
  failOn: Level,
  before: (place: CheckPlace) => Status | null,
): JudgedResult {
  const { status, reason } = statusOf(result, waivers, exclusions);
  const red = status === "fail" || (status === "warn" && failOn === "should");
  const known = red && changeOf(before(result), status) === "still";
  return { ...result, status, reason, red, known };
}

function statusOf(
  result: CheckResult,
  waivers: readonly Waiver[],
  exclusions: readonly Exclusion[],
): Pick<JudgedResult, "status" | "reason"> {
  const exclusion = exclusions.find((entry) => names(entry, result));
  if (exclusion !== undefined) return { status: "excluded", reason: exclusion.reason };
  const outcome = outcomeAtLevel(result);
  if (outcome === "fail" || outcome === "warn") {
    const waiver = waivers.find((entry) => names(entry, result));
    if (waiver !== undefined) return { status: "waived", reason: waiver.reason };
  }
  return { status: outcome, reason: null };
}

/** The level alone decides whether something broken fails or warns, whatever a check called it. */
function outcomeAtLevel({ outcome, level }: CheckResult): Outcome {
  if (outcome !== "fail" && outcome !== "warn") return outcome;
  return level === "must" ? "fail" : "warn";
}

const judgedStatuses: ReadonlySet<Status> = new Set(["pass", "fail", "warn", "waived"]);
const missingStatuses: ReadonlySet<Status> = new Set(["skip", "blocked", "error"]);

function verdictOf(judged: readonly JudgedResult[], interrupted: boolean): Verdict {
  if (judged.some(({ red }) => red)) return "non-conformant";
  const missing = judged.some(
    ({ level, status }) => level === "must" && missingStatuses.has(status),
  );
  return interrupted || missing || !anyJudged(judged) ? "incomplete" : "conformant";
}

function anyJudged(judged: readonly JudgedResult[]): boolean {
  return judged.some(({ status }) => judgedStatuses.has(status));
}

/** Whether a run with a baseline leaves more open than the baseline did; always if nothing could be judged. */
function isOpen(
  judged: readonly JudgedResult[],
  { lost }: BaselineJudgement,
  { interrupted }: VerdictInput,
): boolean {
  return interrupted || lost.length > 0 || !anyJudged(judged);
}

function countsOf(judged: readonly JudgedResult[]): Counts {
  const common = { skip: 0, blocked: 0, error: 0, waived: 0, excluded: 0 };
  const must = { pass: 0, fail: 0, ...common };
  const should = { pass: 0, warn: 0, ...common };
  for (const { level, status } of judged) {
    if (level === "must" && status !== "warn") must[status] += 1;
    if (level === "should" && status !== "fail") should[status] += 1;
  }
  return { must, should };
}
