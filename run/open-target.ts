import { loadCatalogue } from "../contracts/load.ts";
import type { Loaded } from "../harness/configuration/load.ts";
import type { Configuration, Keys } from "../harness/settings/types.ts";

/** A target that is ready for requests. */
export interface OpenTarget {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** Stops the embedded server, if there is one. */
  close(): Promise<void>;
}

/**
 * Starts the embedded reference server if no other target is given, and reads the descriptions of the
 * surfaces. The necessary modules are loaded only then.
 *
 * @throws UsageError if a description can't be used
 */
export async function openTarget(loaded: Loaded): Promise<OpenTarget> {
  const embedded = loaded.configuration.embedded
    ? await (await import("./reference-target.ts")).startEmbedded()
    : null;
  const close = async () => {
    await embedded?.close();
  };
  const keys = embedded?.keys ?? loaded.keys;
  const configuration =
    embedded === null
      ? loaded.configuration
      : { ...loaded.configuration, surfaces: embedded.surfaces };
  try {
    return { configuration: await withDescriptions(configuration, keys, true), keys, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The configuration with the given descriptions or, if none are given, those that are found.
 * @param fetch false: no URL is fetched, and no description is searched for
 */
export async function withDescriptions<T extends Pick<Configuration, "surfaces" | "network">>(
  configuration: T,
  keys: Keys,
  fetch: boolean,
): Promise<T> {
  const tested = Object.values(configuration.surfaces);
  const isWanted = tested.some(
    ({ openapi, findDescription }) => openapi !== null || (fetch && findDescription === true),
  );
  if (!isWanted) return configuration;
  const { loadDescriptions } = await import("../harness/descriptions/load-descriptions.ts");
  const { operations } = loadCatalogue();
  const options = { cwd: process.cwd(), fetch, operations };
  const surfaces = await loadDescriptions(configuration, keys, options);
  return { ...configuration, surfaces };
}
