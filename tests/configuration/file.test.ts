import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfigurationFile } from "../../harness/configuration/file.ts";
import { validateFile } from "../../harness/configuration/validate.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
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

describe.skipIf(process.platform === "win32")("what is no regular file", () => {
  test.each([
    ["found", undefined],
    ["named", json],
  ])("a device that never ends is refused, %s", (_, name) => {
    symlinkSync("/dev/zero", join(folder, json));
    expect(usageError(() => readConfigurationFile(folder, name))).toContain("not a regular file");
  });

  test("a pipe into which nobody writes is empty", () => {
    execFileSync("mkfifo", [join(folder, json)]);
    expect(usageError(() => readConfigurationFile(folder, undefined))).toContain("invalid JSON");
  });

  test("a pipe is read to its end, however slow it is, and so far only", () => {
    const load = (script: string) => {
      const read = `readConfigurationFile(".", "/dev/stdin")`;
      const file = new URL("../../dist/harness/configuration/file.js", import.meta.url);
      const code = `import { readConfigurationFile } from ${JSON.stringify(file.href)};
        try { console.log(JSON.stringify(${read}.content)); } catch (error) { console.log(error.message); }`;
      const words = ["--input-type=module", "--eval", code];
      const shell = `${script} | "$0" "$@"`;
      return execFileSync("sh", ["-c", shell, process.execPath, ...words]).toString();
    };
    expect(load("(echo failOn:; sleep 0.3; echo ' should')")).toBe('{"failOn":"should"}\n');
    expect(load("cat /dev/zero")).toContain("a pipe that does not end; the limit is 8 MB");
  });
});

test.each([
  ["of a member", { surfaces: { news: { samples: { query: "x".repeat(4_001) } } } }],
  ["of a list", { only: ["x".repeat(4_001)] }],
  ["that is the name of a member", { ["x".repeat(4_001)]: 1 }],
])("a text %s that would make every request large is refused", (_, content) => {
  write(json, JSON.stringify(content));
  const said = usageError(() => readConfigurationFile(folder, undefined));
  expect(said).toContain("a text in it has more than 4000 characters");
});

