import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CertifyOptions } from "../../library/index.ts";
import { testName } from "../../library/test-runner/conformance-test.ts";
import { findFault } from "../../reference/faults/index.ts";
import { type ReferenceServer, startReferenceServer } from "../../reference/server/server.ts";
import type { Report, ReportResult } from "../../reporters/model/report.ts";
import { junitElement } from "../../reporters/verdict/verdict.ts";
import { configure, keysIn, runAgainst, surfacesOf } from "../cli/target.ts";
import { consumer, inNode, inVitest, type Shown, type ShownTest } from "./consumer.ts";

/** One target and what is said of it, for the command and for each test runner. */
interface Case {
  readonly faults?: readonly string[];
  /** Exit code of the command. */
  readonly code: 0 | 1 | 3;
  readonly options?: Pick<
    CertifyOptions,
    "only" | "failOn" | "waivers" | "exclusions" | "allowIncomplete"
  >;
  /** Where it is not everything: what is known of the server besides its base URLs. */
  readonly known?: "nothing" | "its description";
  /** Only the news surface is tested. */
  readonly newsOnly?: true;
  /** The options are given as a function, which is asked for them when the tests run. */
  readonly asked?: true;
  /** The server has gone. */
  readonly gone?: true;
  /** An earlier report of the same target. */
  readonly baseline?: true;
}

const countries = { requirement: "plan.country-code-alpha2", reason: "ticket 1" };
const waiver = { ...countries, until: "2100-01-01" };
const geolocation = { ...waiver, requirement: "auth.geolocation-unknown-key-401" };
const wrongCountries = { faults: ["three-letter-countries"] } as const;
const wrongStatus = { faults: ["unknown-key-is-a-bad-request"] } as const;
const keys = {
  only: ["auth.missing-key-refused", "auth.geolocation-*", "auth.refusal-status-401"],
};
const plan = { only: ["plan.*"] };

const cases: Readonly<Record<string, Case>> = {
  // All of the surface passes in both in tests/examples/.
  "a conforming server": { code: 0, newsOnly: true, options: { only: ["version:2024-01-01"] } },
  "a must that is broken": { ...wrongCountries, code: 1, options: plan },
  "a part that keeps to everything": { ...wrongCountries, code: 0, options: { only: ["ping.*"] } },
  "a waiver": { ...wrongCountries, code: 0, options: { ...plan, waivers: [waiver] } },
  "an exclusion": { ...wrongCountries, code: 0, options: { ...plan, exclusions: [countries] } },
  "a stale waiver": { code: 1, options: { ...plan, waivers: [waiver] } },
  "a waiver that has expired": {
    ...wrongCountries,
    code: 1,
    options: { ...plan, waivers: [{ ...countries, until: "2020-01-01" }] },
  },
  "a baseline that knows it": { ...wrongCountries, code: 0, options: plan, baseline: true },
  "a should that is broken": {
    ...wrongStatus,
    code: 0,
    options: { ...keys, waivers: [geolocation] },
  },
  "a broken should with failOn": {
    ...wrongStatus,
    code: 1,
    options: { ...keys, failOn: "should", waivers: [geolocation] },
  },
  "a server of which little is known": {
    code: 3,
    known: "nothing",
    options: { only: ["limit.*"] },
  },
  "an incomplete run that is allowed": {
    code: 0,
    known: "nothing",
    options: { only: ["limit.*"], allowIncomplete: true },
  },
  "a server that describes itself": {
    code: 0,
    known: "its description",
    options: { only: ["description.*", "limit.*"] },
  },
  "a server that is gone": { code: 3, gone: true, options: keys },
  "a key that is not looked at": { faults: ["topics-open-to-all"], code: 1, options: keys },
  "a dozen faults": {
    code: 1,
    asked: true,
    options: {
      only: [
        "ping.*",
        "plan.*",
        "limit.*",
        "auth.style-accepted",
        ...keys.only,
        "envelope.member-types",
        "item.article-types",
        "metadata.member-types",
        "error.current-members",
        "error.details-present",
        "error.json-content-type",
        "robustness.free-text",
      ],
    },
    faults: [
      "bearer-not-accepted",
      "unknown-key-is-a-bad-request",
      "total-as-text",
      "problem-details",
      "error-code-as-number",
      "details-left-out",
      "topics-open-to-all",
      "limit-clamped",
      "three-letter-countries",
      "crash-on-emoji",
      "took-as-text",
      "ping-shouts",
      "authors-as-text",
    ],
  },
};

/** Each way in has a server of its own, since a run spends the key that it revokes. */
async function startFor({ faults: names = [] }: Case): Promise<ReferenceServer> {
  const faults = names.map(findFault).filter((fault) => fault !== undefined);
  expect(faults.map(({ name }) => name)).toEqual(names);
  return startReferenceServer({ faults });
}

function optionsFor(server: ReferenceServer, one: Case): CertifyOptions {
  const bare = one.known === "nothing" ? ({ openapi: null } as const) : {};
  const { aggregator, news } =
    one.known === undefined
      ? surfacesOf(server)
      : {
          aggregator: { baseUrl: server.aggregatorUrl, ...bare },
          news: { baseUrl: server.newsUrl, ...bare },
        };
  const surfaces = one.newsOnly ? { news } : { aggregator, news };
  return { ...one.options, surfaces, keys: keysIn(server) };
}

