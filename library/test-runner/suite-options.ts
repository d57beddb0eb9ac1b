import { certificationInput } from "../certification/certification-input.ts";
import type { CertifyOptions } from "../certification/options.ts";
import { type ConformanceRun, createConformanceRun } from "./conformance-run.ts";
import { testGroups } from "./conformance-test.ts";

/**
 * The options of `certify`, or a function that returns them when the first test runs, for a server that
 * is started in a hook.
 */
export type ConformanceSuiteOptions =
  | CertifyOptions
  | (() => CertifyOptions | Promise<CertifyOptions>);

/**
 * @throws UsageError if the options are wrong or a key is missing; those of a function are looked at when
 *   it is called, and the verdict fails then
 */
export function conformanceRunOf(options: ConformanceSuiteOptions): ConformanceRun {
  if (typeof options === "function") {
    return createConformanceRun(testGroups(null), async () => certificationInput(await options()));
  }
  const input = certificationInput(options);
  return createConformanceRun(testGroups(input.loaded.configuration), () => input);
}
