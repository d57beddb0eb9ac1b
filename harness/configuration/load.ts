import type { Surface } from "../../contracts/vocabulary.ts";
import { keyVariable, otherSurface } from "../requests/key-names.ts";
import type { Configuration, Keys } from "../settings/types.ts";
import type { BaseUrlSource } from "./chosen-target.ts";
import { type Environment, readEnvironment, readKeys, surfacesWithoutKey } from "./environment.ts";
import { readConfigurationFile } from "./file.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Flags } from "./flags.ts";
import { forReference } from "./for-reference.ts";
import { hidingKeys } from "./keys-in-environment.ts";
import type { Known } from "./known.ts";
import { type Merged, mergeConfiguration } from "./merge.ts";
import { missingKeysText } from "./missing-keys-text.ts";
import { Mistakes } from "./mistakes.ts";
import { refuseKeysInUrls } from "./refuse-keys-in-urls.ts";
import { refuseRisks, type WaysToAccept } from "./refuse-risks.ts";
import { createSelection } from "./selection.ts";
import { validateFile } from "./validate.ts";

export interface LoadOptions {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** The environment of the process. */
  readonly environment: Environment;
  readonly flags: Flags;
  readonly known: Known;
  /**
   * `plan` sends nothing, so keys and variables of headers may be missing. `recording` sends nothing
   * either, and finds the surfaces in the recording if none is given.
   */
  readonly purpose: "run" | "plan" | "recording";
}

export interface Loaded {
  /** Without surfaces if it is `embedded`: the reference server has not been started yet. */
  readonly configuration: Configuration;
  /** All null if the target is embedded. */
  readonly keys: Keys;
  /** Required variables that are not set; empty for the purpose `run`. */
  readonly missingKeys: readonly string[];
  /** The configuration file that was read; null if there was none. */
  readonly fileName: string | null;
  /** Where the base URL of each tested surface was given; empty if the target is embedded. */
  readonly sources: Readonly<Partial<Record<Surface, BaseUrlSource>>>;
}

/** The content of a configuration from any source, and what overrides it. */
export interface ResolveOptions extends Omit<LoadOptions, "environment"> {
  /** With the variables of `--env-file`. */
  readonly environment: Environment;
  /** Reads the configuration; throws a UsageError for mistakes in it. */
  readonly readFile: () => ConfigurationFile;
  /** Its name in messages; null if there is none. */
  readonly fileName: string | null;
  /** Signs other than the environment that the user has a target. */
  readonly signs: readonly string[];
  /** The hint for missing keys, which are called `it` or `them`. */
  readonly keyHint: (what: "it" | "them") => string;
  /** The hint for a missing target, which names this surface first. */
  readonly targetHint: (surface: Surface) => string;
  /** Whether the configuration was found in a folder rather than named. */
  readonly isFound: boolean;
  /** How a risk is accepted. */
  readonly ways: WaysToAccept;
}

const keysFromEnvironment = (what: string) =>
  `Set ${what} in the environment or in the file of --env-file. Keys can't be given in any other way.`;

const targetFromAnywhere = (surface: Surface) =>
  `Set --${surface}-url, ${surface.toUpperCase()}_BASE_URL or surfaces.${surface}.baseUrl in the configuration file, ` +
  `or the equivalents for ${otherSurface(surface)}; or use --reference to judge the built-in reference server.`;

const noKeys: Keys = {
  aggregator: { own: null, revoked: null, revocable: null },
  news: { own: null, revoked: null, revocable: null },
};

/**
 * Everything that a run needs to know, from the command line, the environment, the configuration
 * file and the defaults.
 *
 * @throws UsageError with all mistakes that can be found together; nothing has been sent then
 */
export function loadConfiguration(options: LoadOptions): Loaded {
  const { cwd, flags } = options;
  const environment = hidingKeys(options.environment, () =>
    readEnvironment(cwd, options.environment, flags.envFile),
  );
  return hidingKeys(environment, () => loadBeside(environment, options));
}

function loadBeside(environment: Environment, options: LoadOptions): Loaded {
  const { cwd, flags, known } = options;
  const parsed = readConfigurationFile(cwd, flags.config);
  const fileName = parsed?.name ?? null;
  return resolveConfiguration({
    ...options,
    environment,
    readFile: () => {
      const file = parsed === null ? {} : validateFile(parsed, known);
      return flags.reference === true ? forReference(file) : file;
    },
    fileName,
    signs: [
      ...(fileName === null ? [] : [`there is a configuration file (${fileName})`]),
      ...(flags.baseline === undefined ? [] : [`--baseline ${flags.baseline} is given`]),
      ...(flags.envFile === undefined ? [] : [`--env-file ${flags.envFile} is given`]),
    ],
    keyHint: keysFromEnvironment,
    targetHint: targetFromAnywhere,
    isFound: fileName !== null && flags.config === undefined,
    ways: { insecureHttp: "--allow-insecure-http", commands: "--allow-commands" },
  });
}

/**
 * Resolves a configuration that has already been read.
 *
 * @throws UsageError with all mistakes that can be found together; nothing has been sent then
 */
export function resolveConfiguration(options: ResolveOptions): Loaded {
  return hidingKeys(options.environment, () => resolved(options));
}

function resolved(options: ResolveOptions): Loaded {
  const { environment, flags, known, purpose } = options;
  const mistakes = new Mistakes();
  mistakes.attempt(() => createSelection(flags.only ?? [], flags.skip ?? [], known));
  const file = mistakes.attempt(options.readFile);
  const lenient = purpose !== "run";
  const input = { ...options, lenient, optional: purpose === "recording" };
  const merged = file === null ? null : mergeConfiguration({ ...input, file }, mistakes);
  if (merged !== null && purpose === "run") refuseRisks(merged, options, mistakes);
  const keys = merged === null ? null : mistakes.attempt(() => keysOf(merged, environment));
  if (merged !== null && keys !== null) refuseKeysInUrls(merged, keys, mistakes);
  const lacking =
    merged === null || keys === null || merged.configuration.embedded
      ? []
      : surfacesWithoutKey(merged.configuration.surfaces, keys);
  if (merged !== null && purpose === "run" && lacking.length > 0) {
    mistakes.add(
      missingKeysText(lacking, merged.sources),
      options.keyHint(lacking.length === 1 ? "it" : "them"),
    );
  }
  const made = merged === null || keys === null ? null : { ...merged, keys };
  const missingKeys = lacking.map(keyVariable);
  return { ...mistakes.settle(made), fileName: options.fileName, missingKeys };
}

function keysOf({ configuration }: Merged, environment: Environment): Keys {
  return configuration.embedded ? noKeys : readKeys(environment, configuration.surfaces);
}
