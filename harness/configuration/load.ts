import { type Environment, missingKeys, readEnvironment, readKeys } from "./environment.ts";
import { readConfigurationFile } from "./file.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Known } from "./known.ts";
import { type Flags, mergeConfiguration } from "./merge.ts";
import { createSelection } from "./selection.ts";
import type { Configuration, Keys } from "./types.ts";
import { UsageError } from "./usage-error.ts";
import { validateFile } from "./validate.ts";

export interface LoadOptions {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** The environment of the process. */
  readonly environment: Environment;
  readonly flags: Flags;
  readonly known: Known;
  /** `plan` sends nothing, so that keys and the variables of headers may be missing. */
  readonly purpose: "run" | "plan";
}

export interface Loaded {
  /** Without surfaces where it is `embedded`: the reference server is still to be started. */
  readonly configuration: Configuration;
  /** All null where the target is embedded. */
  readonly keys: Keys;
  /** Variables that a run would need and that are not set; empty for the purpose `run`. */
  readonly missingKeys: readonly string[];
  /** The configuration file that was read; null where there was none. */
  readonly fileName: string | null;
}

/** What stands in a configuration, wherever it was written, and what is put over it. */
export interface ResolveOptions extends Omit<LoadOptions, "environment"> {
  /** With the variables of `--env-file`. */
  readonly environment: Environment;
  readonly file: ConfigurationFile;
  /** What messages call it; null where there is none. */
  readonly fileName: string | null;
  /** What to do where a key is missing. */
  readonly keyHint: string;
}

const keysFromEnvironment =
  "Set it in the environment, or in a file that --env-file names. Keys can't be given in any other way.";

const noKeys: Keys = {
  aggregator: { own: null, revoked: null, revocable: null },
  news: { own: null, revoked: null, revocable: null },
};

/**
 * Everything that a run needs to know, from the command line, the environment, the configuration
 * file and the defaults.
 *
 * @throws UsageError for the first thing that is wrong; nothing has been sent then
 */
export function loadConfiguration(options: LoadOptions): Loaded {
  const { cwd, flags, known } = options;
  const environment = readEnvironment(cwd, options.environment, flags.envFile);
  const parsed = readConfigurationFile(cwd, flags.config);
  const file = parsed === null ? {} : validateFile(parsed.name, parsed.content, known);
  const fileName = parsed?.name ?? null;
  return resolveConfiguration({
    ...options,
    environment,
    file,
    fileName,
    keyHint: keysFromEnvironment,
  });
}

/**
 * The same for a configuration that has been read and validated already.
 *
 * @throws UsageError for the first thing that is wrong; nothing has been sent then
 */
export function resolveConfiguration(options: ResolveOptions): Loaded {
  const { environment, fileName, known, purpose } = options;
  const configuration = mergeConfiguration({ ...options, lenient: purpose === "plan" });
  createSelection(configuration.only, configuration.skip, known);
  if (configuration.embedded) return { configuration, keys: noKeys, missingKeys: [], fileName };
  const keys = readKeys(environment, configuration.surfaces);
  const missing = missingKeys(configuration.surfaces, keys);
  if (purpose === "run" && missing.length > 0) {
    throw new UsageError(
      `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not set: a surface that is tested needs its key`,
      options.keyHint,
    );
  }
  return { configuration, keys, missingKeys: missing, fileName };
}
