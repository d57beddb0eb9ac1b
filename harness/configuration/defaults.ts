import type { Generated, Level } from "../../contracts/vocabulary.ts";
import type { NetworkConfiguration, Samples } from "./types.ts";

/** What holds where neither a flag nor the environment nor the file says otherwise. */
export const defaultNetwork: Omit<NetworkConfiguration, "headers" | "useProxy"> = {
  concurrency: 8,
  rate: null,
  timeoutMs: 10_000,
  retries: 2,
};

/**
 * A fixed seed, so that a pipeline which was green stays green until the server changes; one that is
 * to look further each night names another.
 */
export const defaultRobustness: Generated = { seed: 1, runs: 1 };

export const defaultSamples: Samples = {
  query: "climate",
  location: "London",
  country: "us",
  language: "en",
  topic: "TECHNOLOGY",
  domain: null,
};

export const defaultFailOn: Level = "must";

/** Relative to the working directory. */
export const defaultOutputDirectory = "conformance-report";
