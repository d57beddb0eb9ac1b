import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Register } from "../../contracts/register.ts";
import { knownNames } from "../../harness/configuration/known.ts";
import { createSelection } from "../../harness/configuration/selection.ts";
import type { Configuration } from "../../harness/settings/types.ts";
import type { Selection } from "../engine/planning.ts";

/**
 * The selection of `--only` and `--skip`.
 * @throws UsageError if a pattern matches nothing
 */
export function selectionOf(
  configuration: Pick<Configuration, "only" | "skip">,
  contracts: Catalogue,
  register: Register,
): Selection {
  return createSelection(configuration.only, configuration.skip, knownNames(contracts, register));
}
