import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfigurationFile } from "../../harness/configuration/file.ts";
import { validateFile } from "../../harness/configuration/validate.ts";
import { known } from "./known.ts";
import { template, usageError } from "./usage.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "configuration-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
const json = "news-conformance.config.json";
const yaml = "news-conformance.config.yaml";

describe("finding the file", () => {
  test("none is fine", () => {
    expect(readConfigurationFile(folder, undefined)).toBeNull();
  });
  test.for([json, yaml, "news-conformance.config.yml"])("%s is found", (name) => {
    write(name, '{"failOn":"should"}');
    expect(readConfigurationFile(folder, undefined)).toEqual({
      name,
      content: { failOn: "should" },
    });
  });
  test("the nearest one above holds, named by its path from the working directory", () => {
    const below = join(folder, "packages", "api");
    mkdirSync(below, { recursive: true });
    write(yaml, "failOn: should");
    expect(readConfigurationFile(below, undefined)).toEqual({
      name: join("..", "..", yaml),
      content: { failOn: "should" },
    });
    write(join("packages", json), "{}");
    expect(readConfigurationFile(below, undefined)?.name).toBe(join("..", json));
    write(join("packages", yaml), "");
    const said = usageError(() => readConfigurationFile(below, undefined));
    expect(said).toContain(join("..", json));
    expect(said).toContain(join("..", yaml));
  });
  test("two are one too many, unless one is named", () => {
    write(json, "{}");
    write(yaml, "failOn: should");
    const said = usageError(() => readConfigurationFile(folder, undefined));
    expect(said).toContain(json);
    expect(said).toContain(yaml);
    expect(readConfigurationFile(folder, yaml)?.content).toEqual({ failOn: "should" });
  });
  test.for<[string, string]>([
    ["absent.json", "there is no such file"],
    [".", "it is a folder"],
  ])("a named file that can't be read: %s", ([name, reason]) => {
    expect(usageError(() => readConfigurationFile(folder, name))).toContain(reason);
  });
  test("bytes that are no text", () => {
    write(json, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(usageError(() => readConfigurationFile(folder, undefined))).toContain("not UTF-8");
  });
});

describe("syntax", () => {
  test.for<[string, string, string]>([
    [json, '{\n  "failOn": must\n}', "line 2, column 13"],
    [json, '{\n  "failOn": "must",\n}', "line 3, column 1"],
    [json, '{"failOn" "must"}', "line 1, column 11"],
    [json, '{"failOn": "must"', "line 1, column 18"],
    [json, "{} {}", "line 1, column 4"],
    [json, "", "line 1, column 1"],
    [yaml, "failOn: must\nfailOn: should\n", "line 2, column 1"],
    [yaml, "network: {rate: 5\n", "line 2, column 1"],
  ])("%s %j", ([name, text, place]) => {
    write(name, text);
    expect(usageError(() => readConfigurationFile(folder, undefined))).toContain(place);
  });
  test("a message never quotes a key that stands in the file", () => {
    for (const name of [json, yaml]) {
      write(name, '{"a": bk_canary1234, "b: "bk_canary1234');
      expect(usageError(() => readConfigurationFile(folder, name))).not.toContain("canary");
    }
  });
  test("YAML that holds only comments is an empty configuration", () => {
    write(yaml, "# nothing yet\n");
    expect(readConfigurationFile(folder, undefined)?.content).toEqual({});
  });
});

describe("unknown members and values", () => {
  const waiver = { requirement: "error.legacy-members", reason: "r", until: "2027-01-31" };
  test.for<[unknown, string, string]>([
    [{ surface: {} }, "c.json: surface ", "surfaces"],
    [{ surfaces: { aggregator: { baseURL: "x" } } }, "surfaces.aggregator.baseURL", "baseUrl"],
    [
      { surfaces: { news: { parameters: { publishers: { lmit: "n" } } } } },
      "surfaces.news.parameters.publishers.lmit",
      "limit",
    ],
    [{ network: { timeout: 5 } }, "network.timeout ", "timeoutMs"],
    [{ failOn: "shoud" }, "failOn", "Did you mean should?"],
    [{ network: { concurrency: 0 } }, "network.concurrency", "must be >= 1"],
    [{ network: { rate: 0 } }, "network.rate", "must be > 0"],
    [{ network: { retries: 1.5 } }, "network.retries", "a whole number"],
    [{ network: { headers: { "api-key": "x" } } }, "network.headers", "varies this header"],
    [{ network: { headers: { "a b": "x" } } }, "network.headers", "not a name"],
    [[], "the top level", "an object"],
    [
      { waivers: [{ ...waiver, requirement: "error.legacy" }] },
      "waivers[0]",
      "error.legacy-members",
    ],
    [{ waivers: [{ ...waiver, surface: "newz" }] }, "waivers[0].surface", "news"],
    [{ waivers: [{ ...waiver, endpoint: "/topic" }] }, "waivers[0].endpoint", "/topics"],
    [{ waivers: [{ ...waiver, version: "2024" }] }, "waivers[0].version", "2024-01-01"],
    [{ waivers: [{ ...waiver, auth: "api_key" }] }, "waivers[0].auth", "api-key"],
    [{ waivers: [{ ...waiver, until: "soon" }] }, "waivers[0].until", "YYYY-MM-DD"],
    [{ waivers: [{ ...waiver, until: "2027-02-30" }] }, "waivers[0].until", "no calendar"],
    [{ waivers: [{ ...waiver, reason: " " }] }, "waivers[0].reason", "must not be empty"],
    [{ waivers: [waiver, { ...waiver, untill: "x" }] }, "waivers[1].untill", "until"],
    [{ waivers: [{ requirement: "x", reason: "r" }] }, "waivers[0].until", "is missing"],
    [{ exclusions: [{ requirement: "auth.x" }] }, "exclusions[0].reason", "is missing"],
    [
      { exclusions: [{ requirement: "auth.mising-key-refused", reason: "r" }] },
      "exclusions[0].requirement",
      "auth.missing-key-refused",
    ],
    [
      { surfaces: { aggregator: { parameters: { search: { page: { "2024-01-02": "p" } } } } } },
      'page["2024-01-02"]',
      "2024-01-01",
    ],
  ])("%j", ([content, place, advice]) => {
    const said = usageError(() => validateFile("c.json", content, known));
    expect(said).toContain(place);
    expect(said).toContain(advice);
  });
});

describe("secrets", () => {
  test.for<[unknown, string]>([
    [{ apiKey: "canary" }, "apiKey"],
    [{ surfaces: { news: { api_key: "canary" } } }, "surfaces.news.api_key"],
    [{ surfaces: { news: { key: "canary" } } }, "surfaces.news.key"],
    [{ network: { token: "canary" } }, "network.token"],
    [{ surfaces: { news: { samples: { query: "bk_canary" } } } }, "samples.query"],
    [{ network: { headers: { "x-gate": "Bearer bk_canary12" } } }, 'headers["x-gate"]'],
    [{ waivers: [{ reason: "bk_canary" }] }, "waivers[0].reason"],
    [{ network: { bk_canary: 1 } }, "network"],
  ])("%j", ([content, place]) => {
    const said = usageError(() => validateFile("c.json", content, known));
    expect(said).toContain(place);
    expect(said).toContain("from the environment only");
    expect(said).not.toContain("canary");
  });
  test("a template in a header of any name is none", () => {
    const content = { network: { headers: { token: template("GATE_TOKEN") } } };
    expect(validateFile("c.json", content, known)).toEqual(content);
  });
});
