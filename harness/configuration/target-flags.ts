import type { Surface } from "../../contracts/vocabulary.ts";
import { createRedactor } from "../secrets/redaction.ts";
import { secretsOf } from "../secrets/secrets.ts";
import type { Flags } from "./flags.ts";
import type { Loaded } from "./load.ts";

/** The options that depend on the server; all others are the same for every server. */
const names = [
  ["--aggregator-url", "aggregatorUrl"],
  ["--news-url", "newsUrl"],
  ["--openapi-aggregator", "openapiAggregator"],
  ["--openapi-news", "openapiNews"],
  ["--config", "config"],
  ["--env-file", "envFile"],
] as const satisfies readonly (readonly [flag: string, name: keyof Flags])[];

/**
 * The flags that name the target, as separate words and without secrets: those that were given, a base
 * URL from the environment (a reader who pastes the command may not have it), and `--reference` if the
 * reference server was judged. Never `--allow-commands`: whoever pastes a command decides about that.
 */
export function targetFlags(
  flags: Flags,
  { configuration, keys, sources }: Pick<Loaded, "configuration" | "keys" | "sources">,
): readonly string[] {
  const redact = createRedactor(secretsOf(configuration, keys));
  const fromEnvironment = (surface: Surface) =>
    sources[surface]?.kind === "environment" ? configuration.surfaces[surface]?.baseUrl : undefined;
  const repeated: Partial<Record<keyof Flags, string | undefined>> = {
    aggregatorUrl: fromEnvironment("aggregator"),
    newsUrl: fromEnvironment("news"),
  };
  return [
    ...(configuration.embedded ? ["--reference"] : []),
    ...names.flatMap(([flag, name]) => {
      const value = flags[name] ?? repeated[name];
      return value === undefined ? [] : [flag, redact(value)];
    }),
    ...(flags.description === false ? ["--no-description"] : []),
    ...(flags.allowInsecureHttp === true ? ["--allow-insecure-http"] : []),
  ];
}
