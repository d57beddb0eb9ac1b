import type { Surface } from "../../contracts/vocabulary.ts";
import { keyVariable } from "../requests/key-names.ts";
import type { BaseUrlSource } from "./chosen-target.ts";

/**
 * Which keys are missing, and why they are needed: what gives the base URL may be a variable or a file that the user
 * did not think of.
 *
 * @param lacking the tested surfaces without a key, at least one
 */
export function missingKeysText(
  lacking: readonly Surface[],
  sources: Readonly<Partial<Record<Surface, BaseUrlSource>>>,
): string {
  const names = lacking.map(keyVariable).join(" and ");
  const from = lacking.flatMap((surface) => sources[surface]?.name ?? []).join(" and ");
  return lacking.length === 1
    ? `${names} is not set, but the ${lacking[0]} surface is tested (base URL from ${from})`
    : `${names} are not set, but both surfaces are tested (base URLs from ${from})`;
}
