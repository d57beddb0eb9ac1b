import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleContract } from "../../contracts/bundle.ts";
import type { Surface } from "../../contracts/vocabulary.ts";
import { referenceParameters } from "../../reference/description/reference-configuration.ts";

/** Clients that others' generators make of our documents, compiled and run against `serve`. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const ofRoot = createRequire(join(root, "package.json"));
/** The generators are installed apart, with the TypeScript that they need. */
const ofGenerators = createRequire(ofRoot.resolve("client-generators/package.json"));

const folder = mkdtempSync(join(tmpdir(), "clients-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = promisify(execFile);
const node = (...words: readonly string[]) =>
  run(process.execPath, [...words], {
    cwd: folder,
    env: { ...process.env, ...server.environment },
  });

/** The folder of an installed package, also of one that does not export its `package.json`. */
function packageFolder(name: string): string {
  let path = dirname(ofGenerators.resolve(name));
  while (!path.endsWith(name)) path = dirname(path);
  return path;
}

/** What the clients need at run time. */
function install(name: string): void {
  const place = join(folder, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  cpSync(packageFolder(name), place, { recursive: true });
}

const server = {
  process: null as ChildProcess | null,
  environment: {} as Readonly<Record<string, string>>,
};

/** Starts `serve`; it prints what a client needs as shell commands. */
function serve(): Promise<void> {
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), "serve"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env.PATH ?? "" },
  });
  server.process = child;
  return new Promise((resolve, reject) => {
    let said = "";
    child.once("close", () => reject(new Error(`serve ended early: ${said}`)));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (!said.includes("NEWS_REVOKED_KEY=")) return;
      const lines = [...said.matchAll(/^export (\w+)=(\S+)$/gm)];
      server.environment = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
      resolve();
    });
  });
}

/** The document of a version, with the names of the reference server. */
async function writeDocument(surface: Surface, version: string, file: string): Promise<void> {
  const nameOf = (group: string, role: string) => {
    const name = referenceParameters[surface][group]?.[role];
    return typeof name === "object" && name !== null ? name[version] : name;
  };
  const document = await bundleContract(surface, version, { nameOf });
  writeFileSync(join(folder, file), JSON.stringify(document));
}

/** The programs of the documentation. */
const documentation = readFileSync(join(root, "docs/mocks-and-clients.md"), "utf8");
const [withFetch = "", withFunctions = ""] = [
  ...documentation
    .slice(documentation.indexOf("## A typed client"))
    .matchAll(/^```ts\n(.*?)^```$/gms),
].map(([, code = ""]) => code);

const older = `
import createClient from "openapi-fetch";
import type { components, paths } from "./aggregator-2024.d.ts";
import * as generated from "./headlines-2024.ts";

const baseUrl = process.env.AGGREGATOR_BASE_URL ?? "";
const headers = { "api-key": process.env.AGGREGATOR_API_KEY ?? "" };
const client = createClient<paths>({ baseUrl, headers });

// @ts-expect-error without the header, the server would respond with another version
await client.GET("/search", { params: { query: { query: "climate" } } });
// @ts-expect-error nor is another version the one described
await client.GET("/search", { params: { header: { "api-version": "2026-05-25" } } });

const header = { "api-version": "2024-01-01" } as const;
const page = await client.GET("/search", { params: { header, query: { query: "climate", pageSize: 2 } } });
if (page.error) throw new Error(page.error.message);
const articles: components["schemas"]["Article"][] = page.data.articles;
const thumbnail: string | null | undefined = articles[0]?.thumbnail;

generated.defaults.baseUrl = baseUrl;
generated.defaults.headers = headers;
// @ts-expect-error the version is required too
await generated.geolocation("London");
const { status, data } = await generated.geolocation("", "2024-01-01");
console.log(JSON.stringify({
  articles: articles.length,
  thumbnail: thumbnail === null || typeof thumbnail === "string",
  refused: status === 400 && "fields" in data ? data.success : null,
}));
`;

