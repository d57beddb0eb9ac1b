import type { Catalogue } from "../contracts/catalogue.ts";
import type { Register } from "../contracts/register.ts";
import { authStyles, defaultVersion, surfaces } from "../contracts/words.ts";
import { createSelection, type Selectable } from "../harness/configuration/selection.ts";
import type { Configuration } from "../harness/configuration/types.ts";
import type { Selection } from "./planning.ts";

/** Everything that a pattern, a waiver or an exclusion may speak of. */
export function selectable(contracts: Catalogue, register: Register): Selectable {
  const versions = contracts.operations.map(({ version }) => version);
  return {
    requirements: register.requirements.filter((r) => r.notTested === null).map((r) => r.id),
    surfaces,
    endpoints: [...new Set(contracts.operations.map(({ endpoint }) => endpoint))],
    versions: [...new Set([defaultVersion, ...versions])],
    auths: authStyles,
  };
}

/**
 * What `--only` and `--skip` leave.
 * @throws UsageError where a pattern matches nothing that exists
 */
export function selectionOf(
  configuration: Pick<Configuration, "only" | "skip">,
  contracts: Catalogue,
  register: Register,
): Selection {
  return createSelection(configuration.only, configuration.skip, selectable(contracts, register));
}
