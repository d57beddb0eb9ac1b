import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  referenceParameters,
  referenceSamples,
} from "../reference/description/reference-configuration.ts";
import type { Fault } from "../reference/faults/fault.ts";
import { type ReferenceServer, startReferenceServer } from "../reference/server/server.ts";

/** A server of this process, and what a run in another one needs to know of it. */
export interface ExternalServer extends Pick<ReferenceServer, "close"> {
  /** The configuration file. */
  readonly config: string;
  /** The environment with the keys. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts a reference server for a run in another process.
 * @param folder for the configuration file
 */
export async function startExternalServer(
  folder: string,
  concurrency: number,
  faults: readonly Fault[] = [],
): Promise<ExternalServer> {
  const server = await startReferenceServer({ faults: [...faults] });
  const surface = (name: "aggregator" | "news", baseUrl: string) => ({
    baseUrl,
    parameters: referenceParameters[name],
    samples: referenceSamples[name],
  });
  const config = join(folder, `${faults.map(({ name }) => name).join("-") || "right"}.json`);
  writeFileSync(
    config,
    JSON.stringify({
      surfaces: {
        aggregator: surface("aggregator", server.aggregatorUrl),
        news: surface("news", server.newsUrl),
      },
      network: { concurrency },
    }),
  );
  return {
    config,
    env: {
      ...process.env,
      AGGREGATOR_API_KEY: server.keys.aggregator.own,
      AGGREGATOR_REVOKED_KEY: server.keys.aggregator.revoked,
      NEWS_API_KEY: server.keys.news.own,
      NEWS_REVOKED_KEY: server.keys.news.revoked,
    },
    close: () => server.close(),
  };
}
