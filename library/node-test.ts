import { after, describe, test } from "node:test";
import type { Chosen, ConformanceRun } from "./test-runner/conformance-run.ts";
import { type ConformanceSuiteOptions, conformanceRunOf } from "./test-runner/suite-options.ts";

export type { CertifyKeys, CertifyOptions } from "./certification/options.ts";
export type { ConformanceSuiteOptions };

/**
 * The checks of a run as tests of `node:test`: a `describe` for each endpoint and version, a test for
 * each requirement, and finally the verdict, which fails if the command would exit with 1 or 3. Call it
 * where tests are defined. Nothing is sent before the first of them runs.
 *
 * @throws UsageError if the options are wrong or a key is missing
 */
export function conformanceSuite(options: ConformanceSuiteOptions = {}): void {
  const run = conformanceRunOf(options);
  const total = run.groups.reduce((sum, { tests }) => sum + tests.length, 0);
  const chosen = () => (isFiltered() ? null : allOf(run));
  describe("conformance", { concurrency: 1 }, () => {
    // All at once, so that the selected tests send their requests together.
    describe("checks", { concurrency: Math.max(total, 1) }, () => {
      for (const { name, tests } of run.groups) {
        describe(name, () => {
          for (const one of tests) {
            test(one.name, async (context) => {
              const { end } = await run.run(one, chosen);
              if (end.kind === "failed") throw end.error;
              if (end.kind === "skipped") {
                for (const line of end.card?.split("\n") ?? []) context.diagnostic(line);
                context.skip(end.reason);
              } else if (end.warning !== null) context.diagnostic(end.warning);
            });
          }
        });
      }
    });
    test("verdict", async (context) => {
      const { sentence, notes, error } = await run.verdict(chosen);
      if (error !== null) throw error;
      for (const line of [sentence, ...notes]) context.diagnostic(line);
    });
    after(async () => {
      const error = await run.end();
      if (error !== null) throw error;
    });
  });
}

function allOf({ groups }: ConformanceRun): Chosen {
  return new Set(groups.flatMap(({ tests }) => tests.map((one) => one.name)));
}

/** Node reports only whether it will run all tests, not which ones. */
function isFiltered(): boolean {
  return process.execArgv.some((word) => /^--test-(name-pattern|skip-pattern|only)\b/.test(word));
}
