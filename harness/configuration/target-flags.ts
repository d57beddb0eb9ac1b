import { createRedactor, secretsOf } from "../redaction.ts";
import type { Flags } from "./merge.ts";
import type { Configuration, Keys } from "./types.ts";

/** What says which server is judged and what is known of it; all else is the same for every server. */
const names = [
  ["--aggregator-url", "aggregatorUrl"],
  ["--news-url", "newsUrl"],
  ["--openapi-aggregator", "openapiAggregator"],
  ["--openapi-news", "openapiNews"],
  ["--config", "config"],
  ["--env-file", "envFile"],
] as const satisfies readonly (readonly [flag: string, name: keyof Flags])[];

/** The flags that named the target, word by word and without any secret. */
export function targetFlags(
  flags: Flags,
  configuration: Pick<Configuration, "surfaces" | "network">,
  keys: Keys,
): readonly string[] {
  const redact = createRedactor(secretsOf(configuration, keys));
  const named = names.flatMap(([flag, name]) => {
    const value = flags[name];
    return value === undefined ? [] : [flag, redact(value)];
  });
  return flags.description === false ? [...named, "--no-description"] : named;
}
