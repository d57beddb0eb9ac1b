import type { CheckResult, Status, Verdict } from "../../contracts/vocabulary.ts";
import type { Waiver } from "../../contracts/waivers.ts";
import type { StaleCause } from "./waivers.ts";

/** The judgement of one check after waivers and exclusions. */
export interface JudgedResult extends CheckResult {
  readonly status: Status;
  /** Of the waiver or exclusion that applies; null if none does. */
  readonly reason: string | null;
  /** Whether this result makes the run non-conformant. */
  readonly red: boolean;
  /** It already fails in the baseline, so that it does not make the exit code 1. */
  readonly known: boolean;
}

/** How many checks of one level have which status. A broken `should` warns, so it never fails. */
export interface Counts {
  readonly must: Readonly<Record<Exclude<Status, "warn">, number>>;
  readonly should: Readonly<Record<Exclude<Status, "fail">, number>>;
}

/** A waiver that must be deleted. */
export interface StaleWaiver {
  /** Position in the configuration's list, from 0. */
  readonly index: number;
  readonly waiver: Waiver;
  readonly cause: StaleCause;
  /** The entry as it is written in the list, so that it can be found and deleted. */
  readonly line: string;
}

/** A waiver that covers nothing since its date has passed. */
export interface ExpiredWaiver {
  readonly index: number;
  readonly waiver: Waiver;
}

/**
 * 0 conformant, 1 non-conformant or a stale waiver, 3 incomplete. 2 is never a verdict's. With a
 * baseline: 1 only where something fails that does not fail in it, 3 where something is not judged although
 * the baseline does not have it as not judged.
 */
export type ExitCode = 0 | 1 | 3;

/** The result of comparing a run with its baseline; numbers of checks. */
export interface BaselineJudgement {
  /** Fails now and failed then, so that it does not make the run fail. */
  readonly known: number;
  /** Fails now and did not then, or was not judged then. */
  readonly broken: number;
  /** Passes now, and failed or was waived then. */
  readonly fixed: number;
  /**
   * `must` checks that are not judged now, though the baseline doesn't show that they can't be: by
   * requirement, in the order of the results, then of the baseline.
   */
  readonly lost: readonly { readonly requirement: string; readonly checks: number }[];
}

export interface RunJudgement {
  /** In the order of the results. */
  readonly judged: readonly JudgedResult[];
  readonly verdict: Verdict;
  readonly exitCode: ExitCode;
  readonly counts: Counts;
  readonly partial: boolean;
  readonly staleWaivers: readonly StaleWaiver[];
  readonly expiredWaivers: readonly ExpiredWaiver[];
  /** null if the run has no baseline. */
  readonly baseline: BaselineJudgement | null;
}
