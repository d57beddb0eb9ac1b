import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFault } from "../../reference/faults/index.ts";
import type { ReferenceServer } from "../../reference/server/server.ts";
import { vitestRun } from "../library/consumer.ts";
import { foreignNames } from "./foreign-names.ts";
import { installPackage } from "./install-package.ts";
import { keysIn, surfacesOf, withReference } from "./target.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** A consumer's project with the packed package in it, and with what it depends on. */
const { project, folder: installed, archive, said: saidByNpm, remove } = installPackage();

afterAll(remove);

/** The command as npm has linked it. */
function npx(...words: readonly string[]): string {
  const environment = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  return execFileSync(join(project, "node_modules", ".bin", "news-conformance"), words, {
    cwd: project,
    encoding: "utf8",
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

test("npm installs it for this Node, and nothing besides what the lockfile has", () => {
  expect(saidByNpm.trim()).toMatch(/^added 1 package in \S+$/);
});

test("the packed package certifies the embedded server from a consumer's project", () => {
  expect(npx("run", "--reference", "--quiet", "--matrix", "smoke")).toMatch(
    /^conformant: the built-in reference server; /m,
  );
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

describe("what it exports", () => {
  /** Every target of every entry, whatever the conditions. */
  function targets(entry: unknown): readonly string[] {
    if (typeof entry === "string") return [entry];
    return typeof entry === "object" && entry !== null ? Object.values(entry).flatMap(targets) : [];
  }
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const entries = Object.entries(manifest.exports).filter(([name]) => !name.includes("*"));

  test.for(entries)("%s is there and resolves", ([name, entry]) => {
    expect(targets(entry)).not.toEqual([]);
    for (const target of targets(entry))
      expect(existsSync(join(installed, target)), target).toBe(true);
    const specifier = join("news-conformance", name);
    const code = `process.stdout.write(import.meta.resolve(${JSON.stringify(specifier)}))`;
    const words = ["--input-type=module", "--eval", code];
    const url = execFileSync(process.execPath, words, { cwd: project, encoding: "utf8" });
    expect(existsSync(fileURLToPath(url)), url).toBe(true);
    if (!url.endsWith(".json")) return;
    expect(createRequire(join(project, "x.js"))(specifier)).toBeTypeOf("object");
  });

  test("every schema that the command lists is there, as the command prints it", () => {
    const { schemas } = JSON.parse(npx("schemas", "--format", "json"));
    expect(schemas.length).toBeGreaterThan(20);
    const required = createRequire(join(project, "x.js"));
    for (const { module, id } of schemas) expect(required(module)).toMatchObject({ $id: id });
    const { name, module } = schemas[0];
    expect(JSON.parse(npx("schemas", name))).toEqual(required(module));
  });

  test("the command is there, and so are licence, documents and where to turn to", () => {
    for (const file of [...targets(manifest.bin), "LICENSE", "README.md", "docs/library.md"]) {
      expect(existsSync(join(installed, file)), file).toBe(true);
    }
    expect(readFileSync(join(installed, "LICENSE"), "utf8")).toContain(
      `${manifest.license} License`,
    );
    expect(manifest).toMatchObject({
      repository: { url: expect.stringMatching(/^git\+https:/) },
      bugs: { url: expect.stringMatching(/^https:/) },
      publishConfig: { provenance: true },
    });
    // They would only hold in a checkout.
    expect(manifest).not.toHaveProperty("overrides");
  });

  test("vitest is an optional peer, in the form that every npm can install", () => {
    // npm 8 to 10, which Node 20 and 22 bring along, crash on any range of vitest 4 among the peers
    // ("Cannot read properties of null"). pnpm and Yarn take the entry alone for a peer of any version.
    expect(manifest.peerDependenciesMeta).toEqual({ vitest: { optional: true } });
    expect(manifest).not.toHaveProperty("peerDependencies");
  });

  test("a CommonJS consumer gets the library too", () => {
    const code = 'process.stdout.write(typeof require("news-conformance").certify)';
    const words = ["--no-warnings", "--input-type=commonjs", "--eval", code];
    expect(execFileSync(process.execPath, words, { cwd: project, encoding: "utf8" })).toBe(
      "function",
    );
  });
});

test("it holds no tests, no benchmarks and no sources of the suite", () => {
  for (const absent of [
    "tests",
    "bench",
    "dist/bench",
    "dist/tools",
    "cli",
    "suites/checks/auth.ts",
  ]) {
    expect(existsSync(join(installed, absent)), absent).toBe(false);
  }
});

describe("it is fit to be published", () => {
  const { buffer } = Uint8Array.from(readFileSync(archive));

  test("publint finds nothing, not even a suggestion", async () => {
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(pkg.name).toBe("news-conformance");
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test("its types are right for every resolution that can import ES modules", async () => {
    const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(buffer)));
    if (checked.types === false) throw new Error("there are no types");
    expect(Object.keys(checked.entrypoints)).toEqual(
      expect.arrayContaining([".", "./vitest", "./node-test"]),
    );
    // The package has ES modules only: releases of Node before `exports` do not find it, and "require" gets
    // an ES module. Node 20.19 and newer can load both ("a CommonJS consumer gets the library too").
    const isOfEsModules = ({ kind, ...problem }: (typeof checked.problems)[number]): boolean =>
      "resolutionKind" in problem &&
      ((kind === "NoResolution" && problem.resolutionKind === "node10") ||
        (kind === "CJSResolvesToESM" && problem.resolutionKind === "node16-cjs"));
    expect(checked.problems.filter((problem) => !isOfEsModules(problem))).toEqual([]);
  });
});

describe("the library, in the tests of a consumer's server", () => {
  /** The examples of the documentation, which therefore run. */
  const examplesIn = (document: string): readonly string[] =>
    [...readFileSync(join(root, "docs", document), "utf8").matchAll(/```ts\n(.*?)```/gs)].map(
      ([, code = ""]) => code,
    );
  const [withVitest = "", withNode = ""] = examplesIn("library.md");
  const [suite = "", suiteWithHooks = "", suiteOfNode = ""] = examplesIn("test-runners.md");

  beforeAll(() => {
    // What the consumer has installed besides.
    for (const name of ["vitest", "@types/node"]) {
      mkdirSync(dirname(join(project, "node_modules", name)), { recursive: true });
      symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
    }
    writeFileSync(
      join(project, "server.d.ts"),
      `import type { CertifyKeys, CertifyOptions } from "news-conformance";
      export function startServer(): Promise<{
        surfaces: NonNullable<CertifyOptions["surfaces"]>;
        keys: CertifyKeys;
        baseUrl: string;
        key: string;
        close(): Promise<void>;
      }>;`,
    );
    writeFileSync(join(project, "vitest.test.ts"), withVitest);
    writeFileSync(join(project, "node.test.ts"), withNode);
    writeFileSync(join(project, "node.test.mjs"), withNode);
    writeFileSync(join(project, "suite.test.ts"), suite);
    writeFileSync(join(project, "suite-with-hooks.test.ts"), suiteWithHooks);
    writeFileSync(join(project, "suite-of-node.test.ts"), suiteOfNode);
    writeFileSync(join(project, "suite-of-node.test.mjs"), suiteOfNode);
  });

  /** The consumer's server is a reference server of this process. */
  function own(server: ReferenceServer): void {
    const members = JSON.stringify({
      surfaces: surfacesOf(server),
      keys: keysIn(server),
      baseUrl: server.newsUrl,
      key: server.keys.news.own,
    });
    writeFileSync(
      join(project, "server.js"),
      `export const startServer = async () => ({ ...${members}, close: async () => {} });`,
    );
  }

  function node(words: readonly string[]): Promise<{ code: number; said: string }> {
    return new Promise((done) => {
      const env = { PATH: process.env.PATH ?? "", NO_COLOR: "1" };
      // The runner of Node names every test, thousands of them.
      const options = { cwd: project, env, maxBuffer: 16 * 1024 * 1024 };
      const child = execFile(process.execPath, words, options, (_, stdout, stderr) =>
        done({ code: child.exitCode ?? -1, said: stdout + stderr }),
      );
    });
  }
  const vitest = [...vitestRun, "--reporter=tap-flat"];
  const nodeTest = ["--test", "--test-reporter=tap"];
  // The part that the fault below breaks; all of it runs in tests/library/test-runners.test.ts.
  const part = "news /info/countries at default|verdict";
  const partInVitest = [...vitest, "-t", part];
  const partInNode = [...nodeTest, "--test-name-pattern", part];
  const examples = [
    ["certify in vitest", [...vitest, "vitest.test.ts"]],
    ["certify in node:test", [...nodeTest, "node.test.mjs"]],
    ["the suite in vitest", [...partInVitest, "suite.test.ts"]],
    ["the suite in vitest, with hooks", [...partInVitest, "suite-with-hooks.test.ts"]],
    ["the suite in node:test", [...partInNode, "suite-of-node.test.mjs"]],
  ] as const;

  // The parameters have names that only its own description tells.
  test.for(examples)("%s: a conforming server is green", async ([, words]) => {
    await withReference(foreignNames, async (server) => {
      own(server);
      const before = readdirSync(project);
      const { code, said } = await node(words);
      expect(said).toMatch(/^ *ok \d+ - .*(verdict|the server keeps to the specification)/m);
      expect(said).not.toMatch(/^ *not ok /m);
      expect(code).toBe(0);
      expect(readdirSync(project)).toEqual(before);
    });
  });

  test.for(examples)("%s: the card shows what is wrong", async ([, words]) => {
    const fault = findFault("three-letter-countries");
    expect(fault).toBeDefined();
    await withReference(fault === undefined ? [] : [fault], async (server) => {
      own(server);
      const { code, said } = await node(words);
      expect(said).toMatch(/^ *not ok \d+ - .*(verdict|the server keeps to the specification)/m);
      expect(said).toContain("non-conformant: ");
      expect(said).toContain("plan.country-code-alpha2 (must");
      expect(said).toContain("curl ");
      expect(said).not.toContain(server.keys.news.own);
      expect(code).toBe(1);
    });
  });

  test.for([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])(
    "has types that stand by themselves (module %s, resolution %s)",
    async ([module, moduleResolution]) => {
      writeFileSync(
        join(project, "script.ts"),
        `import { certify, renderText, type Report, UsageError } from "news-conformance";
      const report: Report = await certify({ target: "reference", only: ["ping.*"], signal: AbortSignal.timeout(9) });
      const verdict: "conformant" | "non-conformant" | "incomplete" = report.verdict;
      // @ts-expect-error there is no such verdict, so that the type is not any
      const wrong: "fine" = report.verdict;
      // @ts-expect-error nor such an option
      await certify({ surfacse: {} });
      const hint: string | null = new UsageError("").hint;
      export const all = [verdict, wrong, hint, renderText(report), report.results[0]?.findings];`,
      );
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        target: "es2022",
        module,
        moduleResolution,
        types: ["node"],
        skipLibCheck: false,
      };
      // Vitest's own declarations are not ours to check, nor are a file's that needs them.
      const files = ["script.ts", "node.test.ts", "suite-of-node.test.ts", "server.d.ts"];
      const tsconfig = JSON.stringify({ compilerOptions, files });
      writeFileSync(join(project, "tsconfig.json"), tsconfig);
      expect(await node([join(root, "node_modules/typescript/bin/tsc"), "-p", "."])).toEqual({
        code: 0,
        said: "",
      });
    },
  );
});
