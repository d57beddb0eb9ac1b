import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOptions } from "../../library/certification/read-options.ts";
import { type CertifyOptions, UsageError } from "../../library/index.ts";
import type { ConformanceRun } from "../../library/test-runner/conformance-run.ts";
import { testGroups, testName } from "../../library/test-runner/conformance-test.ts";
import { conformanceRunOf } from "../../library/test-runner/suite-options.ts";
import type { Deviation } from "../../reference/faults/fault.ts";
import type { ReferenceServer } from "../../reference/server/server.ts";
import { withDescriptions } from "../../run/open-target.ts";
import { planFor } from "../../run/run-checks.ts";
import { keysIn, surfacesOf, withReference } from "../cli/target.ts";

const targetOf = (server: ReferenceServer): CertifyOptions => ({
  surfaces: surfacesOf(server),
  keys: keysIn(server),
});

function testsOf({ groups }: Pick<ConformanceRun, "groups">) {
  return groups.flatMap(({ tests }) => tests);
}

/** Runs tests one after the other, as test runners do. */
async function runAll(run: ConformanceRun, names: ReadonlySet<string>, told = true) {
  const chosen = () => (told ? names : null);
  const ends = [];
  for (const one of testsOf(run).filter(({ name }) => names.has(name))) {
    ends.push((await run.run(one, chosen)).end);
  }
  return ends;
}

const allOf = (run: ConformanceRun) => new Set(testsOf(run).map(({ name }) => name));

describe("the tests", () => {
  test.for([
    ["complete", "named", {}],
    ["described", "found", {}],
    ["a part", "named", { only: ["endpoint:/search", "auth.*"], skip: ["version:default"] }],
  ] as const)("cover the whole plan of a server: %s", async ([, names, part]) => {
    await withReference([], async (server) => {
      const surfaces =
        names === "named"
          ? surfacesOf(server)
          : { aggregator: { baseUrl: server.aggregatorUrl }, news: { baseUrl: server.newsUrl } };
      const { configuration, keys } = readOptions({ surfaces, keys: keysIn(server), ...part }, {});
      const plan = planFor(await withDescriptions(configuration, keys, true), keys);
      const planned = plan.map(({ requirement, cell }) => testName(requirement.id, cell));
      const tests = testGroups(configuration).flatMap((group) => group.tests);
      expect(new Set(tests.map(({ name }) => name)).size).toBe(tests.length);
      expect(new Set(planned)).toEqual(new Set(tests.map(({ name }) => name)));
      expect(planned).toHaveLength(tests.length);
    });
  });

  test("stand in the group of their endpoint and version, under names without a pattern's signs", () => {
    for (const { name, tests } of testGroups(null)) {
      for (const one of tests) {
        expect(name).toBe(`${one.surface} ${one.endpoint} at ${one.version}`);
        expect(one.name).toMatch(/^[\w.: /-]+$/);
        expect(one.name).toContain(name);
      }
    }
  });
});

/** A reference server that notes who is asked. */
async function counting(
  use: (server: ReferenceServer, asked: () => ReadonlySet<string>) => Promise<void>,
): Promise<void> {
  const asked: string[] = [];
  const noting: Deviation = {
    name: "noting",
    cells: {},
    sentence: "Notes what it is asked.",
    response: (_, { surface, endpoint }) => {
      asked.push(`${surface} ${endpoint}`);
    },
  };
  await withReference([noting], (server) => use(server, () => new Set(asked)));
}

test("nothing is sent before the first test runs", async () => {
  await counting(async (server, asked) => {
    const run = conformanceRunOf(targetOf(server));
    expect(await run.end()).toBeNull();
    expect(asked()).toEqual(new Set());
  });
});

test.for([
  ["all together, where the test runner tells which", true],
  ["one by one, where it does not", false],
] as const)("what a filter leaves is all that is sent: %s", async ([, told]) => {
  await counting(async (server, asked) => {
    const run = conformanceRunOf(targetOf(server));
    const cell = "news /info/topics at 2024-01-01";
    const group = run.groups.find(({ name }) => name === cell);
    const names = new Set(group?.tests.map(({ name }) => name));
    const ends = await runAll(run, names, told);
    expect(ends.length).toBeGreaterThan(20);
    expect(ends.filter(({ kind }) => kind !== "passed")).toEqual([]);
    const { sentence, error } = await run.verdict(() => (told ? names : null));
    expect(error).toBeNull();
    expect(sentence).toMatch(
      new RegExp(`a partial run; .*; it covers ${ends.length} checks and certifies nothing$`),
    );
    await run.end();
    const besides = [...asked()].filter((place) => place !== "news /info/topics");
    // The smoke step asks ping. Where nobody knows what will be needed, it asks both surfaces, and it is
    // found out whether the samples have hits.
    const everywhere = ["/ping", "/search", "/geolocation", "/topics"].map(
      (endpoint) => `aggregator ${endpoint}`,
    );
    const before = ["news /ping", ...(told ? [] : ["news /info/countries", ...everywhere])];
    expect(besides.filter((place) => !before.includes(place))).toEqual([]);
  });
});

