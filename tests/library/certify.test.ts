import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type CertifyOptions,
  type CertifyProgress,
  certify,
  failureText,
  ReportWriteError,
  renderText,
  UsageError,
} from "../../library/index.ts";
import { findFault } from "../../reference/faults/index.ts";
import { keysIn, surfacesOf, withReference } from "../cli/target.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const wrong = [findFault("three-letter-countries")].filter((fault) => fault !== undefined);

test("certifies the reference server, and leaves the process as it was", async () => {
  const spies = [
    vi.spyOn(process.stdout, "write"),
    vi.spyOn(process.stderr, "write"),
    vi.spyOn(process, "exit"),
  ];
  const environment = { ...process.env };
  const { exitCode } = process;
  const folder = readdirSync(".");
  const report = await certify({ target: "reference" });
  const calls = spies.map(({ mock }) => mock.calls.length);
  expect(report.verdict).toBe("conformant");
  expect(report.target.embedded).toBe(true);
  expect(calls).toEqual([0, 0, 0]);
  expect(process.env).toEqual(environment);
  expect(process.exitCode).toBe(exitCode);
  expect(readdirSync(".")).toEqual(folder);
});

test("certifies a target with keys given in code, whatever the environment holds", async () => {
  vi.stubEnv("AGGREGATOR_API_KEY", "bk_another");
  vi.stubEnv("NEWS_BASE_URL", "http://127.0.0.1:9");
  await withReference([], async (server) => {
    const report = await certify({
      surfaces: surfacesOf(server),
      keys: keysIn(server),
      only: ["plan.*", "ping.*", "auth.style-accepted", "auth.revo*", "auth.other-product-*"],
    });
    expect(report.verdict, failureText(report)).toBe("conformant");
    expect(report.results.filter(({ status }) => status !== "pass")).toEqual([]);
  });
});

test("a revocable key that is not given in code comes from the variable that the options name", async () => {
  await withReference([], async (server) => {
    const { aggregator, news } = keysIn(server);
    vi.stubEnv(surfacesOf(server).news.revoke.keyEnv, server.keys.news.revocable);
    const report = await certify({
      surfaces: surfacesOf(server),
      keys: { aggregator, news },
      only: ["auth.revocation-immediate"],
    });
    const judged = report.results.filter(({ surface }) => surface === "news");
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.filter(({ status }) => status !== "pass")).toEqual([]);
    expect(JSON.stringify(report)).not.toContain(server.keys.news.revocable);
  });
});

test("takes keys and base URLs from the environment where the options say nothing of them", async () => {
  await withReference([], async (server) => {
    vi.stubEnv("NEWS_BASE_URL", server.newsUrl);
    vi.stubEnv("NEWS_API_KEY", server.keys.news.own);
    const report = await certify({ only: ["ping.*", "plan.*"] });
    expect(report.target).toEqual({ aggregator: null, news: server.newsUrl, embedded: false });
    expect(report).toMatchObject({ verdict: "conformant", partial: true });
  });
});

test("a target that is wrong is no error, and its texts say what to mend", async () => {
  await withReference(wrong, async (server) => {
    const options = { surfaces: surfacesOf(server), keys: keysIn(server), only: ["plan.*"] };
    const report = await certify(options);
    expect(report).toMatchObject({ verdict: "non-conformant", exitCode: 1 });
    for (const text of [failureText(report), renderText(report)]) {
      expect(text).toContain("✘ plan.country-code-alpha2 (must");
      expect(text).toContain("curl ");
      expect(text).toContain("non-conformant: ");
      expect(text).not.toContain(server.keys.news.own);
    }
    expect(
      Math.max(
        ...renderText(report, { width: 80 })
          .split("\n")
          .map((l) => l.length),
      ),
    ).toBeLessThan(200);
    expect(renderText(report, { color: true })).toContain("\u001b[");
    expect(renderText(report)).not.toContain("\u001b[");

    const again = await certify({ ...options, baseline: report });
    expect(again).toMatchObject({ verdict: "non-conformant", exitCode: 0 });
    expect(again.baseline).toMatchObject({ broken: 0, lost: [] });
    expect(failureText(again)).not.toContain("curl ");
  });
});

