import { writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { CertifyKeys } from "../../library/certification/options.ts";
import {
  referenceParameters,
  referenceSamples,
} from "../../reference/description/reference-configuration.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { type ReferenceServer, startReferenceServer } from "../../reference/server/server.ts";
import { command, type Ended } from "./command.ts";

/** A made-up HTTP server on a port of the operating system's choice. */
export async function listening<T>(
  listener: RequestListener,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

/** A reference server, possibly wrong, under test from outside like anybody's. */
export async function withReference<T>(
  faults: readonly Deviation[],
  use: (server: ReferenceServer) => Promise<T>,
): Promise<T> {
  const server = await startReferenceServer({
    faults,
    prefixes: { aggregator: "/headlines", news: "/v/news" },
  });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** The keys of a reference server as environment variables. */
export function keysOf({ keys }: ReferenceServer): Readonly<Record<string, string>> {
  return {
    AGGREGATOR_API_KEY: keys.aggregator.own,
    AGGREGATOR_REVOKED_KEY: keys.aggregator.revoked,
    AGGREGATOR_SPARE_KEY: keys.aggregator.revocable,
    NEWS_API_KEY: keys.news.own,
    NEWS_REVOKED_KEY: keys.news.revoked,
    NEWS_SPARE_KEY: keys.news.revocable,
  };
}

/** The same as the library's options have them. */
export function keysIn({ keys }: ReferenceServer): CertifyKeys {
  const { aggregator, news } = keys;
  return {
    aggregator: aggregator.own,
    aggregatorRevoked: aggregator.revoked,
    aggregatorRevocable: aggregator.revocable,
    news: news.own,
    newsRevoked: news.revoked,
    newsRevocable: news.revocable,
  };
}

/** The surfaces of a reference server as a configuration has them, complete. */
export function surfacesOf(server: ReferenceServer) {
  const revoke = (variable: string) => ({
    keyEnv: variable,
    command: `"${process.execPath}" -e 'fetch("${server.consoleUrl}/keys/"+process.env.REVOKE_KEY+"/revoke",{method:"POST"}).then((a)=>process.exit(a.ok?0:1))'`,
  });
  const surface = (name: "aggregator" | "news", baseUrl: string) => ({
    baseUrl,
    // It has a description, but reading it would take a third of the run.
    openapi: null,
    parameters: referenceParameters[name],
    samples: referenceSamples[name],
    revoke: revoke(`${name.toUpperCase()}_SPARE_KEY`),
  });
  return {
    aggregator: surface("aggregator", server.aggregatorUrl),
    news: surface("news", server.newsUrl),
  };
}

/** Writes a complete configuration for a reference server; `more` is added to it. */
export function configure(cwd: string, server: ReferenceServer, more: object = {}): void {
  const configuration = { surfaces: surfacesOf(server), ...more };
  writeFileSync(join(cwd, "news-conformance.config.json"), JSON.stringify(configuration, null, 2));
}

/** `run` against a reference server with its own keys. */
export function runAgainst(
  server: ReferenceServer,
  cwd: string,
  words: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return command(["run", "--allow-commands", ...words], {
    cwd,
    environment: { ...keysOf(server), ...environment },
  });
}
