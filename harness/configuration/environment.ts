import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import { keyVariable, revokedKeyVariable } from "../requests/key-names.ts";
import type { Configuration, Keys, SurfaceKeys } from "../settings/types.ts";
import { UsageError } from "../settings/usage-error.ts";
import { readText } from "./file.ts";
import { Mistakes } from "./mistakes.ts";
import { refusePlaceholder } from "./placeholder.ts";

/**
 * Variables by name. An empty one counts as absent, since CI systems set missing secrets to an empty
 * value.
 */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of the process, which overrides the variables of `--env-file`.
 *
 * @throws UsageError if the file can't be read
 */
export function readEnvironment(
  cwd: string,
  processEnvironment: Environment,
  envFile: string | undefined,
): Environment {
  if (envFile === undefined) return processEnvironment;
  const text = readText(resolve(cwd, envFile), `file ${envFile} of --env-file`);
  const own = Object.entries(processEnvironment).filter(([, value]) => value);
  return { ...parseEnv(text), ...Object.fromEntries(own) };
}

/** Characters that a header value can contain; the client would reject others during the run. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Servers refuse longer headers, and a key is searched for in all that a server sends. */
const longestKey = 1024;

/** Own variables only: every object has a `toString`. */
function variableIn(environment: Environment, name: string): string {
  return Object.hasOwn(environment, name) ? (environment[name] ?? "") : "";
}

function keyIn(environment: Environment, name: string): string | null {
  const value = variableIn(environment, name).trim();
  if (value === "") return null;
  refusePlaceholder(value, name);
  if (!headerValue.test(value)) {
    throw new UsageError(`${name} contains characters that are not allowed in a header`);
  }
  if (value.length > longestKey) {
    throw new UsageError(
      `${name} has ${value.length} characters: a key may have at most ${longestKey}`,
      "Set the variable to the key alone, not to a file or to a document that contains it.",
    );
  }
  return value;
}

/**
 * The keys of both surfaces; the other product's key is needed even if only one surface is tested.
 *
 * @throws UsageError for every key that is a placeholder, is too long or has characters that a header can't contain, and
 *   for two keys that must differ and do not
 */
export function readKeys(
  environment: Environment,
  tested: Pick<Configuration, "surfaces">["surfaces"],
): Keys {
  const named = new Map<string, string>();
  const mistakes = new Mistakes();
  const key = (name: string): string | null => {
    const value = mistakes.attempt(() => keyIn(environment, name));
    if (value === null) return null;
    const twin = [...named].find(([, known]) => known === value)?.[0];
    if (named.has(name)) {
      mistakes.add(
        `the environment variable ${name} is used for two different keys`,
        "The key in revoke.keyEnv is revoked during the run, so it can't be used for anything else.",
      );
    } else if (twin !== undefined) {
      mistakes.add(
        `${twin} and ${name} contain the same key`,
        "Each product has its own key; revoked and revocable keys must be different ones.",
      );
    }
    named.set(name, value);
    return value;
  };
  const of = (surface: Surface): SurfaceKeys => {
    const revoke = tested[surface]?.revoke ?? null;
    return {
      own: key(keyVariable(surface)),
      revoked: key(revokedKeyVariable(surface)),
      revocable: revoke === null ? null : key(revoke.keyEnv),
    };
  };
  return mistakes.settle({ aggregator: of("aggregator"), news: of("news") });
}

/** The tested surfaces whose key is not set. */
export function surfacesWithoutKey(
  tested: Configuration["surfaces"],
  keys: Keys,
): readonly Surface[] {
  return surfaces.filter((surface) => tested[surface] !== undefined && keys[surface].own === null);
}

export interface FilledHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** For each header the values from the environment in it. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
}

/**
 * Headers with `${NAME}` replaced from the environment.
 *
 * @param lenient leaves placeholders of missing variables unchanged, if nothing will be sent
 * @throws UsageError for every variable that is missing or a placeholder, and every value that is not allowed in a
 *   header
 */
export function fillHeaders(
  templates: Readonly<Record<string, string>>,
  environment: Environment,
  lenient: boolean,
): FilledHeaders {
  const mistakes = new Mistakes();
  const fill = (header: string, template: string) => {
    const secrets = new Set<string>();
    const value = template.replace(/\$\{([^{}]*)\}/g, (written: string, name: string) => {
      const found = variableIn(environment, name);
      if (found !== "") {
        mistakes.attempt(() => refusePlaceholder(found, name));
        secrets.add(found);
        return found;
      }
      if (!lenient) {
        mistakes.add(
          `network.headers.${header} needs the environment variable ${name}, which is not set`,
        );
      }
      return written;
    });
    if (!headerValue.test(value)) {
      mistakes.add(
        `network.headers.${header} contains characters that are not allowed in a header`,
      );
    }
    return { header, value, secrets: [...secrets] };
  };
  const filled = mistakes.settle(
    Object.entries(templates).map(([header, template]) => fill(header, template)),
  );
  return {
    headers: Object.fromEntries(filled.map(({ header, value }) => [header, value])),
    secrets: Object.fromEntries(filled.map(({ header, secrets }) => [header, secrets])),
  };
}

/**
 * The variables that a command gets, by name.
 *
 * @param lenient leaves missing variables out, if the command will not run
 * @throws UsageError for every missing variable
 */
export function variablesFor(
  names: readonly string[],
  environment: Environment,
  lenient: boolean,
  source: string,
): Readonly<Record<string, string>> {
  const mistakes = new Mistakes();
  const found = names.flatMap((name) => {
    const value = variableIn(environment, name);
    if (value !== "") return [[name, value]];
    if (!lenient) {
      mistakes.add(`${source} needs the environment variable ${name}, which is not set`);
    }
    return [];
  });
  return mistakes.settle(Object.fromEntries(found));
}