test("what could not be judged is said with its reason", async () => {
  await withReference([], async (server) => {
    const report = await certify({
      surfaces: { news: { baseUrl: server.newsUrl } },
      keys: { news: server.keys.news.own },
      only: ["limit.*"],
      findDescription: false,
    });
    expect(report).toMatchObject({ verdict: "incomplete", exitCode: 3 });
    expect(failureText(report)).toContain("surfaces.news.parameters.publishers.{limit,");
  });
});

test("writes reports into outDir only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "library-"));
  try {
    const outDir = join(folder, "reports");
    const report = await certify({ target: "reference", only: ["ping.*"], outDir });
    expect(readdirSync(outDir)).toContain("report.json");
    const beside = await certify({ target: "reference", only: ["ping.*"], baseline: outDir });
    expect(beside.baseline?.startedAt).toBe(report.startedAt);
    const inTheWay = join(outDir, "report.json");
    const judged: CertifyProgress[] = [];
    const onProgress = (progress: CertifyProgress) => judged.push(progress);
    await expect(
      certify({ target: "reference", only: ["ping.*"], outDir: inTheWay, onProgress }),
    ).rejects.toThrow(ReportWriteError);
    // A folder that can't be made costs no run.
    expect(judged).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("tells its progress, and ends when it is aborted", async () => {
  const seen: CertifyProgress[] = [];
  const whole = await certify({
    target: "reference",
    only: ["ping.*"],
    onProgress: (progress) => seen.push(progress),
  });
  const total = whole.results.length;
  expect(seen.map(({ done }) => done)).toEqual(
    Array.from({ length: total }, (_, index) => index + 1),
  );
  expect(seen.at(-1)).toEqual({ done: total, total, requests: whole.requests });

  const controller = new AbortController();
  const cut = await certify({
    target: "reference",
    network: { concurrency: 1 },
    signal: controller.signal,
    onProgress: ({ done }) => done === 1 && controller.abort(),
  });
  expect(cut).toMatchObject({ verdict: "incomplete", interrupted: true, exitCode: 3 });
  expect(cut.requests).toBeLessThan(100);
});

describe("the reference server", () => {
  test("is judged where it is asked for, whatever the environment holds", async () => {
    vi.stubEnv("CI", "true");
    vi.stubEnv("NEWS_API_KEY", "bk_another");
    vi.stubEnv("NEWS_BASE_URL", "http://127.0.0.1:9");
    const report = await certify({ target: "reference", only: ["ping.*"] });
    expect(report.target.embedded).toBe(true);
    expect(failureText(report)).toMatch(/^conformant: the built-in reference server; /);
    expect(renderText(report)).toMatch(/^target: the built-in reference server\n/);
    expect(report.targetFlags).toEqual(["--reference"]);
  });

  test("is judged where nothing shows that another target is meant", async () => {
    const report = await certify({ only: ["ping.*"], failOn: "should" });
    expect(report.target.embedded).toBe(true);
  });

  const wrong: readonly [string, unknown, Readonly<Record<string, string>>, string][] = [
    ["no surface", { surfaces: {} }, {}, "surfaces"],
    ["no base URL", { surfaces: { news: {} } }, {}, "surfaces"],
    [
      "a base URL that is undefined",
      { surfaces: { news: { baseUrl: undefined } } },
      {},
      "surfaces",
    ],
    ["surfaces that are undefined", { surfaces: undefined }, {}, "surfaces"],
    ["keys alone", { keys: { news: "bk_canary0123456789" } }, {}, "keys"],
    ["keys that are undefined", { keys: { news: undefined } }, {}, "keys"],
    ["a baseline alone", { baseline: "reports" }, {}, "baseline"],
    ["no waiver and no target", { waivers: [] }, {}, "waivers"],
    ["an exclusion", { exclusions: [] }, {}, "exclusions"],
    [
      "a key in the environment",
      {},
      { AGGREGATOR_API_KEY: "bk_canary0123456789" },
      "AGGREGATOR_API_KEY",
    ],
    ["a pipeline", { only: ["ping.*"] }, { CI: "true" }, "CI"],
  ];
  test.for(wrong)("is never judged by mistake: %s", async ([, options, variables, says]) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const error: unknown = await certify(options as CertifyOptions).catch((thrown) => thrown);
    if (!(error instanceof UsageError)) throw error;
    expect(error.message).toContain(says);
    expect(error.hint).toContain('target: "reference"');
    expect(`${error.message} ${error.hint}`).not.toContain("canary");
  });
});

test("two at once don't get in each other's way", async () => {
  await withReference(wrong, async (server) => {
    const [own, other] = await Promise.all([
      certify({ surfaces: surfacesOf(server), keys: keysIn(server), only: ["plan.*"] }),
      certify({ target: "reference", only: ["plan.*"] }),
    ]);
    expect([own.verdict, other.verdict]).toEqual(["non-conformant", "conformant"]);
  });
});

describe("wrong options are a UsageError that names the right ones, and nothing is sent", () => {
  const news = { surfaces: { news: { baseUrl: "http://127.0.0.1:9" } } };
  const canary = "bk_canary0123456789";
  const cases: readonly [string, unknown, string, string | null][] = [
    ["no object", "http://127.0.0.1:9", "must be an object", null],
    ["a surface for surfaces", { surface: {} }, "surface is not an option", "surfaces?"],
    ["a member in capitals", { surfaces: { news: { baseURL: "x" } } }, "baseURL", "baseUrl?"],
    ["another target", { target: "staging" }, "target is not a valid value", "reference"],
    ["two targets", { ...news, target: "reference" }, "two different targets", null],
    ["an unknown option", { surfacse: {} }, "surfacse is not an option", "surfaces?"],
    ["an unknown member", { surfaces: { newz: {} } }, "surfaces.newz", "news?"],
    ["an unknown key", { keys: { newz: canary } }, "keys.newz is not an option", "news?"],
    ["a key that is none", { keys: { news: 5 } }, "keys.news must be a string", null],
    ["a key in the wrong place", { surfaces: { news: { apiKey: canary } } }, "apiKey", "keys"],
    ["a missing key", { ...news, keys: {} }, "NEWS_API_KEY is not set", "keys"],
    ["keys that are equal", { ...news, keys: { news: canary, newsRevoked: canary } }, "same", null],
    ["a pattern that is no list", { only: "ping.*" }, "only must be a list", null],
    ["a pattern without a match", { only: ["pong.*"] }, "matches nothing", "ping."],
    ["a signal that is none", { signal: {} }, "signal must be an AbortSignal", null],
    ["a progress that is none", { onProgress: 1 }, "onProgress must be a function", null],
    ["a folder without a name", { outDir: " " }, "outDir must not be empty", null],
    [
      "a baseline that is none",
      { target: "reference", baseline: {} },
      "it has no schemaVersion",
      null,
    ],
    [
      "a baseline that is not there",
      { target: "reference", baseline: "nowhere" },
      "no such file",
      null,
    ],
    [
      "a waiver without a reason",
      { waivers: [{ requirement: "ping.public", reason: "", until: "2999-01-01" }] },
      "waivers[0].reason must not be empty",
      null,
    ],
  ];
  test.for(cases)("%s", async ([, options, message, hint]) => {
    const error: unknown = await certify(options as CertifyOptions).catch((thrown) => thrown);
    if (!(error instanceof UsageError)) throw error;
    expect(error.message).toContain(message);
    if (hint !== null) expect(error.hint).toContain(hint);
    expect(`${error.message} ${error.hint}`).not.toContain("canary");
  });

  test("all of them at once", async () => {
    const options = {
      surfacse: {},
      only: "ping.*",
      keys: { newz: canary, news: 5 },
      network: { rate: 0, token: canary },
      waivers: [{ requirement: "ping", reason: "r", until: "2999-02-30" }],
      signal: {},
      onProgress: 1,
    };
    const error: unknown = await certify(options as unknown as CertifyOptions).catch((e) => e);
    if (!(error instanceof UsageError)) throw error;
    const said = error.mistakes.map(({ message }) => message.replace("certify options: ", ""));
    expect(said.sort()).toEqual([
      "keys.news must be a string",
      "keys.newz is not an option",
      "network.rate must be > 0",
      "network.token must not contain a key",
      "onProgress must be a function",
      "only must be a list",
      "signal must be an AbortSignal",
      "surfacse is not an option",
      'waivers[0].requirement: unknown requirement "ping"',
      "waivers[0].until: 2999-02-30 is not a date",
    ]);
    expect(error.message.split("\n")).toHaveLength(said.length + 1);
    expect(JSON.stringify(error.mistakes) + error.message).not.toContain("canary");
  });
});
