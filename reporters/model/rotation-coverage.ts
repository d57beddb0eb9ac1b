import { checkKey } from "../../contracts/check-key.ts";
import { surfaces, type Verdict } from "../../contracts/vocabulary.ts";
import type { Report } from "./report.ts";

/** A report with the name under which it was given. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** The latest run of a part of a rotation. */
export interface CoveredPart extends Pick<Report, "startedAt" | "verdict" | "interrupted"> {
  /** From 1. */
  readonly part: number;
  readonly name: string;
  /** Number of `must` checks that failed. */
  readonly failed: number;
}

/** What the runs of a rotation have covered together. */
export interface RotationCoverage {
  /** The number of parts. */
  readonly of: number;
  readonly target: Report["target"];
  /** Those that have been run to the end, in their order. */
  readonly parts: readonly CoveredPart[];
  /** Those that have not. */
  readonly missing: readonly number[];
  /** Number of checks that these runs covered, and of those in the full matrix. */
  readonly covered: number;
  readonly checks: number;
  /** Whether every check of the full matrix was covered. */
  readonly whole: boolean;
  /** The most severe verdict of the parts; `incomplete` if one is missing. */
  readonly verdict: Verdict;
}

/** Whether reports are to be taken as parts of one whole, and not compared with each other. */
export function areParts(reports: readonly NamedReport[]): boolean {
  const parts = reports.map(({ report }) => rotationOf(report)?.part);
  return reports.length > 2 || (!parts.includes(undefined) && new Set(parts).size > 1);
}

/** Why these reports are not parts of one rotation, each in a sentence; none if they are. Pure. */
export function rotationMistakes(reports: readonly NamedReport[]): readonly string[] {
  const [first, ...rest] = reports;
  if (first === undefined) return ["there is no report"];
  const alone = reports.flatMap(({ name, report }) =>
    rotationOf(report) === null ? [`${name} is not a part of a rotation`] : [],
  );
  if (alone.length > 0) return alone;
  return rest.flatMap(({ name, report }) =>
    traits.flatMap(({ what, of }) => {
      const [expected, actual] = [of(first.report), of(report)];
      return expected === actual
        ? []
        : [`${name} has a different ${what} from ${first.name}${shown(expected, actual)}`];
    }),
  );
}

/**
 * The union of parts that fit together. Of several runs of a part, the latest counts; one that was
 * interrupted covers nothing. Pure.
 */
export function rotationCoverage(reports: readonly NamedReport[]): RotationCoverage {
  const latest = new Map<number, NamedReport>();
  const byTime = [...reports].sort((a, b) => (a.report.startedAt < b.report.startedAt ? -1 : 1));
  for (const one of byTime) {
    const { part = 0 } = rotationOf(one.report) ?? {};
    if (!one.report.interrupted) latest.set(part, one);
  }
  const of = Math.max(...reports.map(({ report }) => rotationOf(report)?.of ?? 0));
  const numbers = Array.from({ length: of }, (_, index) => index + 1);
  const run = numbers.flatMap((part) => {
    const found = latest.get(part);
    return found === undefined ? [] : [{ part, ...found }];
  });
  const covered = new Set(run.flatMap(({ report }) => report.results.map(checkKey))).size;
  const checks = Math.max(...reports.map(({ report }) => checksOf(report)));
  const missing = numbers.filter((part) => !latest.has(part));
  return {
    of,
    target: reports[0]?.report.target ?? { aggregator: null, news: null, embedded: false },
    parts: run.map(({ part, name, report }) => ({
      part,
      name,
      startedAt: report.startedAt,
      verdict: report.verdict,
      interrupted: report.interrupted,
      failed: report.counts.must.fail,
    })),
    missing,
    covered,
    checks,
    whole: missing.length === 0 && covered === checks,
    verdict: worst([
      ...run.map(({ report }) => report.verdict),
      ...(missing.length > 0 || covered < checks ? (["incomplete"] as const) : []),
    ]),
  };
}

function rotationOf({ configuration }: Report) {
  return configuration?.matrix.rotation ?? null;
}

/** Those of the full matrix, which every part knows. */
function checksOf({ results, leftOut }: Report): number {
  return results.length + (leftOut?.checks ?? 0);
}

/** What all parts of one rotation have in common. */
const traits: readonly { readonly what: string; readonly of: (report: Report) => string }[] = [
  { what: "number of parts", of: (report) => String(rotationOf(report)?.of) },
  ...surfaces.map((surface) => ({
    what: `target of ${surface}`,
    // The embedded server has another port in every run.
    of: ({ target }: Report) => (target.embedded ? "embedded" : (target[surface] ?? "not tested")),
  })),
  {
    what: "version of the suite",
    of: ({ suite }) => `${suite.version}${suite.contractsDigest}`,
  },
  { what: "configuration", of: configurationOf },
  { what: "number of checks in the full matrix", of: (report) => String(checksOf(report)) },
];

/** What decides which checks there are, and how. */
function configurationOf({ configuration, exclusions, failOn }: Report): string {
  if (configuration === null) return "";
  const { surfaces: tested, keys, robustness, only, skip } = configuration;
  const named = Object.entries(tested).map(([surface, { parameters, samples, revokeKeyEnv }]) => [
    surface,
    parameters,
    samples,
    revokeKeyEnv,
  ]);
  const reasons = exclusions.map(({ checks: _, ...exclusion }) => exclusion);
  return JSON.stringify([named, keys, robustness.runs, only, skip, reasons, failOn]);
}

/** Only texts that a reader can tell apart at a glance. */
function shown(expected: string, actual: string): string {
  const isShort = [expected, actual].every((text) => text.length <= 80);
  return isShort ? `: ${actual}, not ${expected}` : "";
}

const severity: readonly Verdict[] = ["non-conformant", "incomplete", "conformant"];

function worst(verdicts: readonly Verdict[]): Verdict {
  return severity.find((verdict) => verdicts.includes(verdict)) ?? "incomplete";
}