test("a test that is repeated is judged once", async () => {
  await withReference([], async (server) => {
    const dones: number[] = [];
    const onProgress = ({ done }: { done: number }) => dones.push(done);
    const run = conformanceRunOf({ ...targetOf(server), only: ["ping.*"], onProgress });
    const [first] = testsOf(run);
    if (first === undefined) throw new Error("there are no tests");
    const once = await run.run(first, () => null);
    expect(await run.run(first, () => null)).toEqual(once);
    expect(dones).toEqual([1]);
    await run.end();
  });
});

describe("a run whose verdict is excluded by a filter", () => {
  const unknown = { only: ["limit.*"] };
  const nothingKnown = (server: ReferenceServer) => ({
    surfaces: { news: { baseUrl: server.newsUrl, openapi: null } },
    keys: keysIn(server),
  });

  test("fails where something was not judged", async () => {
    await withReference([], async (server) => {
      const run = conformanceRunOf({ ...nothingKnown(server), ...unknown });
      const ends = await runAll(run, allOf(run));
      expect(ends.every(({ kind }) => kind !== "failed")).toBe(true);
      expect(await run.end()).toMatchObject({
        name: "Verdict",
        message: expect.stringMatching(/^incomplete: /),
        stack: "",
      });
    });
  });

  test("fails by its tests alone where one of them fails", async () => {
    const wrong: Deviation = {
      name: "no-pong",
      cells: {},
      sentence: "Ping says something else.",
      response: (response, { endpoint }) => {
        if (endpoint === "/ping") response.body = { message: "ping" };
      },
    };
    await withReference([wrong], async (server) => {
      const run = conformanceRunOf({ ...targetOf(server), only: ["ping.*"] });
      const ends = await runAll(run, allOf(run));
      expect(ends.some(({ kind }) => kind === "failed")).toBe(true);
      expect(await run.end()).toBeNull();
    });
  });

  test("is fine where everything passed", async () => {
    await withReference([], async (server) => {
      const run = conformanceRunOf({ ...targetOf(server), only: ["ping.*"] });
      await runAll(run, allOf(run));
      expect(await run.end()).toBeNull();
    });
  });
});

describe("what can't begin", () => {
  test("options that are wrong are refused at once", () => {
    expect(() => conformanceRunOf({ only: ["nonsense.*"], target: "reference" })).toThrow(
      UsageError,
    );
  });

  test.for([
    [() => ({ surfaces: { news: { baseUrl: "no url" } } }), "baseUrl"],
    [() => Promise.reject(new Error("the port is taken")), "the port is taken"],
  ] as const)(
    "those of a function skip every test and fail the verdict: %#",
    async ([given, message]) => {
      const run = conformanceRunOf(given);
      const [first] = testsOf(run);
      if (first === undefined) throw new Error("there are no tests");
      const { end } = await run.run(first, () => allOf(run));
      expect(end).toMatchObject({ kind: "skipped", reason: expect.stringContaining(message) });
      const { error } = await run.verdict(() => allOf(run));
      expect(error?.message).toContain(message);
      expect(await run.end()).toBeNull();
    },
  );

  test("a surface that the options of a function leave out is no part of the run", async () => {
    await withReference([], async (server) => {
      const { news } = surfacesOf(server);
      const keys = keysIn(server);
      const run = conformanceRunOf(() => ({ surfaces: { news }, keys, only: ["ping.*"] }));
      const names = new Set([...allOf(run)].filter((name) => name.startsWith("ping.message-pong")));
      const ends = await runAll(run, names);
      const reason = "not in this run: the aggregator surface is not tested";
      expect(ends).toContainEqual({ kind: "skipped", reason, card: null });
      expect(ends).toContainEqual({ kind: "passed", warning: null });
      const { sentence, error } = await run.verdict(() => names);
      expect(error).toBeNull();
      expect(sentence).toMatch(/^conformant: news http/);
      await run.end();
    });
  });
});

test("checks that one cause blocks show its card once, also if the test is repeated", async () => {
  const down: Deviation = {
    name: "down",
    cells: { surface: "news", endpoint: "/info/topics" },
    sentence: "The topics are down.",
    response: (response) => {
      response.status = 503;
    },
  };
  await withReference([down], async (server) => {
    const only = ["plan.topic-*"];
    const run = conformanceRunOf({ ...targetOf(server), only, network: { retries: 0 } });
    const ends = await runAll(run, allOf(run));
    const reasons = new Set(ends.map((end) => (end.kind === "skipped" ? end.reason : end.kind)));
    expect([...reasons]).toEqual(["blocked: answered with 503 after all retries"]);
    expect(ends.length).toBeGreaterThan(5);
    const cards = ends.filter((end) => end.kind === "skipped" && end.card !== null);
    expect(cards).toEqual([ends[0]]);
    const again = testsOf(run)[0];
    expect(again && (await run.run(again, () => null)).end).toEqual(ends[0]);
    await run.end();
  });
});

test("reports are written of a whole run only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "conformance-run-"));
  try {
    await withReference([], async (server) => {
      const outDir = join(folder, "reports");
      const options = { ...targetOf(server), only: ["ping.*"], outDir };
      const part = conformanceRunOf(options);
      const [first = ""] = allOf(part);
      await runAll(part, new Set([first]));
      await part.verdict(() => null);
      await part.end();
      expect(existsSync(outDir)).toBe(false);
      const whole = conformanceRunOf(options);
      await runAll(whole, allOf(whole));
      await whole.verdict(() => allOf(whole));
      await whole.end();
      expect(existsSync(join(outDir, "report.json"))).toBe(true);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
