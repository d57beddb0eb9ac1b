import picocolors from "picocolors";
import { areas } from "../../contracts/areas.ts";
import type { Requirement } from "../../contracts/register.ts";
import type { Cell } from "../../contracts/vocabulary.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import { matchingRequirements } from "../options/matching-requirements.ts";
import type { Output } from "../output/output.ts";

/**
 * The requirements whose ids match, with the cells in which each is judged.
 * @param patterns all if there are none
 * @throws UsageError if one matches nothing
 */
export function listRequirements(
  patterns: readonly string[],
  format: "text" | "json",
  output: Output,
): string {
  const requirements = matchingRequirements(patterns.length === 0 ? ["*"] : patterns);
  const cells = cellsByRequirement();
  return format === "json"
    ? asJson(requirements, cells)
    : asText(requirements, cells, output.color);
}

type CellsById = ReadonlyMap<string, readonly Cell[]>;

function cellsByRequirement(): CellsById {
  const cells = new Map<string, Cell[]>();
  for (const { requirement, cell } of wholePlan()) {
    cells.set(requirement.id, [...(cells.get(requirement.id) ?? []), cell]);
  }
  return cells;
}

function asJson(matching: readonly Requirement[], cells: CellsById): string {
  const requirements = matching.map(({ clauses: _, ...requirement }) => ({
    ...requirement,
    cells: cells.get(requirement.id) ?? [],
  }));
  return JSON.stringify({ schemaVersion: 1, requirements }, null, 2);
}

function asText(requirements: readonly Requirement[], cells: CellsById, color: boolean): string {
  const paint = picocolors.createColors(color);
  const width = Math.max(...requirements.map(({ id }) => id.length));
  const blocks = areas.flatMap((area) => {
    const lines = requirements
      .filter((requirement) => requirement.area === area)
      .map(({ id, level, notTested, clause }) => {
        const count = cells.get(id)?.length ?? 0;
        const how =
          notTested === null ? `${count} ${count === 1 ? "cell" : "cells"}` : "not tested";
        return `  ${id.padEnd(width)}  ${level.padEnd(6)}  ${how.padEnd(10)}  ${paint.dim(clause)}`;
      });
    return lines.length === 0 ? [] : [[paint.bold(area), ...lines].join("\n")];
  });
  const tested = requirements.filter(({ notTested }) => notTested === null);
  const untested = requirements.length - tested.length;
  const must = tested.filter(({ level }) => level === "must").length;
  return [
    ...blocks,
    `${tested.length} ${tested.length === 1 ? "requirement is" : "requirements are"} tested (${must} must, ${tested.length - must} should) in ` +
      `${tested.flatMap(({ id }) => cells.get(id) ?? []).length} cells; ${untested} ${untested === 1 ? "is" : "are"} not tested.`,
  ].join("\n\n");
}
