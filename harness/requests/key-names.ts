import type { Surface } from "../../contracts/vocabulary.ts";
import type { Keys, SurfaceConfiguration } from "../settings/types.ts";
import { type AlteredWithin, alteredWithin, type KeyName } from "./request-spec.ts";

/**
 * A key that no server has issued. It has the form of a real one, so that it is refused as unknown and
 * not as malformed (specification: Authentication, 3).
 */
export const unknownKeyValue = "bk_never-issued-0f3a9c7e51d24b68";

/** The surface to which a foreign key belongs. */
export function otherSurface(surface: Surface): Surface {
  return surface === "aggregator" ? "news" : "aggregator";
}

/**
 * A key with the case of its letters swapped, except in the common prefix; equal to the key if it has no
 * letters.
 */
export function recased(key: string): string {
  const swapped = Array.from(key, (character) => {
    const lower = character.toLowerCase();
    return /[A-Za-z]/.test(character) && character === lower ? character.toUpperCase() : lower;
  });
  return swapped.join("").replace(/^BK_/, "bk_");
}

/** A key with a certain character at a place, or with another one if it has that. */
function altered(key: string, place: number, [one, other]: readonly [string, string]): string {
  return `${key.slice(0, place)}${key[place] === one ? other : one}${key.slice(place + 1)}`;
}

/** At the end of a key. */
const ending = ["0", "1"] as const;
/** Within a key, what stands for any character in the patterns of SQL. */
const within = ["_", "0"] as const;

/** Whether a key differs from the surface's in a character before the last one. */
export function isAlteredWithin(key: KeyName): key is AlteredWithin {
  return alteredWithin.some((one) => one === key);
}

/** The place of the first character of a sixth of what follows `bk_`. */
function beginningOf(sixth: number, key: string): number {
  return 3 + Math.floor(((key.length - 3) * sixth) / alteredWithin.length);
}

/**
 * The value of a key as it is sent.
 *
 * @throws Error if there is no such key: the caller must check first
 */
export function keyValue(surface: Surface, key: KeyName, keys: Keys): string {
  if (key === "unknown") return unknownKeyValue;
  if (key === "lengthened") return `${keyValue(surface, "own", keys)}x`;
  if (key === "shortened") return keyValue(surface, "own", keys).slice(0, -1);
  const own = keys[surface].own ?? "";
  if (key === "altered") return altered(keyValue(surface, "own", keys), own.length - 1, ending);
  if (isAlteredWithin(key)) {
    const place = beginningOf(alteredWithin.indexOf(key), own);
    return altered(keyValue(surface, "own", keys), place, within);
  }
  if (key === "unprefixed") return keyValue(surface, "own", keys).slice(3);
  if (key === "recased") return recased(keyValue(surface, "own", keys));
  const value = key === "other-product" ? keys[otherSurface(surface)].own : keys[surface][key];
  if (value === null) throw new Error(`there is no ${key} key for the ${surface} surface`);
  return value;
}

/** The placeholder of a key in all output: an expression that a POSIX shell expands to the key. */
export function keyExpression(
  surface: Surface,
  key: Exclude<KeyName, "unknown">,
  revoke: SurfaceConfiguration["revoke"],
): string {
  const variable = variableOf(surface, key, revoke);
  if (key === "lengthened") return `\${${variable}}x`;
  if (key === "recased") {
    return `$(printf %s "$${variable}" | tr A-Za-z a-zA-Z | sed s/^BK_/bk_/)`;
  }
  if (key === "unprefixed") return `\${${variable}#???}`;
  if (key === "altered") {
    return `$(printf %s "$${variable}" | sed -e 's/0$/1/' -e t -e 's/.$/0/')`;
  }
  if (isAlteredWithin(key)) {
    const sixth = alteredWithin.indexOf(key);
    const place = `4 + int((length($0) - 3) * ${sixth} / ${alteredWithin.length})`;
    const [one, another] = within;
    const other = `substr($0, i, 1) == "${one}" ? "${another}" : "${one}"`;
    const program = `{ i = ${place}; print substr($0, 1, i - 1) (${other}) substr($0, i + 1) }`;
    return `$(printf %s "$${variable}" | awk '${program}')`;
  }
  return key === "shortened" ? `\${${variable}%?}` : `$${variable}`;
}

/** Name of the environment variable with the key of a surface. */
export function keyVariable(surface: Surface): string {
  return `${surface.toUpperCase()}_API_KEY`;
}

/** Name of the environment variable with a revoked key of a surface. */
export function revokedKeyVariable(surface: Surface): string {
  return `${surface.toUpperCase()}_REVOKED_KEY`;
}

/** The names of the environment variables with the keys of a surface. */
export function keyVariables(surface: Surface): readonly string[] {
  return [keyVariable(surface), revokedKeyVariable(surface)];
}

/** Name of the environment variable with a key, or with the key that it is derived from. */
function variableOf(
  surface: Surface,
  key: Exclude<KeyName, "unknown">,
  revoke: SurfaceConfiguration["revoke"],
): string {
  if (key === "other-product") return keyVariable(otherSurface(surface));
  if (key === "revoked") return revokedKeyVariable(surface);
  if (key === "revocable") return revoke?.keyEnv ?? `${surface.toUpperCase()}_REVOCABLE_KEY`;
  return keyVariable(surface);
}