describe("finding the file", () => {
  test("none is fine", () => {
    expect(readConfigurationFile(folder, undefined)).toBeNull();
  });
  test.for([json, yaml, "news-conformance.config.yml"])("%s is found", (name) => {
    write(name, '{"failOn":"should"}');
    expect(readConfigurationFile(folder, undefined)).toMatchObject({
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
    ["absent.json", "no such file"],
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
    [json, "// why\n{}", "line 1, column 1: invalid JSON, comments are not allowed"],
    [json, "{'failOn': 1}", "line 1, column 2: invalid JSON, strings need double quotes"],
    [json, '{"a": [1, 2}', "line 1, column 12: invalid JSON, expected a comma"],
    [json, '{\n"a": "x\n"}', "line 2, column 6: invalid JSON, the string is not closed"],
    [json, '{"a": 01}', "line 1, column 8: invalid JSON"],
    [json, '{"a": "\\q"}', "line 1, column 7: invalid JSON, the string has an invalid escape"],
    [json, "[1, 2", "line 1, column 6: invalid JSON, expected ]"],
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
  const nine = (name: string, of: string) =>
    `${name}: &${name} [${Array.from({ length: 9 }, () => of).join(", ")}]\n`;
  test.for<[what: string, name: string, text: string, said: string]>([
    [
      "a few aliases for billions of values",
      yaml,
      nine("a", "x") +
        [..."bcdefghijk"].map((one, index) => nine(one, `*${"abcdefghij"[index]}`)).join(""),
      "it has more than 50000 values",
    ],
    ["a list that contains itself", yaml, "waivers: &a [*a]\n", "nested more than 50 levels deep"],
    [
      "an object that contains itself",
      yaml,
      "network: &a\n  b: *a\n",
      "nested more than 50 levels",
    ],
    [
      "two that contain each other twice",
      yaml,
      "network: &a\n  b: [*a, *a, *a]\n  c: *a\n",
      "nested more than 50 levels",
    ],
    [
      "a name of aliases",
      yaml,
      `a: &a ${"x".repeat(500_000)}\n? [${"*a, ".repeat(50_000)}*a]\n: 1\n`,
      "is too large",
    ],
    ["very much text", yaml, `a: ${"x".repeat(2 ** 20)}`, "has more than 1048576 characters"],
    ["very many values", json, JSON.stringify(Array(60_000).fill(1)), "more than 50000 values"],
    ["deep lists", json, "[".repeat(500_000) + "]".repeat(500_000), "nested more than 50 levels"],
    ["deep lists without end", json, "[".repeat(1_000_000), "not valid JSON"],
    [
      "several documents",
      yaml,
      "---\n".repeat(200_000),
      "invalid YAML, expected a single document",
    ],
    ["deep lists in YAML", yaml, "[".repeat(1_000_000), "invalid YAML"],
  ])("%s is refused at once", ([_what, name, text, said]) => {
    write(name, text);
    const begun = performance.now();
    const message = usageError(() => readConfigurationFile(folder, name));
    expect(message).toContain(name);
    expect(message).toContain(said);
    // It takes milliseconds; what it stands for takes longer than anybody waits.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
  test("YAML that holds only comments is an empty configuration", () => {
    write(yaml, "# nothing yet\n");
    expect(readConfigurationFile(folder, undefined)?.content).toEqual({});
  });
});

describe("network.headers", () => {
  const mistakeIn = (headers: Record<string, string>) => {
    try {
      validateFile({ name: "c.json", content: { network: { headers } } }, known);
      return "";
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return `${error.message} ${error.hint}`;
    }
  };
  test.for([
    ["authorization", "Basic dXNlcjpjYW5hcnk="],
    ["Authorization", "Bearer canary"],
    ["x-staging-gate", "canary-sesame"],
    ["x-gateway-token", "canary"],
    ["CF-Access-Client-Secret", "canary"],
    ["cookie", "session=canary"],
    ["x-route", "canary0123456789abcdef"],
    ["x-route", "via Bearer canary"],
    ["x-route", "Bearer canary"],
    ["authorization", `Bearer canary0123456789abcdef${template("X")}`],
  ])("%s: a literal secret is refused, with the way to write it", ([header = "", value = ""]) => {
    const said = mistakeIn({ [header]: value });
    expect(said).toContain(`c.json: network.headers`);
    expect(said).toContain(`"${header}": "\${${header.toUpperCase().replaceAll("-", "_")}}"`);
    expect(said).not.toContain("canary");
  });
  test.for([
    ["x-staging-gate", template("GATE")],
    ["authorization", `Bearer ${template("TOKEN")}`],
    ["authorization", `Basic ${template("USER_AND_PASSWORD")}`],
    ["cookie", `session=${template("SESSION")}; path=/`],
    ["accept-language", "en-GB, en;q=0.8"],
    ["x-tenant", "staging"],
    ["x-environment", "staging-eu-1"],
    ["user-agent", "our-pipeline/1.2 (nightly)"],
    ["x-request-purpose", "conformance tests of 2026"],
    ["x-no-auth", ""],
  ])("%s: %s is no secret", ([header = "", value = ""]) => {
    expect(mistakeIn({ [header]: value })).toBe("");
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
    [
      { network: { headers: { "Transfer-Encoding": "chunked" } } },
      "network.headers",
      "belongs to the connection",
    ],
    [{ network: { headers: { "a b": "x" } } }, "network.headers", "not a valid name"],
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
    [{ waivers: [{ ...waiver, until: "2027-02-30" }] }, "waivers[0].until", "is not a date"],
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
    const said = usageError(() => validateFile({ name: "c.json", content }, known));
    expect(said).toContain(place);
    expect(said).toContain(advice);
  });
});

describe("several mistakes", () => {
  /** Every rule at once: the schema's, the register's, the calendar's, those of URLs and of secrets. */
  const content = {
    surfaces: {
      news: { baseURL: "https://x.test", openapi: "ftp://x.test", samples: { country: "GBR" } },
      aggregator: {
        baseUrl: "x.test",
        parameters: { search: { page: { "2024-01-02": "p" }, pagesize: "s" } },
      },
    },
    network: { rate: 0, retries: "two", headers: { "api-key": "x", "x-gate": "bk_canary12" } },
    failOn: "shoud",
    waivers: [
      { requirement: "error.legacy", endpoint: "/topic", reason: " ", until: "2027-02-30" },
      { requirement: 5, version: "2024", until: "soon" },
    ],
    exclusions: {},
  };
  const expected = [
    "surfaces.news.baseURL is not a member of the configuration. Did you mean baseUrl?",
    "surfaces.news.openapi must be a file, or a URL",
    "surfaces.news.samples.country must be a two-letter country code",
    "surfaces.aggregator.baseUrl is not a URL",
    'surfaces.aggregator.parameters.search.page["2024-01-02"]: unknown version "2024-01-02". Did',
    "surfaces.aggregator.parameters.search.pagesize is not a member of the configuration. Did you mean pageSize?",
    "network.rate must be > 0",
    "network.retries must be a whole number",
    'network.headers["api-key"]: the suite itself varies this header. network.headers is for',
    'network.headers["x-gate"] looks like an API key. Keys come from the environment only',
    "failOn is not a valid value. Did you mean should?",
    'waivers[0].requirement: unknown requirement "error.legacy". Did you mean error.legacy-members?',
    'waivers[0].endpoint: unknown endpoint "/topic". Did you mean /topics?',
    "waivers[0].reason must not be empty",
    "waivers[0].until: 2027-02-30 is not a date",
    "waivers[1].requirement must be a string",
    'waivers[1].version: unknown version "2024". Did you mean 2024-01-01?',
    "waivers[1].reason is missing",
    "waivers[1].until must be a date, YYYY-MM-DD",
    "exclusions must be a list",
  ];

  test("are said in one go, each on its line, in the order of the file", () => {
    write(json, JSON.stringify(content, null, 2));
    const file = readConfigurationFile(folder, undefined);
    const [first, ...lines] = usageError(() => file && validateFile(file, known)).split("\n");
    expect(first).toBe(`${expected.length} mistakes:`);
    expect(lines).toHaveLength(expected.length);
    const written = JSON.stringify(content, null, 2).split("\n");
    const inOrder = lines.map((line) => Number(/, line (\d+), column \d+: /.exec(line)?.[1]));
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
    for (const said of expected) {
      const line = lines.find((one) => one.includes(`: ${said}`));
      expect(line, `${said} in ${lines.join("\n")}`).toBeDefined();
      const [, number] = /^ {2}news-conformance\.config\.json, line (\d+), /.exec(line ?? "") ?? [];
      const member = /(\w[\w-]*)"?\]?(?=[ :])/.exec(said)?.[1] ?? "";
      // What is missing is where it belongs.
      if (!said.endsWith("is missing"))
        expect(written[Number(number) - 1]).toContain(`"${member}"`);
    }
    expect(lines.join()).not.toContain("canary");
  });
  test("of YAML have no line, since their reader tells none", () => {
    write(yaml, "network: { rate: 0 }\nfailOn: may\n");
    const file = readConfigurationFile(folder, undefined);
    expect(usageError(() => file && validateFile(file, known)).split("\n")).toEqual([
      "2 mistakes:",
      `  ${yaml}: network.rate must be > 0`,
      `  ${yaml}: failOn is not a valid value. Valid names: must, should.`,
    ]);
  });
  test.each([null, 3, [], { a: 1 }])("name the valid words for %j", (failOn) => {
    expect(usageError(() => validateFile({ name: yaml, content: { failOn } }, known))).toBe(
      `${yaml}: failOn is not a valid value\nValid names: must, should.`,
    );
  });
  test("are bounded", () => {
    const waivers = Array.from({ length: 50 }, () => ({ requirement: "x", reason: "", until: "" }));
    const said = usageError(() => validateFile({ name: "c.json", content: { waivers } }, known));
    const lines = said.split("\n");
    expect(lines[0]).toBe("150 mistakes:");
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe("  and 130 more");
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
    [{ bk_canary: { rate: 1 } }, "[redacted]"],
    [{ surfaces: { news: { parameters: { bk_canary: { bk_canary: 5 } } } } }, "parameters"],
    [{ exclusions: [{ requirement: "bk_canary", reason: "bk_canary" }] }, "exclusions[0].reason"],
    [{ waivers: [{ version: "bk_canary", until: "bk_canary" }] }, "waivers[0].until"],
    [{ failOn: "bk_canary" }, "failOn"],
    [{ network: { headers: { "bk_canary x": "" } } }, "network.headers"],
  ])("%j", ([content, place]) => {
    const said = usageError(() => validateFile({ name: "c.json", content }, known));
    expect(said).toContain(place);
    expect(said).toContain("from the environment only");
    expect(said).not.toContain("canary");
  });
  test("a template in a header of any name is not a key", () => {
    const content = { network: { headers: { token: template("GATE_TOKEN") } } };
    expect(validateFile({ name: "c.json", content }, known)).toEqual(content);
  });
});
