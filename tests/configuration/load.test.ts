import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Environment } from "../../harness/configuration/environment.ts";
import type { Flags } from "../../harness/configuration/flags.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { template, usageError } from "./usage.ts";
import { folder, keys, load, useFolder } from "./working-directory.ts";

useFolder();

test("with nothing at all, the embedded server and the defaults", () => {
  expect(load({}, {}).configuration).toEqual({
    surfaces: {},
    embedded: true,
    network: {
      concurrency: 8,
      rate: null,
      timeoutMs: 10_000,
      retries: 2,
      patienceMs: 60_000,
      maxDurationMs: 600_000,
      ca: null,
      allowInsecureTls: false,
      headers: {},
      headerSecrets: {},
      useProxy: false,
    },
    matrix: { kind: "full", rotation: null },
    robustness: { seed: 1, runs: 1 },
    failOn: "must",
    allowIncomplete: false,
    only: [],
    skip: [],
    waivers: [],
    exclusions: [],
    outputDirectory: join(folder, "conformance-report"),
  });
});

describe("precedence of base URLs", () => {
  const file = { surfaces: { news: { baseUrl: "https://file.test" } } };
  const environment = { ...keys, NEWS_BASE_URL: "https://environment.test" };
  test.for<[string, Flags, Environment, string]>([
    ["file", {}, keys, "https://file.test"],
    ["environment over file", {}, environment, "https://environment.test"],
    ["an empty variable says nothing", {}, { ...keys, NEWS_BASE_URL: "" }, "https://file.test"],
    ["flag over all", { newsUrl: "https://flag.test" }, environment, "https://flag.test"],
  ])("%s", ([, flags, variables, expected]) => {
    const { configuration } = load(flags, variables, file);
    expect(configuration.surfaces.news?.baseUrl).toBe(expected);
    expect(configuration.surfaces.aggregator).toBeUndefined();
    expect(configuration.embedded).toBe(false);
  });
});

describe("what is judged, for every combination of what may be said", () => {
  const both = [false, true];
  const cases = both.flatMap((reference) =>
    both.flatMap((flag) =>
      both.flatMap((variable) =>
        (["none", "without a URL", "with a URL"] as const).flatMap((file) =>
          both.flatMap((key) =>
            both.map((pipeline) => ({ reference, flag, variable, file, key, pipeline })),
          ),
        ),
      ),
    ),
  );

  function expected({ reference, flag, variable, file, key, pipeline }: (typeof cases)[number]) {
    if (reference) return flag ? "refused" : "the reference server";
    if (flag) return "https://flag.test";
    if (variable) return "https://environment.test";
    if (file === "with a URL") return "https://file.test";
    return file !== "none" || key || pipeline ? "refused" : "the reference server";
  }

  function judged(told: (typeof cases)[number]): string {
    const files = {
      none: null,
      "without a URL": { surfaces: {} },
      "with a URL": { surfaces: { news: { baseUrl: "https://file.test" } } },
    };
    try {
      const { configuration } = load(
        {
          ...(told.reference ? { reference: true } : {}),
          ...(told.flag ? { newsUrl: "https://flag.test" } : {}),
        },
        {
          ...(told.variable ? { NEWS_BASE_URL: "https://environment.test" } : {}),
          ...(told.key ? { AGGREGATOR_API_KEY: "bk_a" } : {}),
          ...(told.pipeline ? { CI: "1" } : {}),
        },
        files[told.file],
        "plan",
      );
      const { embedded, surfaces } = configuration;
      return embedded ? "the reference server" : (surfaces.news?.baseUrl ?? "nothing");
    } catch (error) {
      if (error instanceof UsageError) return "refused";
      throw error;
    }
  }

  test.for(cases)("%o", (told) => {
    expect(judged(told)).toBe(expected(told));
  });
});

describe("precedence of numbers", () => {
  test("flag over file over default", () => {
    const file = { network: { concurrency: 3, rate: 20, retries: 0 }, failOn: "should" };
    const { network, failOn } = load(
      { reference: true, concurrency: 5, failOn: "must" },
      {},
      file,
    ).configuration;
    expect(network).toMatchObject({ concurrency: 5, rate: 20, retries: 0, timeoutMs: 10_000 });
    expect(failOn).toBe("must");
  });
});

test("samples are completed, and the country is in lower case", () => {
  const file = { surfaces: { news: { baseUrl: "https://x.test", samples: { country: "GB" } } } };
  expect(load({}, keys, file).configuration.surfaces.news?.samples).toEqual({
    query: "climate",
    location: "London",
    country: "gb",
    language: "en",
    topic: "TECHNOLOGY",
    domain: null,
  });
});

