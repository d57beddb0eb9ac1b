import { afterAll, describe, type RunnerTestSuite, type TestContext, test } from "vitest";
import type { Cell, Level, Status } from "../contracts/vocabulary.ts";
import type { Chosen, ConformanceRun, EndedTest } from "./test-runner/conformance-run.ts";
import { type ConformanceSuiteOptions, conformanceRunOf } from "./test-runner/suite-options.ts";

export type { CertifyKeys, CertifyOptions } from "./certification/options.ts";
export type { ConformanceSuiteOptions };

declare module "vitest" {
  interface TaskMeta {
    /** The result of a test of `conformanceSuite`, for reporters; absent if it was not part of the run. */
    conformance?: Cell & {
      readonly requirement: string;
      readonly level: Level;
      readonly status: Status;
      readonly message: string;
    };
  }
}

/**
 * The checks of a run as tests of vitest: a `describe` for each endpoint and version, a test for each
 * requirement, and as the last one the verdict, which fails where the command exits with 1 or 3. Call it
 * where tests are defined. Nothing is sent before the first of them runs, and then only the requests of
 * the tests that vitest's filters select.
 *
 * @throws UsageError if the options are wrong or a key is missing
 */
export function conformanceSuite(options: ConformanceSuiteOptions = {}): void {
  defineTests(conformanceRunOf(options));
}

/** Requests have their own timeouts, and repeating a test does not change its outcome. */
const testOptions = { timeout: 0, retry: 0 };

/** Defines the tests of a run where it is called. */
export function defineTests(run: ConformanceRun): void {
  describe("conformance", testOptions, () => {
    for (const { name, tests } of run.groups) {
      describe(name, () => {
        for (const one of tests) {
          test(one.name, async (context) => {
            await show(await run.run(one, () => chosenIn(context.task.suite?.suite)), context);
          });
        }
      });
    }
    test("verdict", async (context) => {
      const { sentence, notes, error } = await run.verdict(() => chosenIn(context.task.suite));
      if (error !== null) throw error;
      // Counts as an assertion, for projects in which a test without one fails.
      context.expect(error).toBeNull();
      for (const line of [sentence, ...notes]) await context.annotate(line);
    });
    afterAll(async () => {
      const error = await run.end();
      if (error !== null) throw error;
    }, 0);
  });
}

async function show({ end, result }: EndedTest, context: TestContext): Promise<void> {
  const { annotate, expect, skip, task } = context;
  if (result !== null) {
    const { requirement, surface, endpoint, version, auth, level, status, message } = result;
    task.meta.conformance = {
      requirement,
      surface,
      endpoint,
      version,
      auth,
      level,
      status,
      message,
    };
  }
  if (end.kind === "failed") throw end.error;
  if (end.kind === "skipped") {
    // JUnit reports contain the annotations of a skipped test, but not the reason.
    if (result !== null) await annotate(end.card ?? end.reason, result.status);
    return skip(end.reason);
  }
  // Counts as an assertion, for projects in which a test without one fails.
  expect(end.kind).toBe("passed");
  if (end.warning !== null) await annotate(end.warning, "warning");
}

/** The tests that vitest's filters select: their modes are known when the first one runs. */
function chosenIn(suite: RunnerTestSuite | undefined): Chosen {
  const chosen = new Set<string>();
  for (const group of suite?.tasks ?? []) {
    if (group.type !== "suite") continue;
    for (const { name, mode } of group.tasks) {
      if (mode === "run" || mode === "queued") chosen.add(name);
    }
  }
  return chosen;
}
