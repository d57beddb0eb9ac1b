import { surfaces } from "../../contracts/vocabulary.ts";
import { createRedactor } from "../secrets/redaction.ts";
import { secretsOf } from "../secrets/secrets.ts";
import type { Keys } from "../settings/types.ts";
import { keyInUrl } from "./key-in-url.ts";
import type { Merged } from "./merge.ts";
import type { Mistakes } from "./mistakes.ts";

/**
 * Refuses a base URL with a key in it, in any encoding: whatever is written about a run names its base URLs, and a
 * report in which one is changed could not be verified.
 */
export function refuseKeysInUrls(
  { configuration, sources }: Merged,
  keys: Keys,
  mistakes: Mistakes,
): void {
  const ofKeys = {
    surfaces: configuration.surfaces,
    network: { ...configuration.network, headers: {} },
  };
  // A part of a key may be in a URL by chance.
  const { secretsIn } = createRedactor(secretsOf(ofKeys, keys));
  for (const surface of surfaces) {
    const baseUrl = configuration.surfaces[surface]?.baseUrl ?? "";
    if ((secretsIn?.(baseUrl) ?? []).length === 0) continue;
    const { message, hint } = keyInUrl(sources[surface]?.name ?? surface);
    mistakes.add(message, hint);
  }
}
