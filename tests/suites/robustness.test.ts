import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import type { Exchange, ExchangeSource } from "../../harness/exchanges/exchange.ts";
import { buildRequest } from "../../harness/requests/request.ts";
import {
  canonicalRequest,
  exchangeId,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { robustnessChecks } from "../../suites/checks/robustness.ts";
import { judge } from "../../suites/engine/judge.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { mostShrinkingRequests } from "../../suites/engine/shrinking.ts";
import type { Check } from "../../suites/model/check.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { createTarget } from "../../suites/model/target.ts";
import { judgeAll } from "../../suites/session/judge-all.ts";
import { mostRequests } from "./most-requests.ts";
import { type MadeUpAnswer, madeUpExchange } from "./sources.ts";
import { completeConfiguration, completeKeys } from "./target.ts";

const contracts = loadCatalogue();
const register = loadRegister();

function planFor(robustness = { seed: 1, runs: 1 }, checks: readonly Check[] = robustnessChecks) {
  const configuration = { ...completeConfiguration, robustness };
  const target = createTarget(configuration, completeKeys, contracts);
  return planRun(checks, target, contracts, register);
}

function asksOf(planned: readonly PlannedCheck[]): readonly RequestSpec[] {
  return [
    ...new Map(
      planned.flatMap(({ requests }) => requests).map((spec) => [canonicalRequest(spec), spec]),
    ).values(),
  ];
}

/** Right for everything but the requests that a function calls bad; notes what was asked, each once. */
function serverThatBreaksOn(isBad: (spec: RequestSpec) => boolean) {
  const asked = new Map<string, { readonly spec: RequestSpec; readonly priority: string }>();
  const source: ExchangeSource = {
    async exchange(spec, priority = "normal"): Promise<Exchange> {
      const id = exchangeId(spec);
      if (!asked.has(id)) asked.set(id, { spec, priority });
      return madeUpExchange(spec, isBad(spec) ? broken : right(spec));
    },
  };
  return { source, asked };
}

const broken: MadeUpAnswer = { status: 500, body: '{"error":"oops"}' };
const refusal = {
  status: 404,
  headers: { "content-type": "application/json" },
  body: '{"success":false,"code":404,"message":"no"}',
};

function right({ surface, endpoint, version, method }: RequestSpec): MadeUpAnswer {
  const operation = contracts.operation(surface, endpoint, version);
  if (operation === null || (method !== undefined && method !== "HEAD")) return refusal;
  const body = Object.fromEntries(operation.requiredMembers.map((name) => [name, {}]));
  return { status: 200, body: JSON.stringify(body) };
}

function textIn({ query }: RequestSpec): string {
  return query.map(([, value]) => value).join();
}

function at(planned: readonly PlannedCheck[], requirement: string, endpoint: string) {
  const found = planned.find(
    (one) => one.requirement.id === requirement && one.cell.endpoint === endpoint,
  );
  if (found === undefined) throw new Error(`${requirement} is not planned at ${endpoint}`);
  return found;
}

describe("the plan", () => {
  test("is the same for the same seed", () => {
    const ids = (seed: number) => asksOf(planFor({ seed, runs: 2 })).map(canonicalRequest);
    expect(ids(7)).toEqual(ids(7));
    expect(ids(7)).not.toEqual(ids(8));
  });

  test("adds at most 120 requests to a run of the first versions, the search for the shortest included, and keeps it under 1,000", () => {
    const others = allChecks.filter(({ requirement }) => !requirement.startsWith("robustness."));
    const without = asksOf(planFor(undefined, others)).length;
    const all = asksOf(planFor(undefined, allChecks)).length;
    expect(all - without + mostShrinkingRequests).toBeLessThanOrEqual(mostRequests(120));
    expect(all + mostShrinkingRequests).toBeLessThan(mostRequests(1000));
    expect(all - without).toBeGreaterThanOrEqual(65);
  });

  test("tries HEAD or OPTIONS everywhere, POST or another method where a key is needed, and every other method somewhere", () => {
    const requests = asksOf(planFor());
    const placesOf = (method: string) =>
      new Set(
        requests
          .filter((spec) => spec.method === method)
          .map((spec) => `${spec.surface} ${spec.endpoint}`),
      );
    const places = (all: readonly { surface: string; endpoint: string }[]) =>
      new Set(all.map((one) => `${one.surface} ${one.endpoint}`));
    const { operations } = contracts;
    const [heads, preflights] = [placesOf("HEAD"), placesOf("OPTIONS")];
    expect(new Set([...heads, ...preflights])).toEqual(places(operations));
    expect([...heads].filter((one) => preflights.has(one))).toEqual(["aggregator /search"]);
    for (const surface of ["aggregator", "news"]) {
      for (const tried of [heads, preflights]) {
        expect([...tried].filter((one) => one.startsWith(surface)).length).toBeGreaterThan(1);
      }
    }
    const first = ["/search", "/search/articles"];
    const others = operations.filter((one) => one.protected && !first.includes(one.endpoint));
    expect(placesOf("POST")).toEqual(places(others));
    expect(placesOf("DELETE")).toEqual(places(operations.filter((one) => !one.protected)));
    expect(placesOf("PUT")).toEqual(new Set(["aggregator /search"]));
    expect(placesOf("PATCH")).toEqual(new Set(["news /search/articles"]));
  });

  test("holds requests that can be sent, in URLs of at most 2 000 characters, with any seed", () => {
    for (let seed = 0; seed < 20; seed += 1) {
      for (const spec of asksOf(planFor({ seed, runs: 3 }))) {
        const surface = completeConfiguration.surfaces[spec.surface];
        if (surface === undefined) throw new Error("no such surface");
        const { method, url, headers } = buildRequest(spec, surface, completeKeys, {});
        expect(new URL(url).href).toBe(url);
        expect(url.length).toBeLessThanOrEqual(2000);
        expect(() => new Request(url, { method, headers })).not.toThrow();
      }
    }
  });

  test("is what is sent where nothing offends, and no more", async () => {
    const planned = planFor();
    const { source, asked } = serverThatBreaksOn(() => false);
    const results = await judgeAll(planned, source);
    expect([...asked.keys()].sort()).toEqual(asksOf(planned).map(exchangeId).sort());
    const wrong = results.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
    expect(wrong.map(({ requirement, message }) => `${requirement}: ${message}`)).toEqual([]);
  });

  test("skips what needs a name that is not known, with the line of configuration", async () => {
    const { aggregator, news } = completeConfiguration.surfaces;
    if (aggregator === undefined || news === undefined) throw new Error("no surfaces");
    const surfaces = {
      aggregator: { ...aggregator, parameters: {} },
      news: { ...news, parameters: {} },
    };
    const target = createTarget({ surfaces }, completeKeys, contracts);
    const planned = planRun(robustnessChecks, target, contracts, register);
    const skipped = planned.filter(({ inconclusive }) => inconclusive !== null);
    expect(skipped.map(({ requirement, cell }) => `${requirement.id} ${cell.endpoint}`)).toContain(
      "robustness.free-text /search/publishers",
    );
    expect(
      skipped.every(({ inconclusive }) => inconclusive?.remedy?.wants === "parameter names"),
    ).toBe(true);
    expect(
      skipped.every(({ cell }) => ["/search/publishers", "/topics"].includes(cell.endpoint)),
    ).toBe(true);
  });
});

describe("the shortest offender", () => {
  const shownBy = (
    result: CheckResult,
    asked: ReadonlyMap<string, { readonly spec: RequestSpec }>,
  ) => asked.get(result.findings[0]?.exchange ?? "")?.spec;

  test.each([
    ["robustness.free-text", "/search/articles", /\p{Emoji_Presentation}/u],
    ["robustness.free-text", "/search/articles", /%/],
    ["robustness.free-text", "/geolocation", /\p{Script=Arabic}/u],
    ["robustness.control-characters", "/geolocation", /\0/],
  ] as const)("%s at %s: one character that matches %s", async (requirement, endpoint, bad) => {
    const planned = at(planFor(), requirement, endpoint);
    const { source, asked } = serverThatBreaksOn((spec) => bad.test(textIn(spec)));
    const result = await judge(planned, source);
    expect(["fail", "warn"]).toContain(result.outcome);
    const shown = shownBy(result, asked);
    expect(shown?.query.map(([, text]) => [...text].length)).toEqual([1]);
    expect(shown?.query[0]?.[1]).toMatch(bad);
    expect(result.generated).toEqual({ seed: 1, runs: 1 });
  });

  test("is one parameter, one token of a broken encoding, or one character of a version", async () => {
    const planned = planFor();
    const shown = async (
      requirement: string,
      endpoint: string,
      isBad: (spec: RequestSpec) => boolean,
    ) => {
      const { source, asked } = serverThatBreaksOn(isBad);
      return shownBy(await judge(at(planned, requirement, endpoint), source), asked);
    };
    const named = await shown("robustness.unknown-parameters", "/search", ({ query }) =>
      query.some(([name]) => name === "__proto__"),
    );
    expect(named?.query).toEqual([["__proto__", "x"]]);
    const raw = await shown("robustness.broken-encoding", "/search", ({ rawQuery = "" }) =>
      rawQuery.includes("%F"),
    );
    expect(raw?.rawQuery).toBe("query=%F");
    const twice = await shown(
      "robustness.repeated-parameters",
      "/search",
      ({ query }) => query.filter(([name]) => name === "query").length > 1,
    );
    expect(twice?.query).toHaveLength(2);
  });

  test("costs no more than its budget in a run, however much is broken, and all of it is a follow-up", async () => {
    const planned = planFor({ seed: 1, runs: 2 });
    const plannedIds = new Set(asksOf(planned).map(exchangeId));
    const plain = new Set(
      planned
        .flatMap((one) => (one.control === null ? [] : one.requests.slice(0, 1)))
        .map(exchangeId),
    );
    const { source, asked } = serverThatBreaksOn((spec) => !plain.has(exchangeId(spec)));
    await judgeAll(planned, source);
    const further = [...asked].filter(([id]) => !plannedIds.has(id));
    expect(further.length).toBeGreaterThan(5);
    expect(further.length).toBeLessThanOrEqual(mostShrinkingRequests);
    expect(new Set(further.map(([, { priority }]) => priority))).toEqual(new Set(["follow-up"]));
  });

  test("is searched for until the server stops answering", async () => {
    const planned = at(planFor(), "robustness.free-text", "/search/articles");
    const first = planned.requests[1];
    let further = 0;
    const { source } = serverThatBreaksOn((spec) => spec === first);
    const throttling: ExchangeSource = {
      async exchange(spec) {
        if (planned.requests.includes(spec)) return source.exchange(spec);
        further += 1;
        return madeUpExchange(spec, { status: 429, body: "" });
      },
    };
    const result = await judge(planned, throttling);
    expect(result.outcome).toBe("fail");
    expect(further).toBe(1);
  });

  test("is the same in a recording of the run", async () => {
    const planned = planFor();
    const { source, asked } = serverThatBreaksOn((spec) => /[é%]/u.test(textIn(spec)));
    const live = await judgeAll(planned, source);
    const recording: ExchangeSource = {
      async exchange(spec) {
        const known = asked.has(exchangeId(spec));
        if (known) return source.exchange(spec);
        const failure = { kind: "not-sent", message: "not recorded" } as const;
        return { ...madeUpExchange(spec, null), failure };
      },
    };
    expect(await judgeAll(planned, recording)).toEqual(live);
    expect(live.some(({ outcome }) => outcome === "fail")).toBe(true);
  });
});

test("throttling blocks and never warns", async () => {
  const planned = planFor();
  const plain = new Set(
    planned
      .flatMap((one) => (one.control === null ? [] : one.requests.slice(0, 1)))
      .map(exchangeId),
  );
  const source: ExchangeSource = {
    exchange: async (spec) =>
      madeUpExchange(spec, plain.has(exchangeId(spec)) ? right(spec) : { status: 429, body: "" }),
  };
  const results = await judgeAll(planned, source);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["blocked"]));
});

describe("what a leak is", () => {
  const planned = at(planFor(), "robustness.no-stack-trace", "/search");
  const traceOf = async (message: string) => {
    const body = JSON.stringify({ success: false, code: 400, message });
    const source: ExchangeSource = {
      exchange: async (spec) => madeUpExchange(spec, { status: 400, body }),
    };
    return (await judge(planned, source)).outcome;
  };

  test.each([
    "Error: no\n    at search (/srv/app/search.js:10:5)",
    "at com.example.News.search(News.java:42)",
    'Traceback (most recent call last):\n  File "/srv/app.py", line 3',
    "goroutine 1 [running]:",
    "Undefined index in /var/www/search.php on line 12",
    "   at News.Api.Search(String query) in /src/Search.cs:line 12",
    "/srv/app/search.rb:12:in `call'",
    "thread 'main' panicked at src/main.rs:2:5",
  ])("%s is a stack trace", async (message) => expect(await traceOf(message)).toBe("warn"));

  test.each([
    "Nothing was found at 12:30:45.",
    "The parameter at position 3:1 is wrong (see /docs/errors.html).",
    "Call support at News (office hours 9:00).",
  ])("%s is none", async (message) => expect(await traceOf(message)).toBe("pass"));
});
