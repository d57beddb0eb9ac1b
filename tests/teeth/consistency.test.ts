import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { CheckResult, Surface } from "../../contracts/vocabulary.ts";
import type { Deviation, FaultRequest, FaultResponse } from "../../reference/faults/fault.ts";
import { findFault } from "../../reference/faults/index.ts";
import { findVariant } from "../../reference/variants/index.ts";
import { consistencyChecks } from "../../suites/checks/consistency.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { createTarget } from "../../suites/model/target.ts";
import { judgeAll } from "../../suites/session/judge-all.ts";
import { withServer } from "../../teeth/judging/with-server.ts";
import { shown } from "./reference.ts";

/** What the checks of the area alone make of a server, with requests that are drawn from a seed. */
function judged(deviations: readonly Deviation[], seed = 1): Promise<readonly CheckResult[]> {
  return withServer(deviations, async ({ surfaces, keys }, live) => {
    const contracts = loadCatalogue();
    const target = createTarget({ surfaces, robustness: { seed, runs: 1 } }, keys, contracts);
    return judgeAll(planRun(consistencyChecks, target, contracts, loadRegister()), live);
  });
}

const faults = new Map<string, ReturnType<typeof judged>>();

/** The same of a fault of the catalogue, once for each seed. */
function judgedFault(name: string, seed: number): Promise<readonly CheckResult[]> {
  const fault = findFault(name);
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  const results = faults.get(`${name} ${seed}`) ?? judged([fault], seed);
  faults.set(`${name} ${seed}`, results);
  return results;
}

function redIn(results: readonly CheckResult[]): readonly CheckResult[] {
  return results.filter(({ outcome }) => outcome !== "pass");
}

/** A cache at one endpoint that tells requests apart by these parts only. */
function cacheAt(
  endpoint: string,
  surface: Surface,
  keyOf: (request: FaultRequest) => string,
  isKept: (response: FaultResponse) => boolean = ({ status }) => status === 200,
): Deviation {
  return {
    name: "cache",
    cells: { surface, endpoint },
    sentence: "A cache.",
    response(response, request) {
      const name = `cache ${keyOf(request)}`;
      const kept = request.memory.get(name);
      if (kept !== undefined) Object.assign(response, structuredClone(kept));
      else if (isKept(response)) {
        const { status, body } = response;
        request.memory.set(name, structuredClone({ status, body }));
      }
    },
  };
}

const endpoints = [
  ["aggregator", "/search"],
  ["aggregator", "/topics"],
  ["aggregator", "/geolocation"],
  ["news", "/search/articles"],
  ["news", "/search/publishers"],
  ["news", "/info/countries"],
  ["news", "/info/topics"],
] as const;

const own = ({ key }: FaultRequest) => String(key);

const caches: Readonly<Record<string, (surface: Surface, endpoint: string) => Deviation>> = {
  "consistency.key-not-mixed where the key of a cache lacks the credentials": (surface, endpoint) =>
    cacheAt(endpoint, surface, ({ target, version }) => `${target} ${version}`),
  "consistency.key-not-mixed where refusals are remembered": (surface, endpoint) =>
    cacheAt(
      endpoint,
      surface,
      ({ target, version }) => `${target} ${version}`,
      ({ status }) => status === 401,
    ),
  "consistency.version-not-mixed where the key of a cache lacks the version": (surface, endpoint) =>
    cacheAt(endpoint, surface, (request) => `${request.target} ${own(request)}`),
  "consistency.query-not-mixed where the key of a cache lacks the query": (surface, endpoint) =>
    cacheAt(endpoint, surface, (request) => `${request.version} ${own(request)}`),
};

/** Endpoints without another version, or without a query. */
const without: Readonly<Record<string, readonly string[]>> = {
  "consistency.version-not-mixed": ["/search/articles"],
  "consistency.query-not-mixed": ["/info/countries", "/info/topics"],
};

describe.concurrent.each(Object.entries(caches))("%s", (name, at) => {
  const [requirement = ""] = name.split(" ");
  const shows = endpoints.filter(([, endpoint]) => !without[requirement]?.includes(endpoint));
  test.each(shows)("%s %s", async (surface, endpoint) => {
    const red = redIn(await judged([at(surface, endpoint)]));
    expect(red.map(shown)).toContainEqual(expect.stringContaining(`${requirement} ${endpoint}@`));
    expect(red.filter((one) => one.endpoint !== endpoint).map(shown)).toEqual([]);
  });
});

describe.concurrent("a fault of the area is caught whatever the seed", () => {
  const names = [
    "cache-forgets-the-version",
    "connection-keeps-the-version",
    "cache-forgets-x-api-key",
    "refusal-remembered",
    "cache-forgets-the-query",
    "connection-stays-logged-in",
    "answers-swapped-in-flight",
    "version-in-a-global-variable",
    "parameters-in-a-global-variable",
    "user-in-a-global-variable",
  ];
  test.each(names.flatMap((name) => [2, 3].map((seed) => [name, seed] as const)))(
    "%s, seed %i",
    async (name, seed) => {
      const red = redIn(await judgedFault(name, seed));
      expect(red.map(({ requirement }) => requirement)).toContain(findFault(name)?.breaks);
    },
  );
});

describe.concurrent("what requests at the same time share is told from what remembers an earlier one", () => {
  const inFlight = "(as with nothing else in flight)";
  const shownBy = async (name: string): Promise<readonly string[]> => {
    const red = redIn(await judgedFault(name, 2));
    return red
      .filter(({ requirement }) => /-mixed$|concurrent/.test(requirement))
      .flatMap(({ findings }) => findings.map(({ expected }) => expected));
  };

  test.each([
    ["version-in-a-global-variable", true],
    ["parameters-in-a-global-variable", true],
    ["user-in-a-global-variable", true],
    ["answers-swapped-in-flight", true],
    ["cache-forgets-the-version", false],
    ["cache-forgets-the-key", false],
    ["cache-forgets-the-query", false],
    ["refusal-remembered", false],
    ["connection-keeps-the-version", false],
    ["connection-stays-logged-in", false],
  ])("%s: at the same time: %s", async (name, isAtTheSameTime) => {
    const expected = await shownBy(name);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.filter((one) => one.endsWith(inFlight) !== isAtTheSameTime)).toEqual([]);
  });
});

describe.concurrent("a conforming server is accused with no seed", () => {
  const names = ["cache-of-equal-requests", "silent-cache", "one-at-a-time", "four-at-once"];
  test.each(names.flatMap((name) => [5, 6].map((seed) => [name, seed] as const)))(
    "%s, seed %i",
    async (name, seed) => {
      expect(redIn(await judged([findVariant(name)], seed)).map(shown)).toEqual([]);
    },
  );
});
