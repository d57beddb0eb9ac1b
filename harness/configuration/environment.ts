import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { Surface } from "../../contracts/words.ts";
import type { Keys, RevokeHook, SurfaceKeys } from "./types.ts";
import { UsageError } from "./usage-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, completed from a file of `NAME=value` lines; what is set already wins.
 * @throws UsageError where the file can't be read
 */
export function withEnvironmentFile(environment: Environment, file: string | null): Environment {
  if (file === null) return environment;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`cannot read the environment file ${file} (${reason})`);
  }
  return { ...parseEnv(text), ...environment };
}

/** The variables that hold the keys of a surface. */
export function keyVariables(surface: Surface): { readonly own: string; readonly revoked: string } {
  const prefix = surface.toUpperCase();
  return { own: `${prefix}_API_KEY`, revoked: `${prefix}_REVOKED_KEY` };
}

/** The value of a variable without outer space; null where it is unset or empty. */
function readVariable(environment: Environment, name: string): string | null {
  return environment[name]?.trim() || null;
}

function keysOf(
  surface: Surface,
  environment: Environment,
  revoke: RevokeHook | null,
): SurfaceKeys {
  const names = keyVariables(surface);
  return {
    own: readVariable(environment, names.own),
    revoked: readVariable(environment, names.revoked),
    revocable: revoke === null ? null : readVariable(environment, revoke.keyEnv),
  };
}

/** The keys of both surfaces; the one that is not tested lends its key to prove that it is refused. */
export function keysFrom(
  environment: Environment,
  hooks: Readonly<Record<Surface, RevokeHook | null>>,
): Keys {
  return {
    aggregator: keysOf("aggregator", environment, hooks.aggregator),
    news: keysOf("news", environment, hooks.news),
  };
}

/**
 * Header values with `${NAME}` replaced from the environment.
 * @throws UsageError where a variable is not set
 */
export function expandHeaders(
  headers: Readonly<Record<string, string>>,
  environment: Environment,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, template]) => [
      name,
      template.replace(/\$\{(\w+)\}/g, (_, variable: string) => {
        const value = environment[variable];
        if (value !== undefined) return value;
        throw new UsageError(
          `network.headers.${name} needs the environment variable ${variable}, which is not set`,
        );
      }),
    ]),
  );
}
