import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

/**
 * The words with which node runs vitest. Without the optimising compiler, since what is run lives for
 * seconds: a quarter less processor time.
 */
export const vitestRun = ["--no-opt", vitest, "run", "--execArgv=--no-opt"] as const;

/** What one test runner showed of one test. */
export interface ShownTest {
  readonly name: string;
  readonly end: "passed" | "failed" | "skipped";
}

export interface Shown {
  /** Of the process. */
  readonly code: number;
  /** By the name of the outermost describe; the order is that of the runner. */
  readonly suites: ReadonlyMap<string, readonly ShownTest[]>;
  readonly said: string;
}

/**
 * A folder outside of the checkout in which `news-conformance` and `vitest` can be imported, and their
 * commands run, as after `npm install`.
 */
export function consumer(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "consumer-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "news-conformance"));
  symlinkSync(join(root, "node_modules", "vitest"), join(folder, "node_modules", "vitest"));
  const commands = join(folder, "node_modules", ".bin");
  mkdirSync(commands);
  symlinkSync(vitest, join(commands, "vitest"));
  // The compiler leaves the permission to run it to npm.
  const main = join(root, "dist", "cli", "main.js");
  writeFileSync(
    join(commands, "news-conformance"),
    `#!/bin/sh\nexec node --no-opt '${main}' "$@"\n`,
    {
      mode: 0o755,
    },
  );
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** Runs vitest on one file of a folder. */
export async function inVitest(
  folder: string,
  file: string,
  words: readonly string[] = [],
): Promise<Shown> {
  const output = join(folder, `${file}.json`);
  const reporters = ["--reporter=verbose", "--reporter=json", `--outputFile.json=${output}`];
  const { code, said } = await node(folder, [...vitestRun, file, ...reporters, ...words]);
  const suites = new Map<string, ShownTest[]>();
  for (const { ancestorTitles, title, status } of assertionsIn(output)) {
    const suite = ancestorTitles[0] ?? "";
    const end = status === "passed" || status === "failed" ? status : "skipped";
    suites.set(suite, [...(suites.get(suite) ?? []), { name: title, end }]);
  }
  return { code, suites, said };
}

interface Assertion {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: string;
}

function assertionsIn(file: string): readonly Assertion[] {
  const results: { testResults: { assertionResults: Assertion[] }[] } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  return results.testResults.flatMap(({ assertionResults }) => assertionResults);
}

/** Prints every event as a line of JSON. */
const reporter = `export default async function* (source) {
  for await (const { type, data } of source) {
    const { name, nesting, skip, details, message } = data;
    yield JSON.stringify({ type, name, nesting, skip, kind: details?.type, message }) + "\\n";
  }
}`;

interface NodeEvent {
  readonly type: string;
  readonly name?: string;
  readonly nesting?: number;
  readonly skip?: string | boolean;
  readonly kind?: string;
  readonly message?: string;
}

/**
 * Runs the tests of `node:test` in one file of a folder.
 *
 * The file is run by itself, without `node --test`. That starts a second process and reads what it
 * reports in pieces: Node 20 puts them together in the wrong order where one ends within the size of
 * a message and on the byte 0xFF, and then never ends. The more tests there are, the likelier that is.
 */
export async function inNode(folder: string, file: string): Promise<Shown> {
  writeFileSync(join(folder, "reporter.mjs"), reporter);
  const reporters = ["--test-reporter=./reporter.mjs", "--test-reporter-destination=stdout"];
  const { code, said } = await node(folder, [...reporters, file]);
  const suites = new Map<string, ShownTest[]>();
  let tests: ShownTest[] = [];
  for (const line of said.split("\n").filter((one) => one.startsWith("{"))) {
    const { type, name = "", nesting, skip, kind }: NodeEvent = JSON.parse(line);
    if (type === "test:start" && nesting === 0) {
      tests = [];
      suites.set(name, tests);
    }
    if ((type !== "test:pass" && type !== "test:fail") || kind === "suite") continue;
    const skipped = skip !== undefined && skip !== false;
    tests.push({ name, end: skipped ? "skipped" : type === "test:pass" ? "passed" : "failed" });
  }
  return { code, suites, said };
}

function node(folder: string, words: readonly string[]): Promise<{ code: number; said: string }> {
  return inConsumer(folder, process.execPath, words);
}

/** After which a program is stopped: many times what any takes on a busy machine. */
const minutes = 20;

/**
 * Runs a program in a folder of a consumer, without the variables of whoever tests.
 *
 * @param environment beside `PATH` and `NO_COLOR`
 * @throws if the program does not end
 */
export function inConsumer(
  folder: string,
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; said: string }> {
  return new Promise((done, failed) => {
    const env = { PATH: process.env.PATH ?? "", NO_COLOR: "1", ...environment };
    const options = { cwd: folder, env, maxBuffer: 1 << 28, timeout: minutes * 60_000 };
    const child = execFile(program, words, options, (error, stdout, stderr) => {
      const said = stdout + stderr;
      if (error?.killed) {
        const command = [program, ...words].join(" ");
        failed(new Error(`no end after ${minutes} minutes: ${command}\n${said.slice(-2000)}`));
      } else done({ code: child.exitCode ?? -1, said });
    });
  });
}
