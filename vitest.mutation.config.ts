import { defineConfig } from "vitest/config";

/** The tests that `npm run mutation` judges: those of the pure parts whose code Stryker changes. */
export default defineConfig({
  test: {
    // Stryker ends what does not end; a test itself may take its time on a busy machine.
    testTimeout: 60_000,
    include: [
      "tests/suites/matchers/*.test.ts",
      "tests/suites/matchers.test.ts",
      "tests/suites/{smoke,version-default,judge}.test.ts",
      "tests/contracts/shape.test.ts",
      "tests/description/{compare-shapes,discover-roles}.test.ts",
      "tests/reporters/{baseline,verdict,waivers}.test.ts",
      "tests/harness/redaction.test.ts",
      "tests/harness/redaction/*.test.ts",
    ],
  },
});
