import type { TestProject } from "vitest/node";

/**
 * For `vitest run --project conformance`: a filter that selects no test, such as a `-t` with a typo, must
 * fail. Vitest has no setting for this.
 *
 * @returns a hook for the end of the vitest run
 */
export default function setup({ vitest }: TestProject): () => void {
  return () => {
    const { testNamePattern } = vitest.config;
    if (testNamePattern === undefined || vitest.config.watch) return;
    const tests = vitest.state.getTestModules().flatMap((file) => [...file.children.allTests()]);
    const ran = tests.some((test) => {
      const result = test.result();
      // A test that skipped itself has a reason.
      return result.state !== "skipped" || result.note !== undefined;
    });
    if (ran) return;
    vitest.logger.error(`-t ${testNamePattern.source} selects no test, so nothing was judged.`);
    process.exitCode = 1;
  };
}