describe("base URLs", () => {
  test.for<[string, string]>([
    ["https://x.test", "https://x.test"],
    ["https://x.test/", "https://x.test"],
    ["https://x.test/v1/news//", "https://x.test/v1/news"],
  ])("%s", ([given, kept]) => {
    expect(load({ newsUrl: given }, keys).configuration.surfaces.news?.baseUrl).toBe(kept);
  });
  test.for<[string, string]>([
    ["x.test/news", "http:// or https://|not a URL"],
    ["ftp://x.test", "http:// or https://"],
    ["https://x.test?a=1", "query or a fragment"],
    ["https://x.test/#", "query or a fragment"],
    ["http://user:canary@x.test", "network.headers"],
    ["", "not a URL"],
  ])("%s is refused", ([given, reason]) => {
    const said = usageError(() => load({ newsUrl: given }, keys));
    expect(said).toMatch(new RegExp(reason));
    expect(said).toContain("--news-url");
    expect(said).not.toContain("canary");
  });
});

describe("headers", () => {
  const file = { network: { headers: { "x-gate": `v1 ${template("GATE")}` } } };
  const url = { newsUrl: "https://x.test" };
  test("take their values from the environment", () => {
    const { network } = load(url, { ...keys, GATE: "open" }, file).configuration;
    expect(network.headers).toEqual({ "x-gate": "v1 open" });
    expect(network.headerSecrets).toEqual({ "x-gate": ["open"] });
  });
  test("say which variable is missing", () => {
    expect(usageError(() => load(url, keys, file))).toMatch(/x-gate.*GATE/);
    expect(load(url, keys, file, "plan").configuration.network.headers).toHaveProperty("x-gate");
  });
  test.for(["__proto__", "constructor", "hasOwnProperty"])("may be called %s", (name) => {
    const content = JSON.parse(`{"network":{"headers":{"${name}":"v1 \${GATE}"}}}`);
    const { network } = load(url, { ...keys, GATE: "open" }, content).configuration;
    expect(Object.entries(network.headers)).toEqual([[name, "v1 open"]]);
    expect(Object.entries(network.headerSecrets ?? {})).toEqual([[name, ["open"]]]);
  });
  test.for(["toString", "__proto__", "valueOf"])("take no %s from every object", (name) => {
    const content = { network: { headers: { "x-gate": template(name) } } };
    expect(usageError(() => load(url, keys, content))).toContain(
      `variable ${name}, which is not set`,
    );
  });
  test("have each of their secrets once, however often it is sent", () => {
    const content = { network: { headers: { "x-gate": template("GATE").repeat(300) } } };
    const { network } = load(url, { ...keys, GATE: "open" }, content).configuration;
    expect(network.headerSecrets).toEqual({ "x-gate": ["open"] });
  });
  test("can't hold a line break", () => {
    const said = usageError(() => load(url, { ...keys, GATE: "canary\r\nx: y" }, file));
    expect(said).toContain("x-gate");
    expect(said).not.toContain("canary");
  });
});

describe("plain HTTP", () => {
  test.for([
    "http://x.test",
    "http://staging:8080/news",
    "http://10.0.0.1",
    "http://128.0.0.1",
    "http://localhost.test",
    "http://127.0.0.1.test",
    "http://[::2]",
    "http://[::ffff:808:808]",
  ])("to %s is refused with a key", (newsUrl) => {
    const said = usageError(() => load({ newsUrl }, keys));
    expect(said).toContain(`--news-url is ${newsUrl}: anyone between this machine and`);
    expect(said).toContain("--allow-insecure-http");
    const { surfaces } = load({ newsUrl, allowInsecureHttp: true }, keys).configuration;
    expect(surfaces.news?.baseUrl).toBe(newsUrl);
  });
  test.for([
    "http://localhost:1",
    "http://api.localhost",
    "http://127.0.0.1",
    "http://127.255.0.9:80",
    "http://2130706433",
    "http://0x7f.1",
    "http://[::1]:8080",
    "http://[::ffff:127.0.0.1]",
    "http://0.0.0.0:1",
    "https://x.test",
  ])("to %s is not: it is this machine, or no plain HTTP", (newsUrl) => {
    expect(load({ newsUrl }, keys).configuration.surfaces.news).toBeDefined();
  });
  test("is said for each surface, wherever its base URL comes from, and only where it is sent", () => {
    const environment = { ...keys, NEWS_BASE_URL: "http://n.test" };
    const file = { surfaces: { aggregator: { baseUrl: "http://a.test" } } };
    const said = usageError(() => load({}, environment, file));
    expect(said).toContain("surfaces.aggregator.baseUrl is http://a.test");
    expect(said).toContain("NEWS_BASE_URL is http://n.test");
    expect(load({}, environment, file, "plan").configuration.surfaces).toHaveProperty("news");
  });
});

