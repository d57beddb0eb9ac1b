import type { Generation } from "../contracts/generations.ts";
import { loadCatalogue } from "../contracts/load.ts";
import { defaultVersion, type Surface, type Version } from "../contracts/vocabulary.ts";

/**
 * The versions of an endpoint in the contracts, newest first.
 * @throws Error if they have no such endpoint: a defect of the suite
 */
export function versionsOf(surface: Surface, endpoint: string): readonly [Version, ...Version[]] {
  const own = loadCatalogue().operations.filter(
    (one) => one.surface === surface && one.endpoint === endpoint,
  );
  const [newest, ...older] = own.map(({ version }) => version);
  if (newest === undefined) throw new Error(`the contracts have no ${endpoint} of ${surface}`);
  return [newest, ...older];
}

/** The generation of a version of a surface; null if the version is unknown. */
export function generationOf(
  surface: Surface,
  endpoint: string,
  version: Version,
): Generation | null {
  const { operations, operation, versions } = loadCatalogue();
  const own = operation(surface, endpoint, version);
  if (own !== null) return own.generation;
  if (!versions(surface).includes(version)) return null;
  const same = operations.find((one) => one.surface === surface && one.version === version);
  return same?.generation ?? null;
}

/** The versions of both surfaces with one of the generations, in the order of the contracts. */
export function versionsIn(...generations: readonly Generation[]): readonly Version[] {
  const own = loadCatalogue().operations.filter(({ generation }) =>
    generations.includes(generation),
  );
  return [...new Set(own.map(({ version }) => version))];
}

/** The default cell and every version with metadata. */
export const withMetadata: readonly Version[] = [
  ...versionsIn("metadata-and-errors"),
  defaultVersion,
];
export const legacy: readonly Version[] = versionsIn("2024", "2022");
