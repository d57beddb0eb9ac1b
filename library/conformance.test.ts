import type { Flags } from "../harness/configuration/flags.ts";
import { targetFlags } from "../harness/configuration/target-flags.ts";
import { UsageError } from "../harness/settings/usage-error.ts";
import { configurationFor } from "../run/load-run-configuration.ts";
import { createConformanceRun } from "./test-runner/conformance-run.ts";
import { testGroups } from "./test-runner/conformance-test.ts";
import { defineTests } from "./vitest.ts";

/**
 * For `vitest run --project conformance` in a checkout: runs the same checks as `news-conformance run` on
 * the target of the environment and configuration file, as vitest tests.
 */
const flags = flagsOf(process.env);
const loaded = configurationFor(flags, "run");
const input = { loaded, targetFlags: targetFlags(flags, loaded), baseline: null, writes: false };
defineTests(createConformanceRun(testGroups(loaded.configuration), () => input));

/**
 * Vitest has no flags of ours: `NEWS_CONFORMANCE_TARGET=reference` is what `--reference` is to `run`, and
 * `NEWS_CONFORMANCE_ALLOW=insecure-http,commands` what the flags of these names are.
 */
function flagsOf({
  NEWS_CONFORMANCE_TARGET: target,
  NEWS_CONFORMANCE_ALLOW: allowed = "",
}: NodeJS.ProcessEnv): Flags {
  const allow = {
    allowInsecureHttp: allowed.split(",").includes("insecure-http"),
    allowCommands: allowed.split(",").includes("commands"),
  };
  if (!target) return allow;
  if (target === "reference") return { ...allow, reference: true };
  throw new UsageError(
    `NEWS_CONFORMANCE_TARGET is ${JSON.stringify(target)}, but only "reference" is allowed`,
    "Set another target with AGGREGATOR_BASE_URL and NEWS_BASE_URL, or in the configuration file.",
  );
}