describe("the command of a configuration", () => {
  const url = { newsUrl: "https://x.test" };
  const revoke = { keyEnv: "SPARE", command: "./revoke.sh", environment: ["TOKEN"] };
  const file = { surfaces: { news: { revoke } } };
  const environment = { ...keys, SPARE: "bk_s", TOKEN: "t0ken", OTHER: "x" };
  test("that was found needs permission", () => {
    const said = usageError(() => load(url, environment, file));
    expect(said).toContain(
      "was found rather than named with --config, and surfaces.news.revoke.command would run",
    );
    expect(said).toContain("./revoke.sh");
    expect(said).toContain("--allow-commands");
  });
  test.for<[string, Flags]>([
    ["permission", { allowCommands: true }],
    ["a name", { config: "news-conformance.config.json" }],
  ])("runs with %s, and gets the variables that it names", ([_, flags]) => {
    const loaded = load({ ...url, ...flags }, environment, file);
    expect(loaded.configuration.surfaces.news?.revoke).toEqual({
      keyEnv: "SPARE",
      command: "./revoke.sh",
      environment: { TOKEN: "t0ken" },
      folder,
    });
  });
  test("needs the variables that it names", () => {
    const flags = { ...url, allowCommands: true };
    expect(usageError(() => load(flags, keys, file))).toContain(
      "surfaces.news.revoke.environment needs the environment variable TOKEN",
    );
    expect(load(flags, keys, file, "plan").configuration.surfaces.news?.revoke).toMatchObject({
      environment: {},
    });
  });
  test("is never needed for the reference server", () => {
    expect(load({ reference: true }, keys, file).configuration.embedded).toBe(true);
  });
});

describe("several mistakes are said in one go", () => {
  const mistakes = (...given: Parameters<typeof load>) =>
    usageError(() => load(...given)).split("\n");

  test("of the command line and the file", () => {
    const file = { failOn: "may", surfaces: { news: { baseUrl: "x.test" } } };
    const said = mistakes(
      { only: ["auth", "error.legacy-members"], skip: ["surface:newz"] },
      keys,
      file,
    );
    expect(said).toEqual([
      "4 mistakes:",
      expect.stringContaining("--only auth matches nothing. Did you mean auth.*?"),
      expect.stringContaining("--skip surface:newz matches nothing. Did you mean surface:news?"),
      expect.stringMatching(/line 1, column \d+: failOn is not a valid value/),
      expect.stringMatching(/line 1, column \d+: surfaces\.news\.baseUrl is not a URL/),
    ]);
  });
  test("of base URLs, wherever they come from", () => {
    const environment = { ...keys, NEWS_BASE_URL: "ftp://canary.test" };
    expect(mistakes({ aggregatorUrl: "http://u:canary@x.test" }, environment)).toEqual([
      "2 mistakes:",
      expect.stringContaining("--aggregator-url must not contain a user"),
      expect.stringContaining("NEWS_BASE_URL must begin with http"),
    ]);
  });
  test("of headers, descriptions and keys", () => {
    const headers = { "x-gate": template("GATE"), "x-door": `${template("A")}${template("B")}` };
    const environment = { NEWS_API_KEY: "canary\n1", AGGREGATOR_API_KEY: "canary", A: "a\nb" };
    const flags = {
      newsUrl: "https://x.test",
      openapiAggregator: "openapi.json",
      openapiNews: "ftp://x.test",
    };
    const said = mistakes(flags, environment, { network: { headers } });
    expect(said).toEqual([
      "6 mistakes:",
      expect.stringContaining("--openapi-news must be a file, or a URL"),
      expect.stringContaining("--openapi-aggregator describes a surface that is not tested"),
      expect.stringContaining("network.headers.x-gate needs the environment variable GATE"),
      expect.stringContaining("network.headers.x-door needs the environment variable B"),
      expect.stringContaining("network.headers.x-door contains characters"),
      expect.stringContaining("NEWS_API_KEY contains characters"),
    ]);
    expect(said.join()).not.toContain("canary");
  });
  test("of keys that are missing and keys that are not", () => {
    const file = { surfaces: { news: { revoke: { keyEnv: "NEWS_API_KEY", command: "true" } } } };
    const environment = { NEWS_API_KEY: "canary", NEWS_REVOKED_KEY: "canary" };
    const flags = { newsUrl: "https://x.test", allowCommands: true };
    const said = mistakes(flags, environment, file);
    expect(said).toEqual([
      "2 mistakes:",
      expect.stringContaining("NEWS_API_KEY and NEWS_REVOKED_KEY contain the same key"),
      expect.stringContaining("NEWS_API_KEY is used for two different keys"),
    ]);
  });
});
