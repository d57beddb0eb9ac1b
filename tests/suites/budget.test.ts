import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import { inQuiet } from "../../harness/requests/request-group.ts";
import { canonicalRequest, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { budgetMatrix } from "../../suites/budget/budget-matrix.ts";
import { chooseRequests } from "../../suites/budget/choose-requests.ts";
import { knownFaults } from "../../suites/budget/known-faults.ts";
import { type CheckProbe, probeName, probesOf } from "../../suites/budget/probes.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { followingOf } from "../../suites/model/following.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { styleSent } from "../../suites/model/sent-at.ts";
import { firstRequests } from "../../suites/session/first-requests.ts";
import { completeTarget } from "./target.ts";

const contracts = loadCatalogue();
const target = completeTarget();
const whole = planRun(allChecks, target, contracts, loadRegister());
const first = firstRequests(whole, target, contracts);

function within(budget: number, known = knownFaults): readonly PlannedCheck[] {
  const matrix = budgetMatrix(whole, contracts, budget, first, known);
  return planRun(allChecks, target, contracts, loadRegister(), { matrix });
}

function requestsOf(plan: readonly PlannedCheck[]): readonly RequestSpec[] {
  const all = [...first, ...plan.flatMap(({ requests }) => requests)];
  return [...new Map(all.map((spec) => [canonicalRequest(spec), spec])).values()];
}

describe.each([20, 50, 150, 400])("a budget of %i requests", (budget) => {
  const plan = within(budget);
  const requests = requestsOf(plan);

  test("is kept, and mostly used", () => {
    const dependent = plan.flatMap(({ check, cell }) => {
      const purpose = followingOf(check, cell);
      return purpose === null ? [] : (knownFaults.following[purpose] ?? []);
    });
    const all = requests.length + new Set(dependent).size;
    expect(all).toBeGreaterThan(budget * 0.95);
    expect(all).toBeLessThanOrEqual(budget);
  });

  test("reaches every endpoint, every stated version and every style", () => {
    const endpoints = new Set(requests.map(({ surface, endpoint }) => `${surface} ${endpoint}`));
    const versions = new Set(requests.map(({ surface, version }) => `${surface} ${version}`));
    const styles = new Set(requests.map((spec) => `${spec.surface} ${styleSent(spec)}`));
    for (const { surface, endpoint, version, availability } of contracts.operations) {
      expect(endpoints).toContain(`${surface} ${endpoint}`);
      if (availability === "stated") expect(versions).toContain(`${surface} ${version}`);
      expect(versions).toContain(`${surface} ${defaultVersion}`);
      for (const style of ["api-key", "x-api-key", "bearer"]) {
        expect(styles).toContain(`${surface} ${style}`);
      }
    }
  });

  test("judges only what it sends", () => {
    const sent = new Set(requests.map(canonicalRequest));
    for (const { requests: needed } of plan) {
      for (const spec of needed) expect(sent).toContain(canonicalRequest(spec));
    }
  });
});

test("with more requests, no requirement that was judged is left out", () => {
  const ids = (budget: number) => new Set(within(budget).map(({ requirement }) => requirement.id));
  const [few, many] = [ids(50), ids(400)];
  expect([...few].filter((id) => !many.has(id))).toEqual([]);
  expect(many.size).toBeGreaterThan(few.size);
});

test("a budget for everything sends everything", () => {
  const all = new Set(requestsOf(whole).map(canonicalRequest));
  expect(new Set(requestsOf(within(5000)).map(canonicalRequest))).toEqual(all);
});

test("a version that no known fault mentions is requested as often as others", () => {
  const isNew = (name: string) => name.includes(" 2026-05-25 ");
  const shownBy = Object.fromEntries(
    Object.entries(knownFaults.shownBy).map(([fault, names]) => [
      fault,
      names.filter((name) => !isNew(name)),
    ]),
  );
  const at = (plan: readonly PlannedCheck[]) =>
    requestsOf(plan).filter(({ version }) => version === "2026-05-25").length;
  expect(at(within(150, { ...knownFaults, shownBy }))).toBeGreaterThanOrEqual(at(within(150)) / 2);
});

test("names of probes are unique", () => {
  const names = probesOf(whole).map(probeName);
  expect(new Set(names).size).toBe(names.length);
});

const request = (endpoint: string, version: string): RequestSpec => ({
  surface: "news",
  endpoint,
  version,
  credential: { kind: "key", key: "own", form: "bearer" },
  query: [],
});

function probe(name: string, requests: readonly RequestSpec[], following?: string): CheckProbe {
  const [spec] = requests;
  const { endpoint = "", version = "" } = spec ?? {};
  return {
    requirement: name,
    cell: { surface: "news", endpoint, version, auth: null },
    choice: "0",
    requests,
    following: following ?? null,
  };
}

describe("requests are chosen by what they add", () => {
  const [a, b, c] = ["/a", "/b", "/c"].map((endpoint) => request(endpoint, "1"));
  const again = ["2", "3", "4", "5"].map((version) => request("/a", version));
  if (a === undefined || b === undefined || c === undefined) throw new Error("three requests");
  const chosen = (
    probes: readonly CheckProbe[],
    budget: number,
    worth: Readonly<Record<string, number>> = {},
    sent: readonly RequestSpec[] = [],
  ) =>
    [
      ...chooseRequests(probes, {
        budget,
        sent,
        goalsOf: ({ requirement }) => [{ name: requirement, worth: worth[requirement] ?? 1 }],
        followingOf: (purpose) => [`${purpose} 1`, `${purpose} 2`],
      }),
    ].sort();
  const texts = (...specs: readonly RequestSpec[]) => specs.map(canonicalRequest).sort();

  test("first, every endpoint is requested once, whatever it is worth", () => {
    const probes = [
      ...again.map((spec, index) => probe(`rich ${index}`, [spec])),
      probe("a", [a]),
      probe("b", [b]),
      probe("c", [c]),
    ];
    const worth = { a: 0, b: 0.001, c: 0.001 };
    const endpoints = (budget: number) =>
      chosen(probes, budget, worth).map((text) => JSON.parse(text)[1]);
    expect(new Set(endpoints(3))).toEqual(new Set(["/a", "/b", "/c"]));
    expect(endpoints(7)).toHaveLength(6);
  });

  test("then those that achieve most per request, and never the same twice", () => {
    const [two, three, four] = again;
    if (two === undefined || three === undefined || four === undefined) throw new Error("four");
    const probes = [
      probe("x", [two]),
      probe("x", [three]),
      probe("y", [three]),
      probe("z", [four]),
    ];
    const worth = { x: 5, y: 1, z: 2 };
    // All versions are reached first: what is left is a matter of worth.
    const also = ["6", "7"].map((version) => request("/a", version));
    const sent = [...also, two, three, four].map((spec) => ({
      ...spec,
      query: [["q", "1"]] as const,
    }));
    expect(chosen(probes, sent.length + 2, worth, sent)).toEqual(
      [...texts(...sent), ...texts(three, four)].sort(),
    );
  });

  test("requests that are compared come together, with those that follow, or not at all", () => {
    const group = inQuiet([a, a]);
    const probes = [probe("group", group), probe("follows", [b], "links"), probe("c", [c])];
    const worth = { group: 9, follows: 3, c: 0.5 };
    expect(chosen(probes, 1, worth)).toEqual(texts(c));
    expect(chosen(probes, 3, worth)).toEqual(texts(c, ...group));
    expect(chosen(probes, 5, worth)).toEqual(texts(c, ...group));
    expect(chosen(probes, 6, worth)).toEqual(
      [...texts(b, c, ...group), "links 1", "links 2"].sort(),
    );
  });

  test("what is sent in any case counts", () => {
    expect(chosen([probe("a", [a]), probe("b", [b])], 1, {}, [c])).toEqual(texts(c));
    expect(chosen([probe("a", [a]), probe("b", [b])], 2, { b: 2 }, [a])).toEqual(texts(a, b));
  });
});
