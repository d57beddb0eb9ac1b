import type { Operation } from "../../../contracts/catalogue.ts";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { Surface, Version } from "../../../contracts/vocabulary.ts";
import { referenceParameters } from "../../description/reference-configuration.ts";
import { withMetadata } from "../../versions.ts";

/** An endpoint of the reference server at one version, or at all that answer without the version header. */
export interface ParameterPlace {
  readonly surface: Surface;
  readonly endpoint: string;
  readonly version: Version | readonly Version[];
  readonly hasMetadata: boolean;
  /** Its parameters by the names that the reference server has for them; `q` counts as `query`. */
  readonly names: readonly string[];
}

function namesOf({ surface, parameters, roles, roleGroup, version }: Operation): readonly string[] {
  const named = roles.flatMap(({ role }) => {
    const name = referenceParameters[surface][roleGroup ?? ""]?.[role] ?? null;
    return typeof name === "string" ? name : (name?.[version] ?? []);
  });
  return [...parameters.filter((name) => name !== "q"), ...named];
}

/** Every protected endpoint with parameters, at each version that the contracts state. */
export function parameterPlaces(): readonly ParameterPlace[] {
  return loadCatalogue()
    .operations.filter((one) => one.protected && one.availability !== "contested")
    .map((operation) => {
      const { surface, endpoint, version, generation } = operation;
      const hasMetadata = generation === "metadata-and-errors";
      const names = namesOf(operation);
      return {
        surface,
        endpoint,
        version: hasMetadata ? withMetadata : version,
        hasMetadata,
        names,
      };
    })
    .filter(({ names }) => names.length > 0);
}
