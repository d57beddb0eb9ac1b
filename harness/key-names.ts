import type { Surface } from "../contracts/words.ts";
import type { KeyName } from "./ask.ts";
import type { Keys, SurfaceConfiguration } from "./configuration/types.ts";

/**
 * A key that no server has issued. It looks like a real one, so that it is refused for being
 * unknown and not for its form (specification: Authentication, 3).
 */
export const unknownKey = "bk_never-issued-0f3a9c7e51d24b68";

/** The surface whose product a foreign key belongs to. */
export function otherSurface(surface: Surface): Surface {
  return surface === "aggregator" ? "news" : "aggregator";
}

/**
 * The value of a key as it is sent.
 *
 * @throws Error where there is no such key: the caller has to ask whether there is one first
 */
export function keyValue(surface: Surface, key: KeyName, keys: Keys): string {
  if (key === "unknown") return unknownKey;
  const value = key === "other-product" ? keys[otherSurface(surface)].own : keys[surface][key];
  if (value === null) throw new Error(`there is no ${key} key for the ${surface} surface`);
  return value;
}

/** Name of the environment variable that holds a key; it stands in for the key in all output. */
export function keyVariable(
  surface: Surface,
  key: Exclude<KeyName, "unknown">,
  revoke: SurfaceConfiguration["revoke"],
): string {
  const product = (key === "other-product" ? otherSurface(surface) : surface).toUpperCase();
  if (key === "revoked") return `${product}_REVOKED_KEY`;
  if (key === "revocable") return revoke?.keyEnv ?? `${product}_REVOCABLE_KEY`;
  return `${product}_API_KEY`;
}
