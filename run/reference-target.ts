import type { Surface } from "../contracts/vocabulary.ts";
import type { Configuration } from "../harness/settings/types.ts";
import {
  referenceParameters,
  referenceSamples,
} from "../reference/description/reference-configuration.ts";
import type { Deviation } from "../reference/faults/fault.ts";
import type { ReferenceKeys } from "../reference/http/keys.ts";
import { startReferenceServer } from "../reference/server/server.ts";

/** The reference server in this process, and what a run needs to know about it. */
export interface Embedded {
  readonly surfaces: Configuration["surfaces"];
  readonly keys: ReferenceKeys;
  close(): Promise<void>;
}

/** The name of the variable for the embedded server's revocable key. */
const revocableVariable = "REVOCABLE_KEY_OF_THE_EMBEDDED_SERVER";

/** Starts the reference server with everything that a complete run needs: roles, samples, spare keys. */
export async function startEmbedded(faults: readonly Deviation[] = []): Promise<Embedded> {
  const server = await startReferenceServer({ faults });
  const surface = (name: Surface, baseUrl: string) => ({
    baseUrl,
    // It has a description, but reading it would take a third of the run.
    openapi: null,
    description: null,
    parameters: referenceParameters[name],
    samples: referenceSamples[name],
    revoke: { keyEnv: revocableVariable, command: "", console: server.consoleUrl },
  });
  return {
    surfaces: {
      aggregator: surface("aggregator", server.aggregatorUrl),
      news: surface("news", server.newsUrl),
    },
    keys: server.keys,
    close: () => server.close(),
  };
}
