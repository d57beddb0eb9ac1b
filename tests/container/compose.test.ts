import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseYaml } from "../../contracts/yaml.ts";
import { reportIn } from "../cli/verify/folder.ts";
import { version } from "../pipelines/registry.ts";
import { type Host, run, type Service, startHealthy, stop, withDefaults } from "./compose.ts";
import { root, wordsOf } from "./image.ts";

const example = join(root, "examples/own-server");
const file = join(example, "compose.yaml");
const { services }: { readonly services: Readonly<Record<string, Service>> } = JSON.parse(
  JSON.stringify(parseYaml(readFileSync(file, "utf8"))),
);
const serviceOf = (name: string): Service => {
  const service = services[name];
  if (service === undefined) throw new Error(`there is no service ${name}`);
  return service;
};
const ofExample = readFileSync(join(example, "Dockerfile"), "utf8");
const ofImage = readFileSync(join(root, "Dockerfile"), "utf8");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "compose-"));
  cpSync(example, folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The image of the suite, with what is built in the place of what would be in it. */
const suite = (addresses: Host["addresses"]): Host => ({
  start: wordsOf(ofImage, "ENTRYPOINT").map((word) => word.replace("/opt/news-conformance", root)),
  folder,
  addresses,
});

test("the file is valid, and dclint finds nothing in it", () => {
  const rules = { "require-quotes-in-ports": [2, { quoteType: "double" }] as const };
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
  const results: readonly { readonly messages: readonly { readonly message: string }[] }[] =
    linter.lintFiles([file], false);
  expect(results).toHaveLength(1);
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
});

test("the suite is the released image, and nobody runs as root", () => {
  for (const name of ["conformance", "mock"]) {
    const image = `ghcr.io/news-conformance/news-conformance:${version}`;
    expect(serviceOf(name).image).toBe(image);
  }
  expect(withDefaults(serviceOf("conformance").user ?? "")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
});

test("the implementer's server starts, is healthy, and conforms", async () => {
  const [server, conformance] = [serviceOf("server"), serviceOf("conformance")];
  const { child, host } = await startHealthy(server, 1, (port) => ({
    start: wordsOf(ofExample, "CMD"),
    folder,
    addresses: [
      ["server:8080", `127.0.0.1:${port}`],
      ["8080", `${port}`],
    ],
  }));
  try {
    expect(conformance.depends_on).toEqual({ server: { condition: "service_healthy" } });
    expect(conformance.volumes).toEqual([".:/work"]);
    const words = [...(conformance.command ?? []), "--matrix", "smoke"];
    const { code, said } = await run({ ...conformance, command: words }, suite(host.addresses));
    expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
    expect(reportIn(join(folder, "conformance-report")).verdict).toBe("conformant");
  } finally {
    expect(await stop(child)).toBe(0);
  }
});

test("the mock starts, is healthy, and accepts the keys of the file", async () => {
  const mock = serviceOf("mock");
  const { child, port } = await startHealthy(mock, 3, (own) => suite([["4010", `${own}`]]));
  try {
    const published = mock.ports?.map((one) => one.split(":").slice(1)) ?? [];
    expect(published).toEqual([
      ["4010", "4010"],
      ["4011", "4011"],
    ]);
    const ask = async (at: number, path: string, key = "") => {
      const headers = { "api-key": withDefaults(key) };
      return (await fetch(`http://127.0.0.1:${at}${path}`, { headers })).status;
    };
    const { AGGREGATOR_API_KEY, NEWS_API_KEY } = mock.environment;
    expect(await ask(port, "/topics", AGGREGATOR_API_KEY)).toBe(200);
    expect(await ask(port + 1, "/info/topics", NEWS_API_KEY)).toBe(200);
    expect(await ask(port + 1, "/info/topics", "bk_another")).toBe(401);
  } finally {
    expect(await stop(child)).toBe(0);
  }
});
