import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import LongestFirst from "./tests/longest-first.ts";

/** It imports JSON as bundlers do, not as Node, so Vite has to load it. */
const workflowParser = "@actions/workflow-parser";

/** Its source maps name files that it does not contain, of which Vite warns. */
const withoutSourceMaps: Plugin = {
  name: "without-source-maps",
  enforce: "pre",
  load(id) {
    if (!id.includes(workflowParser) || !id.endsWith(".js")) return null;
    return readFileSync(id, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");
  },
};

const root = import.meta.dirname;

/** As in `cli/engine-flags.ts`, for the version of Node that the machines have: a sixth less time of the processor. */
const optimizeLater = process.versions.node.startsWith("20.") ? ["--interrupt-budget=400000"] : [];

/**
 * Tests import the modules as they are shipped, which `tests/build.ts` compiles first: Node runs them as they are,
 * where Vite would rewrite each import into a look-up.
 */
const compiledModules: Plugin = {
  name: "compiled-modules",
  enforce: "pre",
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith(".")) return null;
    const module = relative(root, resolve(dirname(importer), source));
    if (!/^(?!tests\b|\.\.).*\.tsx?$/.test(module)) return null;
    const compiled = join(root, "dist", module.replace(/\.tsx?$/, ".js"));
    return existsSync(compiled) ? { id: compiled, external: true } : null;
  },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // The suite's own tests.
        plugins: [withoutSourceMaps, compiledModules],
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts"],
          globalSetup: ["tests/build.ts", "tests/reporters/formats/html/browser-setup.ts"],
          // Vitest takes a worker less than there are cores.
          maxWorkers: "100%",
          // No test changes a module, so that what one has loaded and compiled serves the next.
          isolate: false,
          server: {
            deps: { inline: [workflowParser], external: [/^(?!.*\/node_modules\/).*\/dist\//] },
          },
          // Servers and their judges make many short-lived objects: fewer collections take a tenth less time, and each
          // is faster in the thread that waits for it, since every core has a worker.
          execArgv: [
            "--min-semi-space-size=128",
            "--max-semi-space-size=128",
            "--single-threaded-gc",
            ...optimizeLater,
          ],
          // Against hanging: no test depends on how fast the machine is.
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
          // Whoever has a target of their own in the environment, or a pipeline, tests the suite all the same.
          env: {
            CI: "",
            NEWS_CONFORMANCE_TARGET: "",
            AGGREGATOR_BASE_URL: "",
            NEWS_BASE_URL: "",
            AGGREGATOR_API_KEY: "",
            NEWS_API_KEY: "",
            AGGREGATOR_REVOKED_KEY: "",
            NEWS_REVOKED_KEY: "",
          },
        },
      },
      {
        // Every hostile server, at once and late: `npm run hostile`. Takes half an hour.
        test: {
          name: "hostile",
          include: ["tests/hostile/all.ts"],
          globalSetup: ["tests/build.ts"],
          testTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Fuzzes the parsers of untrusted input: `npm run fuzz`, for a minute.
        test: {
          name: "fuzz",
          include: ["tests/fuzz/all.ts"],
          maxWorkers: 1,
          testTimeout: 3_600_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // The suite itself, against the target that the configuration names or the embedded server:
        // what `news-conformance run` does, with vitest's own reporters and filters.
        test: {
          name: "conformance",
          include: ["library/*.test.ts"],
          globalSetup: ["library/refuse-empty-selection.ts"],
          pool: "threads",
          maxWorkers: 1,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
