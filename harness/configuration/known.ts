import type { Catalogue } from "../../contracts/catalogue.ts";
import type { Register } from "../../contracts/register.ts";
import { authStyles, defaultVersion, surfaces } from "../../contracts/vocabulary.ts";

/** Every name that a pattern, a waiver or an exclusion may use. */
export interface Known {
  /** Ids of the judged requirements, without those that are `notTested`. */
  readonly requirements: readonly string[];
  readonly surfaces: readonly string[];
  readonly endpoints: readonly string[];
  /** `default` and the dates. */
  readonly versions: readonly string[];
  readonly auths: readonly string[];
}

/** The names in the contracts and the register. */
export function knownNames(contracts: Pick<Catalogue, "operations">, register: Register): Known {
  const { operations } = contracts;
  return {
    requirements: register.requirements.filter((r) => r.notTested === null).map((r) => r.id),
    surfaces,
    endpoints: [...new Set(operations.map(({ endpoint }) => endpoint))],
    versions: [...new Set([defaultVersion, ...operations.map(({ version }) => version)])],
    auths: authStyles,
  };
}
