import type { TestProject } from "vitest/node";
import type { Flags } from "../harness/configuration/merge.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { configurationFor } from "./run-options.ts";
import { openTarget } from "./target.ts";
import "../suites/run-input.ts";

/**
 * For `vitest run --project conformance`: tells the suites about the target that environment and
 * configuration file name, or about an embedded server.
 * @returns what to do when the run has ended
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { configuration, keys, close } = await openTarget(
    configurationFor(flagsOf(process.env), "run"),
  );
  project.provide("run", { configuration, keys });
  return close;
}

/** Vitest has no flags of ours: `NEWS_CONFORMANCE_TARGET=reference` is what `--reference` is to `run`. */
function flagsOf({ NEWS_CONFORMANCE_TARGET: target }: NodeJS.ProcessEnv): Flags {
  if (!target) return {};
  if (target === "reference") return { reference: true };
  throw new UsageError(
    `NEWS_CONFORMANCE_TARGET is ${JSON.stringify(target)}, and "reference" is all that it can be`,
    "Other targets are named by AGGREGATOR_BASE_URL and NEWS_BASE_URL, or in the configuration file.",
  );
}
