import { loadCatalogue } from "../../../contracts/load.ts";
import { authStyles, defaultVersion } from "../../../contracts/vocabulary.ts";
import type { FaultPlace } from "./one-cell-class.ts";

/**
 * Every cell of the matrix in the contracts: each endpoint at each version, and at its default without
 * the header, in each style and without a style.
 */
export function placesOfContracts(): readonly FaultPlace[] {
  const { operations, defaultOf } = loadCatalogue();
  return operations.flatMap((operation) => {
    const { surface, endpoint, version } = operation;
    const isDefault = defaultOf(surface, endpoint) === version;
    return (isDefault ? [defaultVersion, version] : [version]).flatMap((asked) =>
      [...authStyles, null].map((auth) => ({ operation, version: asked, auth })),
    );
  });
}
