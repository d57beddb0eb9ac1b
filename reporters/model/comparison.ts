import { checkKey } from "../../contracts/check-key.ts";
import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { Cell, Level, Status } from "../../contracts/vocabulary.ts";
import { type Change, changeOf } from "../verdict/change.ts";
import { byCheck, type CardPlace } from "./order.ts";
import { perhapsRenamed } from "./renamed.ts";
import type { Report, ReportResult } from "./report.ts";
import { reportDifferences } from "./report-differences.ts";
import { compareTimes, type EndpointTime } from "./times.ts";

/** Checks of one requirement that changed in the same way from one report to the next. */
export interface ChangedChecks {
  readonly requirement: string;
  /** In the later report; in the earlier one where that is the only one that has them. */
  readonly level: Level;
  readonly change: Exclude<Change, "still">;
  /** null if the report does not have them. */
  readonly before: Status | null;
  readonly after: Status | null;
  /**
   * `fails`: it makes the later report red, and did not fail in the earlier one. `open`: a `must` was
   * judged and is not, and no exclusion says why. null: it is only worth knowing.
   */
  readonly weight: "fails" | "open" | null;
  /** The message of the first check, or why the later report has none; may contain text of a server. */
  readonly message: string;
  readonly cells: readonly Cell[];
}

/** Which run a side of the comparison is. */
export type ComparedRun = Pick<
  Report,
  "suite" | "target" | "startedAt" | "verdict" | "partial" | "interrupted"
>;

/** How the results of a server changed from one report to the next. */
export interface Comparison {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** Why the two reports are not fully comparable. */
  readonly notes: readonly string[];
  /** By kind, what fails first, `must` before `should`, then in the order of the register. */
  readonly broken: readonly ChangedChecks[];
  readonly fixed: readonly ChangedChecks[];
  readonly new: readonly ChangedChecks[];
  readonly noLongerRun: readonly ChangedChecks[];
  /** Checks that are wrong in both. */
  readonly stillBroken: number;
  /** Checks that are right in both, or judged in neither. */
  readonly unchanged: number;
  /** Every endpoint that was answered often enough in both. */
  readonly times: readonly EndpointTime[];
}

/** Compares a report with an earlier one, check by check. Pure, and the same for the same reports. */
export function compareReports(before: Report, after: Report, register: Register): Comparison {
  const old = new Map(before.results.map((result) => [checkKey(result), result]));
  const now = new Map(after.results.map((result) => [checkKey(result), result]));
  const inOrder = byCheck(register, allPlaces(before, after));
  const checks = [...new Map([...old, ...now])]
    .map(([key, place]) => ({ place, was: old.get(key) ?? null, is: now.get(key) ?? null }))
    .sort((a, b) => inOrder(a.place, b.place));
  const changed = new Map<Change | null, Changed[]>();
  for (const { place, was, is } of checks) {
    const change = changeOf(was?.status ?? null, is?.status ?? null);
    const same = changed.get(change) ?? [];
    same.push({ place, was, is });
    changed.set(change, same);
  }
  const gone = goneReason(before, after);
  const groupsOf = (change: ChangedChecks["change"]) =>
    groupsBySeverity(change, changed.get(change) ?? [], gone);
  return {
    before: runOf(before),
    after: runOf(after),
    notes: [...reportDifferences(before, after), ...stateOf("A", before), ...stateOf("B", after)],
    broken: groupsOf("broken"),
    fixed: groupsOf("fixed"),
    new: groupsOf("new"),
    noLongerRun: groupsOf("gone"),
    stillBroken: changed.get("still")?.length ?? 0,
    unchanged: changed.get(null)?.length ?? 0,
    times: compareTimes(before, after),
  };
}

interface Changed {
  readonly place: ReportResult;
  readonly was: ReportResult | null;
  readonly is: ReportResult | null;
}

/** The later report's order of endpoints, then those that only the earlier one has. */
function allPlaces(before: Report, after: Report): readonly CardPlace[] {
  const has = new Set(after.endpoints.map(({ surface, endpoint }) => `${surface} ${endpoint}`));
  const rest = before.endpoints.filter((one) => !has.has(`${one.surface} ${one.endpoint}`));
  return [...after.endpoints, ...rest];
}

function runOf(report: Report): ComparedRun {
  const { suite, target, startedAt, verdict, partial, interrupted } = report;
  return { suite, target, startedAt, verdict, partial, interrupted };
}

function stateOf(name: string, { partial, interrupted }: Report): readonly string[] {
  return [
    ...(partial ? [`${name} is partial: it contains only the selected checks`] : []),
    ...(interrupted ? [`${name} was interrupted`] : []),
  ];
}

function groupsBySeverity(
  change: ChangedChecks["change"],
  changed: readonly Changed[],
  gone: (result: ReportResult) => string,
): readonly ChangedChecks[] {
  const alike = ({ place, was, is }: Changed) =>
    JSON.stringify([place.requirement, was?.status, is?.status, is?.red, place.level]);
  const groups = [...group(changed, alike).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { place, was, is } = first;
    return [
      {
        requirement: place.requirement,
        level: place.level,
        change,
        before: was?.status ?? null,
        after: is?.status ?? null,
        weight: weightOf(change, first),
        message: is === null ? gone(place) : (is.reason ?? is.message),
        cells: same.map(({ place: { surface, endpoint, version, auth } }) => ({
          surface,
          endpoint,
          version,
          auth,
        })),
      },
    ];
  });
  const rank = ({ weight, level }: ChangedChecks) =>
    (weight === null ? 2 : 0) + (level === "must" ? 0 : 1);
  // The sort is stable: within a rank the register's order stays.
  return groups.sort((a, b) => rank(a) - rank(b));
}

function weightOf(
  change: ChangedChecks["change"],
  { place, is }: Changed,
): ChangedChecks["weight"] {
  if (change === "gone") return place.level === "must" && is?.status !== "excluded" ? "open" : null;
  return change !== "fixed" && is?.red === true ? "fails" : null;
}

/** Why the later report does not have a check. */
function goneReason(before: Report, after: Report): (result: ReportResult) => string {
  const left = new Set(after.results.map(({ requirement }) => requirement));
  const renamed = perhapsRenamed(before, after);
  return ({ surface, requirement }) => {
    if (after.target[surface] === null) return `the ${surface} surface was not tested`;
    if (after.partial) return "not among the selected checks";
    if (left.has(requirement)) return "no longer checked in these cells";
    const name = renamed.get(requirement);
    return `this requirement no longer exists${name === undefined ? "" : `; it may be called ${name} now`}`;
  };
}
