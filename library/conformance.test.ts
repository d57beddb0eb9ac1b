import { configurationFor } from "../cli/run-options.ts";
import { createConformanceRun } from "./test-runner/conformance-run.ts";
import { testGroups } from "./test-runner/conformance-test.ts";
import { defineTests } from "./vitest.ts";

/**
 * For `vitest run --project conformance` in a checkout: what `news-conformance run` does with the target
 * that environment and configuration file name, as tests of vitest.
 */
const loaded = configurationFor({}, "run");
const input = { loaded, baseline: null, writes: false };
defineTests(createConformanceRun(testGroups(loaded.configuration), () => input));
