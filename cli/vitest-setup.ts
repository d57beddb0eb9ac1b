import type { TestProject } from "vitest/node";
import { startEmbedded } from "./embedded.ts";
import { configurationFor } from "./run-options.ts";
import "../suites/run-input.ts";

/**
 * For `vitest run --project conformance`: tells the suites about the target that environment and
 * configuration file name, or about an embedded server.
 * @returns what to do when the run has ended
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { configuration, keys } = configurationFor({}, "run");
  const embedded = configuration.embedded ? await startEmbedded() : null;
  project.provide("run", {
    configuration:
      embedded === null ? configuration : { ...configuration, surfaces: embedded.surfaces },
    keys: embedded?.keys ?? keys,
  });
  return async () => {
    await embedded?.close();
  };
}
