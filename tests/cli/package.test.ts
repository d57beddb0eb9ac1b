import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const project = mkdtempSync(join(tmpdir(), "stranger-"));
const installed = join(project, "node_modules", "news-conformance");

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/**
 * A stranger's project with the packed package in it, and with what it depends on, but without what
 * only its development needs. Put together by hand, since tests don't use the network.
 */
beforeAll(() => {
  // The build is there already; other tests are using it.
  const packed = execFileSync(
    "npm",
    ["pack", "--silent", "--ignore-scripts", "--pack-destination", project],
    { cwd: root, encoding: "utf8" },
  );
  mkdirSync(installed, { recursive: true });
  const archive = join(project, packed.trim());
  execFileSync("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"]);
  const lockfile: Lockfile = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const [path, { dev }] of Object.entries(lockfile.packages)) {
    // Nested ones come along with the folder that they are in.
    if (path === "" || dev === true || path.lastIndexOf("node_modules/") > 0) continue;
    if (!existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(project, path)), { recursive: true });
    cpSync(join(root, path), join(project, path), { recursive: true });
  }
});

afterAll(() => rmSync(project, { recursive: true }));

function npx(...words: readonly string[]): string {
  const bin = join(installed, "dist", "cli", "main.js");
  const environment = { PATH: process.env.PATH ?? "" };
  return execFileSync(process.execPath, [bin, ...words], {
    cwd: project,
    encoding: "utf8",
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

test("the packed package certifies the embedded server from a stranger's project", () => {
  expect(npx("run", "--quiet")).toMatch(/^conformant: /);
  const report = JSON.parse(readFileSync(join(project, "conformance-report/report.json"), "utf8"));
  expect(report.verdict).toBe("conformant");
});

test("it writes a configuration whose schema is where the file says", () => {
  npx("init", "--format", "json");
  const file = join(project, "news-conformance.config.json");
  const { $schema } = JSON.parse(readFileSync(file, "utf8"));
  expect(existsSync(join(project, $schema))).toBe(true);
});

test("it prints contracts and the register", () => {
  expect(JSON.parse(npx("openapi", "aggregator", "latest")).openapi).toMatch(/^3\.1/);
  expect(npx("list")).toContain("auth.missing-key-refused");
});

test("it holds no tests, no benchmarks and no sources of the suite", () => {
  for (const absent of ["tests", "bench", "dist/bench", "cli", "suites/auth.ts"]) {
    expect(existsSync(join(installed, absent)), absent).toBe(false);
  }
});
