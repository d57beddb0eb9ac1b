import { suggestion } from "../harness/configuration/nearest.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import type { Deviation } from "../reference/faults/fault.ts";
import { faults, findFault } from "../reference/faults/index.ts";
import { oneCellFaults } from "../reference/faults/one-cell/one-cell-faults.ts";
import { faultNames } from "./fault-list.ts";
import type { Output } from "./output.ts";

export interface ServeFlags {
  readonly port?: number;
  readonly fault?: readonly string[];
}

/** The names of the faults, for the help. */
export function faultHelp(output: Output): string {
  const names = faultNames(faults, output);
  return `\nFaults, by area (news-conformance faults --list describes each):\n${names}`;
}

/** Runs the reference server until it is interrupted. */
export async function serve({ port, fault = [] }: ServeFlags, output: Output): Promise<void> {
  const { startReferenceServer } = await import("../reference/server.ts");
  const chosen = fault.map(faultCalled);
  const ports = port === undefined ? {} : { aggregator: port, news: port + 1, console: port + 2 };
  const server = await startReferenceServer({ ports, faults: chosen }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new UsageError(
      `another program is using the port: ${error.message}`,
      "Choose another --port.",
    );
  });
  // Before anything is printed: a reader of the output may stop the server at once.
  const stopped = new Promise<void>((done) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => done());
  });
  const { aggregator, news } = server.keys;
  output.result(
    [
      `export AGGREGATOR_BASE_URL=${server.aggregatorUrl}`,
      `export NEWS_BASE_URL=${server.newsUrl}`,
      `export AGGREGATOR_API_KEY=${aggregator.own}`,
      `export NEWS_API_KEY=${news.own}`,
      `export AGGREGATOR_REVOKED_KEY=${aggregator.revoked}`,
      `export NEWS_REVOKED_KEY=${news.revoked}`,
    ].join("\n"),
  );
  output.note(
    [
      "",
      "These keys are valid only until this server stops. A first request:",
      `  curl -H 'api-key: ${aggregator.own}' '${server.aggregatorUrl}/search?query=climate'`,
      `OpenAPI descriptions:  ${server.newsUrl}/openapi.json  and  ${server.aggregatorUrl}/openapi.json`,
      `To revoke a key:  curl -X POST ${server.consoleUrl}/keys/<key>/revoke`,
      ...chosen.map(({ name, sentence }) => `Fault ${name}: ${sentence}`),
      "Press Ctrl-C to stop.",
    ].join("\n"),
  );
  await stopped;
  await server.close();
}

/** @throws UsageError if there is no fault of this name */
function faultCalled(name: string): Deviation {
  const oneCell = name.includes("@") ? oneCellFaults() : [];
  const found = findFault(name) ?? oneCell.find((one) => one.name === name);
  if (found) return found;
  const known = [...faults, ...oneCell].map((one) => one.name);
  throw new UsageError(`there is no fault ${JSON.stringify(name)}`, suggestion(name, known));
}
