import { group } from "../../contracts/group.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { Cell } from "../../contracts/vocabulary.ts";
import type { Configuration } from "../../harness/settings/types.ts";
import { byCell, byCheck } from "../../reporters/model/order.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import { selectionOf } from "../../suites/session/selection.ts";

/** One check in one cell as a test. */
export interface ConformanceTest extends Cell {
  readonly requirement: string;
  /**
   * `auth.missing-key-refused: news /info/topics at 2024-01-01 with bearer`: unique in a run and the same
   * in every run. It includes the cell, since reporters show it without its group, and has no characters
   * that are special in a pattern.
   */
  readonly name: string;
}

/** The tests of one endpoint at one version. */
export interface TestGroup {
  /** `news /info/topics at 2024-01-01`. */
  readonly name: string;
  readonly tests: readonly ConformanceTest[];
}

/** The input that determines the tests, before anything is known about the server. */
export type KnownTarget = Pick<Configuration, "embedded" | "surfaces" | "only" | "skip">;

function groupName({ surface, endpoint, version }: Omit<Cell, "auth">): string {
  return `${surface} ${endpoint} at ${version}`;
}

export function testName(requirement: string, cell: Cell): string {
  const style = cell.auth === null ? "" : ` with ${cell.auth}`;
  return `${requirement}: ${groupName(cell)}${style}`;
}

/**
 * Every possible test of a run, endpoint by endpoint. Test runners need the names before anything is
 * sent, so there may be more tests than checks in the final plan: for example, it is not known yet
 * whether the server has a description.
 *
 * @param target null if nothing is known about it yet
 * @throws UsageError if a pattern of the selection matches nothing
 */
export function testGroups(target: KnownTarget | null): readonly TestGroup[] {
  const contracts = loadCatalogue();
  const register = loadRegister();
  const isSelected = target === null ? () => true : selectionOf(target, contracts, register);
  const checks = wholePlan()
    .map(({ requirement, cell }) => ({ ...cell, requirement: requirement.id }))
    .filter((place) => mayBeJudged(place, target) && isSelected(place.requirement, place));
  const compareCells = byCell(contracts.operations);
  const compareChecks = byCheck(register, contracts.operations);
  const withoutAuth = <T extends Cell>(place: T) => ({ ...place, auth: null });
  checks.sort((a, b) => compareCells(withoutAuth(a), withoutAuth(b)) || compareChecks(a, b));
  return [...group(checks, groupName)].map(([name, places]) => ({
    name,
    tests: places.map((place) => ({ ...place, name: testName(place.requirement, place) })),
  }));
}

function mayBeJudged(
  { surface, requirement }: Pick<ConformanceTest, "surface" | "requirement">,
  target: KnownTarget | null,
): boolean {
  if (target === null) return true;
  const isAboutDescription = requirement.startsWith("description.");
  if (target.embedded) return !isAboutDescription;
  const tested = target.surfaces[surface];
  if (tested === undefined) return false;
  return !isAboutDescription || tested.openapi !== null || tested.findDescription === true;
}
