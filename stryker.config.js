/**
 * `npm run mutation`: how many changes to the pure parts do their unit tests notice?
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  mutate: [
    "suites/matchers/*.ts",
    "contracts/shape.ts",
    "description/compare-shapes.ts",
    "description/discover-roles.ts",
    "reporters/verdict/verdict.ts",
    "reporters/verdict/waivers.ts",
    "harness/secrets/redaction.ts",
    "harness/redaction/*.ts",
  ],
  thresholds: { high: 98, low: 95, break: 95 },
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutation.config.ts" },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // The compiler's interface, with which Stryker would rewrite it, is not in TypeScript 7; ours
  // refers to nothing outside the project, so that there is nothing to rewrite.
  tsconfigFile: "none",
  incremental: true,
  incrementalFile: ".stryker/incremental.json",
  tempDirName: ".stryker/sandbox",
  ignorePatterns: ["dist", "docs", "bench", "tools", "conformance-report", ".stryker"],
  reporters: ["clear-text", "json"],
  jsonReporter: { fileName: ".stryker/report.json" },
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
};
