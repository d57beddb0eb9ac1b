import type { Register } from "../../contracts/register.ts";
import type { RecordedExchange } from "../../contracts/vocabulary.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { rerunLine } from "../view/rerun.ts";

/** A run begins. */
export interface StartRecord extends Pick<Report, "target" | "startedAt"> {
  readonly type: "start";
  /** Changes only if a reader of the older format would misread the new one. */
  readonly schemaVersion: 1;
  readonly suite: Pick<Report["suite"], "name" | "version">;
  /** The number of checks that failed before, which are the only ones judged; null if the run is not restricted to them. */
  readonly onlyFailed: number | null;
}

/** A check has been judged. */
export interface ResultRecord extends ReportResult {
  readonly type: "result";
  /** What is broken, and how to see it; null if nothing is. */
  readonly broken: {
    readonly statement: string;
    readonly clause: string;
    readonly impact: string;
    /** Commands that repeat its exchanges, with variables in place of keys. */
    readonly curl: readonly string[];
    /** The command that judges the requirement again. */
    readonly rerun: string;
  } | null;
}

const summed = [
  "target",
  "startedAt",
  "durationMs",
  "requests",
  "verdict",
  "exitCode",
  "partial",
  "interrupted",
  "ended",
  "counts",
  "problems",
] as const satisfies readonly (keyof Report)[];

/** The outcome of a run: members of its report. */
export interface EndRecord extends Pick<Report, (typeof summed)[number]> {
  readonly type: "end";
  /** The folder of the reports. */
  readonly reports: string;
}

/** A run could not be carried out. */
export interface ErrorRecord {
  readonly type: "error";
  readonly message: string;
  /** How to correct it; null if nothing is known. */
  readonly hint: string | null;
}

/** A line of `run --format ndjson`; `records-schema.ts` describes it. */
export type RunRecord = StartRecord | ResultRecord | EndRecord | ErrorRecord;

/** The members of a report that the last record of a run repeats. */
export const summaryMembers: readonly string[] = summed;

/** What a result is shown with, from the run so far. */
export interface ResultContext extends Pick<Report, "targetFlags"> {
  readonly exchange: (id: string) => RecordedExchange | undefined;
  readonly register: Pick<Register, "get">;
}

/** @param result redacted, like the exchanges */
export function resultRecord(
  result: ReportResult,
  { targetFlags, exchange, register }: ResultContext,
): ResultRecord {
  const { status, requirement, findings, exchanges } = result;
  const known = register.get(requirement);
  const isBroken = status === "fail" || status === "warn" || status === "waived";
  if (!isBroken || known === undefined) return { type: "result", ...result, broken: null };
  const named = findings.flatMap(({ beside = null, exchange: own }) =>
    [beside, own].filter((id) => id !== null),
  );
  const shown = new Set(named.length > 0 ? named : exchanges);
  const { statement, clause, impact } = known;
  return {
    type: "result",
    ...result,
    broken: {
      statement,
      clause,
      impact,
      curl: [...shown].flatMap((id) => exchange(id)?.curl ?? []),
      rerun: rerunLine(result, { targetFlags, traffic: null, exchanges: {} }),
    },
  };
}

/** @param reports the folder of the reports */
export function endRecord(report: Report, reports: string): EndRecord {
  const { target, startedAt, durationMs, requests, verdict, exitCode } = report;
  const { partial, interrupted, ended, counts, problems } = report;
  return {
    type: "end",
    target,
    startedAt,
    durationMs,
    requests,
    verdict,
    exitCode,
    partial,
    interrupted,
    ended,
    counts,
    problems,
    reports,
  };
}
