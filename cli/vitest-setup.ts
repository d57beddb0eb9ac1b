import type { TestProject } from "vitest/node";
import { configurationFor } from "./run-options.ts";
import { openTarget } from "./target.ts";
import "../suites/run-input.ts";

/**
 * For `vitest run --project conformance`: tells the suites about the target that environment and
 * configuration file name, or about an embedded server.
 * @returns what to do when the run has ended
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { configuration, keys, close } = await openTarget(configurationFor({}, "run"));
  project.provide("run", { configuration, keys });
  return close;
}
