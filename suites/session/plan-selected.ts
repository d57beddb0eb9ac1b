import { checkKey } from "../../contracts/check-key.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { MatrixChoice } from "../../contracts/vocabulary.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import type { Configuration } from "../../harness/settings/types.ts";
import { budgetMatrix } from "../budget/budget-matrix.ts";
import { allChecks } from "../checks/all-checks.ts";
import { chosenMatrix, everything, type Matrix } from "../engine/matrix.ts";
import { planRun, type Selection } from "../engine/planning.ts";
import type { PlannedCheck } from "../model/planned-check.ts";
import type { Target } from "../model/target.ts";
import { selectionOf } from "./selection.ts";
import { shardOf } from "./shards.ts";

/**
 * Everything that a run with this configuration judges. Sends nothing.
 * @param sent what a run sends before anything else, which counts against a budget; null if that is not
 *   known yet: then no budget applies
 * @param narrowed narrows the selection of the configuration
 * @throws UsageError if a pattern of the selection matches nothing
 */
export function planSelected(
  configuration: Pick<Configuration, "surfaces" | "matrix" | "only" | "skip">,
  target: Target,
  sent: readonly RequestSpec[] | null,
  narrowed: Selection = () => true,
): readonly PlannedCheck[] {
  const contracts = loadCatalogue();
  const register = loadRegister();
  const selected = selectionOf(configuration, contracts, register);
  const wanted = failedOnly(configuration.matrix);
  const selection: Selection = (id, cell) =>
    selected(id, cell) && narrowed(id, cell) && wanted(id, cell);
  const plan = (matrix: Matrix) =>
    planRun(allChecks, target, contracts, register, { selection, matrix });
  const { budget = null } = configuration.matrix;
  if (budget === null || sent === null) {
    return plan(chosenMatrix(configuration.matrix, target, contracts));
  }
  return plan(budgetMatrix(plan(everything), contracts, budget - described(configuration), sent));
}

/**
 * The selection of the machine's own part of a divided run. What is judged on the responses to other
 * checks' requests is judged on those of this part only: `merge` judges again what the parts sent.
 */
export function withinShard(
  configuration: Parameters<typeof planSelected>[0],
  target: Target,
  selection: Selection = () => true,
): Selection {
  const { shard = null } = configuration.matrix;
  if (shard === null) return selection;
  const isHere = shardOf(planSelected(configuration, target, null, selection), shard);
  return (requirement, cell) => selection(requirement, cell) && isHere({ cell });
}

/** The checks that failed in an earlier run; every check if it does not matter. */
function failedOnly({ failed = null }: MatrixChoice): Selection {
  if (failed === null) return () => true;
  const keys = new Set(failed.map(checkKey));
  return (requirement, cell) => keys.has(checkKey({ ...cell, requirement }));
}

/** The number of requests with which descriptions were looked for and read. */
export function described({ surfaces }: Pick<Configuration, "surfaces">): number {
  return Object.values(surfaces).reduce(
    (sum, { descriptionRequests = 0 }) => sum + descriptionRequests,
    0,
  );
}
