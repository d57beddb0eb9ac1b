import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findFault } from "../../reference/faults/index.ts";
import type { ReferenceServer } from "../../reference/server/server.ts";
import type { Ended } from "../cli/command.ts";
import { keysOf, withReference } from "../cli/target.ts";
import { consumer, inConsumer } from "../library/consumer.ts";

const examples = fileURLToPath(new URL("../../examples", import.meta.url));

/** An example that was copied into a consumer's folder, and the server that stands for staging. */
interface Copy {
  readonly folder: string;
  readonly server: ReferenceServer;
  /** Base URLs and keys of that server. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Exit code and what was printed. */
type Result = Pick<Ended, "code"> & { readonly said: string };

async function run(
  name: string,
  faults: readonly string[],
  options: readonly string[],
): Promise<Result> {
  const use = runs[name];
  if (use === undefined) throw new Error(`nothing runs the example ${name}`);
  const deviations = faults.map(findFault).filter((fault) => fault !== undefined);
  expect(deviations).toHaveLength(faults.length);
  return withReference(deviations, async (server) => {
    const { folder, remove } = consumer();
    try {
      cpSync(join(examples, name), folder, { recursive: true });
      const environment = {
        ...keysOf(server),
        ...(onNews.includes(name) ? {} : { AGGREGATOR_BASE_URL: server.aggregatorUrl }),
        NEWS_BASE_URL: server.newsUrl,
      };
      return await use({ folder, server, environment }, ...options);
    } finally {
      remove();
    }
  });
}

/** A script of the example's `package.json`. */
async function npmRun({ folder, environment }: Copy, ...words: readonly string[]): Promise<Result> {
  return inConsumer(folder, "npm", ["run", "--silent", ...words], environment);
}

function expectFiles(folder: string, paths: readonly string[]): void {
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
}

/** How each example is run, by its folder; with options that are handed on, where it takes some. */
const runs: Readonly<
  Record<string, (copy: Copy, ...options: readonly string[]) => Promise<Result>>
> = {
  configuration: async (copy, ...options) =>
    npmRun(
      {
        ...copy,
        environment: {
          ...copy.environment,
          STAGING_GATE: "open",
          CONSOLE_URL: copy.server.consoleUrl,
        },
      },
      "conformance",
      // The file asks for fewer requests per second than a test has time for.
      ...["--", "--rate", "5000", ...options],
    ),
  vitest: (copy, ...options) => npmRun(copy, "test", "--", "--execArgv=--no-opt", ...options),
  "node-test": (copy, ...options) => npmRun(copy, "test", "--", ...options),
  library: async (copy) => {
    const result = await npmRun(copy, "conformance");
    expectFiles(copy.folder, ["conformance-report/report.html"]);
    return result;
  },
  "own-server": (copy, ...options) => npmRun(copy, "conformance", "--", ...options),
};

/** Those that also test a single surface, which takes half the time. */
const onNews = ["vitest", "node-test", "library"];

/** Those whose commands are run in `tests/pipelines/`. */
const pipelines = ["ci"];

const folders = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const names = folders.filter((name) => !pipelines.includes(name));

test("every example is run, and the list of examples names it", () => {
  expect(Object.keys(runs).sort()).toEqual([...names].sort());
  const list = readFileSync(join(examples, "README.md"), "utf8");
  expect(folders.filter((name) => !list.includes(`[\`${name}/\`]`))).toEqual([]);
});

describe("a conforming server passes", () => {
  // The waiver of the configuration covers a failure that there has to be.
  const faults: Readonly<Record<string, readonly string[]>> = {
    configuration: ["three-letter-countries"],
  };
  const options: Readonly<Record<string, readonly string[]>> = {
    // Every requirement, in fewer cells.
    configuration: ["--matrix", "pairwise"],
    "own-server": ["--matrix", "pairwise"],
  };
  test.for(names)("%s", async (name) => {
    const { code, said } = await run(name, faults[name] ?? [], options[name] ?? []);
    expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
    // Vitest shows no more of what passes than their number.
    expect(said).toMatch(
      name === "vitest"
        ? /Tests +\d{4} passed/
        : /conformant: (aggregator|news) http:\/\/127\.0\.0\.1/,
    );
  });
});

describe("a server that does not conform fails, with the card", () => {
  // A part shows it as well, in a fraction of the time.
  const parts: Readonly<Record<string, readonly string[]>> = {
    configuration: ["--only", "ping.*", "plan.*"],
    vitest: ["-t", "news /ping at 2024-01-01"],
    "node-test": ["--test-name-pattern", "news /ping at 2024-01-01"],
  };
  test.for(names.filter((name) => name !== "own-server"))("%s", async (name) => {
    const { code, said } = await run(
      name,
      ["ping-shouts", "three-letter-countries"],
      parts[name] ?? [],
    );
    expect(said).toContain("ping.message-pong");
    expect(said).toContain("curl ");
    expect(code).toBe(1);
  });
});

test("own-server hands options on to the command, whose exit code is its own", async () => {
  const { code, said } = await run("own-server", [], ["--only", "pong.*"]);
  expect(said).toContain("--only pong.* matches nothing");
  expect(code).toBe(2);
});

test("every configuration file names the schema of the package", () => {
  const files = folders.map((name) => join(examples, name, "news-conformance.config.yaml"));
  const [first = "", ...rest] = files.filter(existsSync).map((file) => readFileSync(file, "utf8"));
  expect(rest.length).toBeGreaterThan(1);
  for (const text of [first, ...rest]) {
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/node_modules\/news-conformance\//);
  }
});