const { folder, remove } = consumer();
const reports = new Map<string, { readonly report: Report; readonly code: number | null }>();
const shown = new Map<"vitest" | "node:test", Shown>();
const baselineFile = join(folder, "baseline.json");

async function throughTheCommand(name: string, one: Case): Promise<void> {
  const server = await startFor(one);
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const { only = [], allowIncomplete, failOn, waivers, exclusions } = one.options ?? {};
  const { surfaces } = optionsFor(server, one);
  const said = { failOn, waivers, exclusions, surfaces };
  configure(cwd, server, said);
  if (one.gone) await server.close();
  const words = [
    "--quiet",
    ...only.flatMap((pattern) => ["--only", pattern]),
    ...(allowIncomplete ? ["--allow-incomplete"] : []),
    ...(one.baseline ? ["--baseline", baselineFile] : []),
  ];
  const { code, stderr } = await runAgainst(server, cwd, words);
  if (!one.gone) await server.close();
  const file = join(cwd, "conformance-report", "report.json");
  expect(code, stderr).not.toBe(2);
  reports.set(name, { report: JSON.parse(readFileSync(file, "utf8")), code });
}

async function through(testRunner: "vitest" | "node:test"): Promise<void> {
  const servers = new Map<string, ReferenceServer>();
  for (const [name, one] of Object.entries(cases)) servers.set(name, await startFor(one));
  const given = [...servers].map(([name, server]) => {
    const one = cases[name];
    if (one === undefined) throw new Error(name);
    const options = optionsFor(server, one);
    const baseline = one.baseline ? { baseline: baselineFile } : {};
    return { name, asked: one.asked === true, options: { ...options, ...baseline } };
  });
  for (const [name, server] of servers) if (cases[name]?.gone) await server.close();
  const entry = testRunner === "vitest" ? "vitest" : "node-test";
  const file = `${entry}.test.mjs`;
  const code = `import { describe } from ${JSON.stringify(testRunner)};
    import { conformanceSuite } from "news-conformance/${entry}";
    const cases = ${JSON.stringify(given)};
    for (const { name, asked, options } of cases) {
      describe(name, () => conformanceSuite(asked ? async () => options : options));
    }`;
  writeFileSync(join(folder, file), code);
  shown.set(testRunner, await (testRunner === "vitest" ? inVitest : inNode)(folder, file));
  for (const [name, server] of servers) if (!cases[name]?.gone) await server.close();
}

beforeAll(async () => {
  const [, wrong] = Object.entries(cases).find(([name]) => name === "a must that is broken") ?? [];
  if (wrong === undefined) throw new Error("there is no such case");
  await throughTheCommand("a must that is broken", wrong);
  writeFileSync(baselineFile, JSON.stringify(reports.get("a must that is broken")?.report));
  const rest = Object.entries(cases).filter(([, one]) => one !== wrong);
  const commands = async () => {
    for (const [name, one] of rest) await throughTheCommand(name, one);
  };
  await Promise.all([commands(), through("vitest"), through("node:test")]);
});

afterAll(remove);

/** How the test of a result has to end. */
function expectedEnd(result: ReportResult): ShownTest["end"] {
  if (junitElement(result) === "failure") return "failed";
  return result.status === "pass" || result.status === "warn" ? "passed" : "skipped";
}

describe.each(["vitest", "node:test"] as const)("%s and the command", (testRunner) => {
  test.for(Object.keys(cases))("say the same of %s", (name) => {
    const { report, code } = reports.get(name) ?? {};
    const tests = shown.get(testRunner)?.suites.get(name) ?? [];
    expect(code).toBe(cases[name]?.code);
    const ends = new Map(tests.map((one) => [one.name, one.end]));
    // No name stands for two tests.
    expect(ends.size).toBe(tests.length);
    const expected = (report?.results ?? []).map(
      (result) => [testName(result.requirement, result), expectedEnd(result)] as const,
    );
    expect(expected.map(([test]) => [test, ends.get(test)])).toEqual(expected);
    const planned = new Set(expected.map(([test]) => test));
    // What is no check of the run is skipped; the last one is the verdict.
    const besides = tests.slice(0, -1).filter((one) => !planned.has(one.name));
    expect(besides.filter(({ end }) => end !== "skipped")).toEqual([]);
    expect(tests.at(-1)).toEqual({ name: "verdict", end: code === 0 ? "passed" : "failed" });
  });
});

test("the cases come to every exit code and to every status but a defect of ours", () => {
  const all = [...reports.values()];
  expect(new Set(all.map(({ code }) => code))).toEqual(new Set([0, 1, 3]));
  const statuses = all.flatMap(({ report }) => report.results.map(({ status }) => status));
  const wanted = ["pass", "fail", "warn", "skip", "blocked", "waived", "excluded"] as const;
  expect(wanted.filter((status) => !statuses.includes(status))).toEqual([]);
});

test.for(["vitest", "node:test"] as const)(
  "%s shows what needs no attention as well",
  (testRunner) => {
    const said = shown.get(testRunner)?.said ?? "";
    expect(said).toMatch(/warning \(should\): status: expected 401 for .*, got 400/);
    expect(said).toContain("waived: ticket 1");
    expect(said).toContain("excluded: ticket 1");
    expect(said).toContain("known from the baseline (must)");
    expect(said).toMatch(
      /conformant: .*a partial run; .*; it covers \d+ checks and certifies nothing/,
    );
  },
);
