import { group } from "../../contracts/group.ts";
import type { Remedy } from "../../contracts/vocabulary.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { missedLookups } from "../text/lookup-text.ts";
import { remedyText } from "../text/remedy-text.ts";
import { plural } from "../text/verdict-text.ts";
import { visibleLine } from "../text/visible.ts";
import { isExplained } from "./explained.ts";
import { squareOf } from "./square.ts";

/** Checks that wait for the same thing from the user. */
export interface Waiting {
  readonly checks: number;
  /** A noun: `a revoked key`. */
  readonly wants: string;
  /** The flags, variables and members of the configuration that give it, in one line that is safe to print. */
  readonly ways: string;
}

/** What the checks of a report wait for. All text is safe to print. */
export interface WaitingView {
  /** `7 checks wait`. */
  readonly title: string;
  /** The results of those checks. */
  readonly results: ReadonlySet<ReportResult>;
  readonly entries: readonly Waiting[];
  /** Where descriptions were looked for that were not found, a line for each surface. */
  readonly lookups: readonly string[];
}

/** @param named as of `waitingFor` @returns null if no check waits */
export function waitingView(
  report: Report,
  named?: (way: string) => string | null,
): WaitingView | null {
  const results = waitingResults(report);
  if (results.length === 0) return null;
  const remedies = results.flatMap(({ remedy }) => remedy ?? []);
  return {
    title: `${plural(results.length, "check")} ${results.length === 1 ? "waits" : "wait"} for input`,
    results: new Set(results),
    entries: waitingFor(remedies, named),
    lookups: missedLookups(report),
  };
}

/**
 * The input that checks wait for, from the user. What most checks wait for comes first.
 * @param remedies one for each check that waits
 * @param named how a flag, a variable or a member of the configuration is called where this is read; null for one
 *   that does not help there
 */
export function waitingFor(
  remedies: readonly Remedy[],
  named: (way: string) => string | null = (way) => way,
): readonly Waiting[] {
  const known = remedies.map(({ wants, set }) => ({
    wants,
    set: set.flatMap((way) => named(way) ?? []),
  }));
  return [...group(known, ({ wants, set }) => JSON.stringify([wants, set.length]))]
    .map(([, same]) => ({
      checks: same.length,
      wants: same[0]?.wants ?? "",
      ways: visibleLine(remedyText(...same)),
    }))
    .sort((a, b) => b.checks - a.checks);
}

/**
 * The results of checks that wait for the user, beyond what a problem of the run explains. Samples are not a remedy where
 * the body as a whole is another one: it may well have hits.
 */
export function waitingResults(report: Report): readonly ReportResult[] {
  const { results, problems } = report;
  if (isExplained(report)) return [];
  const otherBodies = new Set(
    results.filter(({ red, requirement }) => red && ofWholeBody.test(requirement)).map(squareOf),
  );
  return results.filter((result) => {
    const { status, message, remedy } = result;
    const waits = status === "skip" || status === "blocked";
    if (!waits || remedy === undefined || problems.includes(message)) return false;
    return !(isSample(remedy) && otherBodies.has(squareOf(result)));
  });
}

/** Areas whose requirements are about the body as a whole. */
const ofWholeBody = /^(transport|version|envelope)\./;

function isSample({ set }: Remedy): boolean {
  return set.some((way) => way.includes(".samples."));
}