const news = `
import createClient from "openapi-fetch";
import type { paths } from "./news.d.ts";

const client = createClient<paths>({ baseUrl: process.env.NEWS_BASE_URL ?? "" });
const header = { "api-version": "2026-08-01" } as const;
// @ts-expect-error a number of results is a number
await client.GET("/search/publishers", { params: { header, query: { limit: "3" } } });
const refused = await client.GET("/search/publishers", { params: { header } });
// Either envelope is allowed here.
const error = refused.error;
if (error === undefined) throw new Error("no key was sent");
const message: string | undefined = "errors" in error ? error.errors[0]?.message : error.message;

client.use({
  onRequest: ({ request }) => request.headers.set("x-api-key", process.env.NEWS_API_KEY ?? ""),
});
const found = await client.GET("/search/publishers", { params: { header, query: { limit: 3 } } });
const categories: (string | undefined)[] = found.data?.publishers.map(({ category }) => category) ?? [];
const ping = await client.GET("/ping", { params: { header } });
const pong: "pong" | undefined = ping.data?.message;
// The specification names no versions for this one.
const articles = await client.GET("/search/articles", { params: { query: { query: "climate" } } });
console.log(JSON.stringify({
  message: typeof message, publishers: categories.length, pong, articles: articles.response.status,
}));
`;

beforeAll(async () => {
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "@oazapfts/runtime"]) {
    install(name);
  }
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  await Promise.all([
    serve(),
    writeDocument("aggregator", "2026-05-25", "aggregator.json"),
    writeDocument("aggregator", "2024-01-01", "aggregator-2024.json"),
    writeDocument("news", "2026-08-01", "news.json"),
  ]);
  const openapiTypescript = join(packageFolder("openapi-typescript"), "bin/cli.js");
  const oazapfts = join(packageFolder("oazapfts"), "dist/cli.js");
  await Promise.all([
    ...["aggregator", "aggregator-2024", "news"].map((name) =>
      node(openapiTypescript, `${name}.json`, "--output", `${name}.d.ts`),
    ),
    node(oazapfts, "aggregator.json", "headlines.ts"),
    node(oazapfts, "aggregator-2024.json", "headlines-2024.ts"),
  ]);
  write("package.json", '{ "type": "module" }');
  write("with-fetch.ts", withFetch);
  write("with-functions.ts", withFunctions);
  write("older.ts", older);
  write("of-news.ts", news);
});
afterAll(() => {
  server.process?.removeAllListeners("close");
  server.process?.kill();
});

const programs = ["with-fetch", "with-functions", "older", "of-news"];

describe("generated clients", () => {
  test("compile under strict TypeScript", async () => {
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ target: "es2023", lib: ["es2023", "dom", "dom.iterable"], module: "nodenext" },
      ...{ types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
      ...{ rewriteRelativeImportExtensions: true, outDir: "out", skipLibCheck: true },
    };
    const files = programs.map((name) => `${name}.ts`);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const said = await node(tsc, "-p", ".").catch((error: unknown) => error);
    expect(said).toMatchObject({ stdout: "", stderr: "" });
  });

  test.each(["with-fetch", "with-functions"])("get headlines from serve: %s", async (name) => {
    const { stdout } = await node(`out/${name}.js`);
    const lines = stdout.trim().split("\n");
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line).toMatch(/^\S.* https?:\S+$/);
  });

  test("of an older version get that version", async () => {
    const { stdout } = await node("out/older.js");
    expect(JSON.parse(stdout)).toEqual({ articles: 2, thumbnail: true, refused: false });
  });

  test("of the news surface read either error envelope, and use the names of the configuration", async () => {
    const { stdout } = await node("out/of-news.js");
    expect(JSON.parse(stdout)).toEqual({
      message: "string",
      publishers: 3,
      pong: "pong",
      articles: 200,
    });
  });
});
