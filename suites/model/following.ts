import type { Cell } from "../../contracts/vocabulary.ts";
import { areaRulesOf } from "./area-rules.ts";
import type { Check } from "./check.ts";

/** The purpose of requests that are repeated in isolation because a response was wrong. */
export const repeats = "repeats";

/**
 * The purpose of the requests of a check that depend on responses; null if it has none. Checks with the
 * same purpose share these requests.
 */
export function followingOf(
  check: Check,
  { surface, endpoint, version, auth }: Cell,
): string | null {
  if (check.kind !== "together" || check.thenSend === undefined) return null;
  if (areaRulesOf(check.requirement).repeats) return repeats;
  // All checks of a cell share the combinations of its parameters.
  return check.combines === true
    ? `combinations at ${surface} ${endpoint} ${version}`
    : `${check.requirement} at ${surface} ${endpoint} ${version} ${auth}`;
}
