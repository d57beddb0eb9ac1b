import { suggestion } from "../../harness/configuration/nearest.ts";
import { sentences } from "../../harness/configuration/sentences.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import { faults, findFault } from "../../reference/faults/index.ts";
import { oneCellFaults } from "../../reference/faults/one-cell/one-cell-faults.ts";
import type { SurfaceTestKeys } from "../../reference/http/keys.ts";
import type { Output } from "../output/output.ts";
import { faultNames } from "./fault-list.ts";
import { servedKeys } from "./served-keys.ts";

export interface ServeFlags {
  readonly port?: number;
  readonly host?: string;
  readonly keysFromEnv?: boolean;
  readonly fault?: readonly string[];
}

/** The names of the faults, for the help. */
export function faultHelp(output: Output): string {
  const names = faultNames(faults, output);
  return `\nFaults, by area (news-conformance faults --list describes each):\n${names}`;
}

/** Runs the reference server until it is interrupted. */
export async function serve(flags: ServeFlags, output: Output): Promise<void> {
  const { port, host, fault = [], keysFromEnv = false } = flags;
  const { startReferenceServer } = await import("../../reference/server/server.ts");
  const chosen = fault.map(faultCalled);
  const given = keysFromEnv ? servedKeys(process.env) : {};
  output.hide(Object.entries(given).map(([name, value]) => ({ value, placeholder: `$${name}` })));
  const server = await startReferenceServer({
    ...(host === undefined ? {} : { host }),
    ports: port === undefined ? {} : { aggregator: port, news: port + 1, console: port + 2 },
    keys: {
      aggregator: keysOf(given.AGGREGATOR_API_KEY, given.AGGREGATOR_REVOKED_KEY),
      news: keysOf(given.NEWS_API_KEY, given.NEWS_REVOKED_KEY),
    },
    faults: chosen,
  }).catch(explain);
  // Before anything is printed: a reader of the output may stop the server at once.
  const stopped = new Promise<void>((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => done());
  });
  const { aggregator, news } = server.keys;
  const keys = {
    AGGREGATOR_API_KEY: aggregator.own,
    NEWS_API_KEY: news.own,
    AGGREGATOR_REVOKED_KEY: aggregator.revoked,
    NEWS_REVOKED_KEY: news.revoked,
  };
  // A key from the environment is a secret, so it is not printed.
  const own = Object.entries(keys).filter(([name]) => !Object.hasOwn(given, name));
  output.result(
    [
      `export AGGREGATOR_BASE_URL=${server.aggregatorUrl}`,
      `export NEWS_BASE_URL=${server.newsUrl}`,
      ...own.map(([name, key]) => `export ${name}=${key}`),
    ].join("\n"),
  );
  const lifetime =
    own.length === 0
      ? "The keys are those of the environment."
      : `${own.length < 4 ? "The keys printed here" : "These keys"} are valid only until this server stops.`;
  const shown = "AGGREGATOR_API_KEY" in given ? "$AGGREGATOR_API_KEY" : aggregator.own;
  output.note(
    [
      "",
      `${lifetime} A first request:`,
      `  curl -H "api-key: ${shown}" '${server.aggregatorUrl}/search?query=climate'`,
      `OpenAPI descriptions:  ${server.aggregatorUrl}/openapi.json  and  ${server.newsUrl}/openapi.json`,
      `To revoke a key:  curl -X POST ${server.consoleUrl}/keys/<key>/revoke`,
      ...chosen.map(({ name, sentence }) => `Fault ${name}: ${sentence}`),
      "Press Ctrl-C to stop.",
    ].join("\n"),
  );
  await stopped;
  await server.close();
}

/** The given keys of a surface; absent ones are random. */
function keysOf(own: string | undefined, revoked: string | undefined): Partial<SurfaceTestKeys> {
  return { ...(own && { own }), ...(revoked && { revoked }) };
}

/** @throws UsageError if the server cannot listen; any other error unchanged */
function explain(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (!(error instanceof Error) || typeof code !== "string") throw error;
  if (code === "EADDRINUSE") {
    throw new UsageError(
      `another program is using the port: ${error.message}`,
      "Choose another --port.",
    );
  }
  if (code !== "EADDRNOTAVAIL" && code !== "ENOTFOUND" && code !== "EAI_AGAIN") throw error;
  throw new UsageError(
    `the server can't listen on this address: ${error.message}`,
    "--host must be an address of this machine, or 0.0.0.0 for all of them.",
  );
}

/** @throws UsageError if there is no fault of this name */
function faultCalled(name: string): Deviation {
  const oneCell = name.includes("@") ? oneCellFaults() : [];
  const found = findFault(name) ?? oneCell.find((one) => one.name === name);
  if (found) return found;
  const known = [...faults, ...oneCell].map((one) => one.name);
  throw new UsageError(
    `there is no fault ${JSON.stringify(name)}`,
    sentences(suggestion(name, known), "news-conformance faults --list lists all."),
  );
}
