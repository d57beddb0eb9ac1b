import type { Generated, Level } from "../../contracts/vocabulary.ts";
import type { NetworkConfiguration, Samples } from "./types.ts";

/** Values for what no flag, environment variable or file sets. */
export const defaultNetwork: Omit<NetworkConfiguration, "headers" | "headerSecrets" | "useProxy"> =
  {
    concurrency: 8,
    rate: null,
    timeoutMs: 10_000,
    retries: 2,
    patienceMs: 60_000,
    maxDurationMs: 600_000,
    ca: null,
    allowInsecureTls: false,
  };

/**
 * A fixed seed, so that a passing pipeline keeps passing until the server changes. A nightly run can use
 * a different seed to try other inputs.
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
