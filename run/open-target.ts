import { loadCatalogue } from "../contracts/load.ts";
import type { Loaded } from "../harness/configuration/load.ts";
import type { Configuration, Keys } from "../harness/configuration/types.ts";

/** A target, ready to be sent to. */
export interface OpenTarget {
  readonly configuration: Configuration;
  readonly keys: Keys;
  /** Ends the embedded server, where there is one. */
  close(): Promise<void>;
}

/**
 * Starts the embedded reference server where no other target is named, and reads what the surfaces say
 * of themselves. What is needed for that is loaded only then.
 *
 * @throws UsageError where a description can't be used
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
 * The configuration with the descriptions that it names, or that are found where it names none.
 * @param fetch false: those behind a URL are left alone, and none is looked for
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
