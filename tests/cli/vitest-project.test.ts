import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFault } from "../../reference/faults/index.ts";
import { vitestRun } from "../library/consumer.ts";
import { keysOf, withReference } from "./target.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "vitest-project-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the first run has made of the sources serves the others, and halves their time. */
const cache = ["--experimental.fsModuleCache", `--experimental.fsModuleCachePath=${folder}/cache`];

/** `vitest run --project conformance` in the checkout. */
function vitest(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [...vitestRun, "--project", "conformance", ...cache, ...words],
      {
        cwd: root,
        env: { PATH: process.env.PATH ?? "", NO_COLOR: "1", CI: "true", ...environment },
        maxBuffer: 1 << 28,
      },
      (_, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Asks for the reference server on purpose, as a pipeline has to. */
const reference = { NEWS_CONFORMANCE_TARGET: "reference" };

test.for([
  [{}, "no base URL is configured, although this is a pipeline (CI is set)"],
  [{ NEWS_CONFORMANCE_TARGET: "production" }, 'but only "reference" is allowed'],
] as const)("a target that is not named is no green: %j", async ([environment, message]) => {
  const { code, stderr } = await vitest([], environment);
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});

test("a filter takes the name of a cell", async () => {
  const words = ["-t", "news /info/topics at 2024-01-01", "--reporter=json"];
  const { code, stdout } = await vitest(words, reference);
  const { testResults } = JSON.parse(stdout);
  const ran = testResults[0].assertionResults.filter(
    ({ status }: { status: string }) => status !== "skipped" && status !== "pending",
  );
  expect(ran.length).toBeGreaterThan(20);
  for (const { ancestorTitles, title, status } of ran) {
    expect(ancestorTitles).toEqual(["conformance", "news /info/topics at 2024-01-01"]);
    expect(title).toMatch(/^[\w.-]+: news \/info\/topics at 2024-01-01( with [\w-]+)?$/);
    expect(status).toBe("passed");
  }
  expect(code).toBe(0);
});

test("a filter that selects nothing is not green", async () => {
  const { code, stderr } = await vitest(["-t", "news /info/topics at 2042-01-01"], reference);
  expect(stderr).toContain("selects no test, so nothing was judged");
  expect(code).toBe(1);
});

describe("a server with a broken must and a broken should, of which base URLs and keys are known", () => {
  const junit = join(folder, "junit.xml");
  let ended = { code: 0, stdout: "", stderr: "" };
  let ownKey = "";

  beforeAll(async () => {
    const names = ["three-letter-countries", "unknown-key-is-a-bad-request"];
    const faults = names.map(findFault).filter((fault) => fault !== undefined);
    expect(faults).toHaveLength(2);
    await withReference(faults, async (server) => {
      ownKey = server.keys.news.own;
      const reporters = ["--reporter=verbose", "--reporter=junit", `--outputFile.junit=${junit}`];
      ended = await vitest(reporters, {
        ...keysOf(server),
        AGGREGATOR_BASE_URL: server.aggregatorUrl,
        NEWS_BASE_URL: server.newsUrl,
      });
    });
  });

  test("every name of a test stands for one test, also in JUnit", () => {
    const names = [
      ...readFileSync(junit, "utf8").matchAll(/<testcase classname="([^"]*)" name="([^"]*)"/g),
    ].map(([, className, name]) => `${className} ${name}`);
    expect(names.length).toBeGreaterThan(2000);
    expect(new Set(names).size).toBe(names.length);
  });

  test("a failure is its card, whose first line says what, and no source of ours", () => {
    const { stderr } = ended;
    expect(stderr).toMatch(
      /^NonConformance: \/countries\/0\/code: expected an alpha-2 code.*, got string ".*" .*; news GET \/info\/countries at default \(api-key\)$/m,
    );
    expect(stderr).toContain("✘ plan.country-code-alpha2 (must)");
    expect(stderr).toContain("curl ");
    // A line of a stack, or one of a code frame.
    expect(stderr).not.toMatch(/^ ❯ .*:\d+:\d+$/m);
    expect(stderr).not.toMatch(/^ +\d+\| /m);
    expect(stderr + ended.stdout).not.toContain(ownKey);
  });

  test("a broken should is an annotation of its test, which passes", () => {
    expect(ended.stdout).toMatch(
      /✓ .*auth\.refusal-status-401: aggregator \/geolocation.*\n\n +❯ warning\n +↳ warning \(should\): status: expected 401 for .*, got 400/,
    );
    expect(readFileSync(junit, "utf8")).toContain(
      '<property name="warning" value="warning (should): status: expected 401 for ',
    );
  });

  test("what was not judged is skipped with its reason", () => {
    expect(ended.stdout).toMatch(
      /↓ .*auth\.revocation-immediate: .* \[skipped: no revocable key is configured/,
    );
    expect(readFileSync(junit, "utf8")).toContain(
      '<property name="skip" value="skipped: no revocable key is configured',
    );
  });

  test("the last test is the verdict, which says what is broken and what is open", () => {
    const { stderr, stdout, code } = ended;
    expect(stdout).toMatch(/× .*conformance > verdict.*\n +→ non-conformant: /);
    const verdict = stderr.slice(stderr.lastIndexOf("Verdict: non-conformant: "));
    expect(verdict).toContain("6 × must broken: plan.country-code-alpha2");
    expect(verdict).toMatch(/\d+ × skip: /);
    expect(code).toBe(1);
  });
});
