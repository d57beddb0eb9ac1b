import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import type { JudgedResult } from "../verdict/judgement.ts";
import { cellLines } from "./cell-text.ts";

/** Where a requirement was judged, and by how much. */
export interface RequirementCoverage {
  readonly requirement: string;
  /** Number of checks of the run: cells. */
  readonly checks: number;
  /** How many of them were judged: passed, failed, warned or waived. */
  readonly judged: number;
  /** Number of responses that the judged checks looked at; a response counts for each of them. */
  readonly responses: number;
  /** The cells in which it was judged, in few lines. */
  readonly cells: readonly string[];
}

const judgedStatuses: ReadonlySet<string> = new Set(["pass", "fail", "warn", "waived"]);

/** The coverage of every requirement that can be tested, in the order of the register. Pure. */
export function requirementCoverage(
  results: readonly JudgedResult[],
  { requirements }: Register,
): readonly RequirementCoverage[] {
  const byRequirement = group(results, ({ requirement }) => requirement);
  return requirements
    .filter(({ notTested }) => notTested === null)
    .map(({ id }) => {
      const own = byRequirement.get(id) ?? [];
      const judged = own.filter(({ status }) => judgedStatuses.has(status));
      return {
        requirement: id,
        checks: own.length,
        judged: judged.length,
        responses: judged.reduce((sum, one) => sum + one.exchanges.length + (one.also ?? 0), 0),
        cells: cellLines(judged),
      };
    });
}
