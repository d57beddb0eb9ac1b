import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject, type JsonObject, listAt, objectAt } from "../../contracts/json.ts";
import { loadCatalogueFrom, loadRegister } from "../../contracts/load.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import { parseYaml } from "../../contracts/yaml.ts";
import { canonicalRequest, type RequestSpec } from "../../harness/requests/request-spec.ts";
import { referenceParameters } from "../../reference/description/reference-configuration.ts";
import { exemplarySurfaces } from "../../run/whole-plan.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { planRun } from "../../suites/engine/planning.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import { createTarget } from "../../suites/model/target.ts";
import { pinsOf, pinsText } from "../../tools/pins.ts";
import { copyOfFirstContracts, loadFirstContracts, writeYaml } from "../contracts/folder.ts";
import { completeKeys } from "./target.ts";

/** The versions of the first specification, and one that is newer than any that the service will have. */
const first = loadFirstContracts();
const latest = { aggregator: first.latest("aggregator"), news: first.latest("news") };
const newer = "2099-03-01";

/** Contracts with a version more: a copy of another one, of which some endpoints may be left out. */
function withVersion(
  surface: Surface,
  version: string,
  like: string,
  endpoints: readonly string[] | null = null,
  folder = copyOfFirstContracts(),
): string {
  const from = join(folder, surface, like);
  const to = join(folder, surface, version);
  cpSync(from, to, { recursive: true });
  const file = join(to, "openapi.yaml");
  const text = readFileSync(file, "utf8").replaceAll(like, version);
  writeFileSync(file, text);
  if (endpoints !== null) {
    const document: unknown = parseYaml(text);
    const kept: JsonObject = isObject(document) ? document : {};
    const paths = Object.fromEntries(
      Object.entries(objectAt(kept, "paths")).filter(([path]) => endpoints.includes(path)),
    );
    writeYaml(folder, `${surface}/${version}/openapi.yaml`, { ...kept, paths });
  }
  return folder;
}

function planOf(contracts = first): readonly PlannedCheck[] {
  const target = createTarget({ surfaces: exemplarySurfaces }, completeKeys, contracts);
  return planRun(allChecks, target, contracts, loadRegister());
}

const known = planOf();
const planIn = (folder: string) => planOf(loadCatalogueFrom(folder));

const placeOf = ({ requirement, cell }: PlannedCheck) =>
  `${requirement.id} ${cell.surface} ${cell.endpoint} ${cell.version}`;
const wholeOf = (planned: PlannedCheck) =>
  [
    placeOf(planned),
    planned.cell.auth,
    ...planned.requests.map((spec: RequestSpec) => canonicalRequest(spec)),
  ].join(" | ");
/** Requirement and endpoint, as often as they are judged, at a version of a surface. */
const at = (plan: readonly PlannedCheck[], surface: Surface, version: string) =>
  plan
    .filter(({ cell }) => cell.surface === surface && cell.version === version)
    .map(({ requirement, cell }) => `${requirement.id} ${cell.endpoint}`)
    .sort();
const others = (plan: readonly PlannedCheck[], ...versions: readonly string[]) =>
  plan.filter(({ cell }) => !versions.includes(cell.version));

describe("a newest version of the news surface", () => {
  const planned = () => planIn(withVersion("news", newer, latest.news));

  test("is judged like the one before it", () => {
    const plan = planned();
    expect(at(plan, "news", newer)).toEqual(at(known, "news", latest.news));
  });

  test("leaves every other cell as it was", () => {
    const plan = planned();
    expect(others(plan, newer, "default").map(wholeOf)).toEqual(
      others(known, "default").map(wholeOf),
    );
    expect(at(plan, "news", "default")).toEqual(at(known, "news", "default"));
    expect(at(plan, "aggregator", "default")).toEqual(at(known, "aggregator", "default"));
  });
});

test("a newest version adds its own lines to the pins, and no other", () => {
  const plan = planIn(withVersion("news", newer, latest.news));
  const linesOf = (planned: readonly PlannedCheck[]) =>
    pinsText(pinsOf(loadRegister(), planned)).split("\n");
  const lines = linesOf(plan);
  const own = lines.filter((line) => line.startsWith(`  news ${newer}: `));
  expect(own.length).toBeGreaterThan(80);
  expect(lines.filter((line) => !own.includes(line))).toEqual(linesOf(known));
});

/** A newest version of each surface, in which every endpoint lacks one of its parameters. */
interface Lacking {
  readonly folder: string;
  /** The parameter's name, or that of its role, by endpoint. */
  readonly removed: ReadonlyMap<string, string>;
}

/** @param number of the parameter: those with a name first, then those that only have a role */
function withoutParameter(number: number): Lacking {
  const removed = new Map<string, string>();
  const folder = withVersion("news", newer, latest.news);
  withVersion("aggregator", newer, latest.aggregator, null, folder);
  for (const surface of surfaces) {
    const file = `${surface}/${newer}/openapi.yaml`;
    const document: unknown = parseYaml(readFileSync(join(folder, file), "utf8"));
    const whole: JsonObject = isObject(document) ? document : {};
    const paths = Object.entries(objectAt(whole, "paths")).map(([endpoint, path]) => {
      // A reference to an older version has none of its own.
      if (!isObject(path) || !isObject(path.get)) return [endpoint, path];
      const { get } = path;
      const [parameters, roles] = [listAt(get, "parameters"), listAt(get, "x-roles")];
      const named = parameters.filter((one) => isObject(one) && one.in === "query");
      const gone = [...named, ...roles][number];
      if (isObject(gone)) removed.set(`${surface} ${endpoint}`, String(gone.name ?? gone.role));
      const rest = {
        parameters: parameters.filter((one) => one !== gone),
        "x-roles": roles.filter((one) => one !== gone),
      };
      return [endpoint, { get: { ...get, ...rest } }];
    });
    writeYaml(folder, file, { ...whole, paths: Object.fromEntries(paths) });
  }
  return { folder, removed };
}

/** The names of the reference server for a role, or a name that the specification shows. */
function namesOf(surface: Surface, endpoint: string, meaning: string): readonly unknown[] {
  const group = first.operation(surface, endpoint, "default")?.roleGroup ?? "";
  const name = referenceParameters[surface][group]?.[meaning] ?? meaning;
  return typeof name === "string" ? [name] : Object.values(name);
}

describe("a newest version that lacks a parameter of the one before", () => {
  const newest = [newer, "default"];
  /** Checks of other areas that need a search text, a place or a further page. */
  const needed: Readonly<Record<number, readonly string[]>> = {
    0: [
      "envelope.lists-when-empty /geolocation",
      "envelope.lists-when-empty /search",
      "envelope.page-size-same-on-every-page /geolocation",
      "envelope.page-size-same-on-every-page /search",
      "envelope.lists-when-empty /search/publishers",
    ],
    6: ["envelope.total-same-on-every-page /search"],
  };

  test.each([0, 1, 2, 3, 4, 5, 6, 7])("is not asked for parameter %i of an endpoint", (number) => {
    const { folder, removed } = withoutParameter(number);
    expect(removed.size).toBeGreaterThan(0);
    const plan = planIn(folder);
    const asked = plan.flatMap(({ requirement, requests }) =>
      requests
        .filter(({ surface, endpoint, version, query }) => {
          const gone = removed.get(`${surface} ${endpoint}`);
          const names = gone === undefined ? [] : namesOf(surface, endpoint, gone);
          return newest.includes(version) && query.some(([name]) => names.includes(name));
        })
        .map((spec) => `${requirement.id}: ${canonicalRequest(spec)}`),
    );
    expect(asked).toEqual([]);
    // A check without its parameter is not there, so that the run is not incomplete.
    expect(plan.filter(({ inconclusive }) => inconclusive !== null).map(placeOf)).toEqual([]);
    expect(others(plan, ...newest).map(placeOf)).toEqual(others(known, "default").map(placeOf));
    const lost = surfaces.flatMap((surface) => {
      const left = new Set(at(plan, surface, newer));
      return at(known, surface, latest[surface]).filter((one) => !left.has(one));
    });
    const elsewhere = lost.filter((one) => !/^(parameter|limit|robustness)\./.test(one));
    expect([...new Set(elsewhere)]).toEqual(needed[number] ?? []);
  });
});

describe("the same date on both surfaces", () => {
  test("is asked for as an unknown version on neither", () => {
    const folder = withVersion("news", newer, latest.news);
    const plan = planIn(withVersion("aggregator", newer, latest.aggregator, null, folder));
    const unknown = plan
      .filter(({ requirement }) => requirement.id === "version.unknown-value-refused")
      .flatMap(({ requests }) => requests.map(({ version }) => version));
    expect(unknown).toContain("2022-01-01x");
    expect(unknown).not.toContain(newer);
  });
});

describe("a version that only some endpoints have", () => {
  const endpoints = ["/search", "/ping"];
  const partial = () => {
    const folder = withVersion("aggregator", newer, latest.aggregator, endpoints);
    return loadCatalogueFrom(folder);
  };

  test("is the default there, and nowhere else", () => {
    const contracts = partial();
    const byDefault = (endpoint: string) =>
      contracts.operation("aggregator", endpoint, "default")?.version;
    expect([byDefault("/search"), byDefault("/ping")]).toEqual([newer, newer]);
    expect([byDefault("/topics"), byDefault("/geolocation")]).toEqual([
      latest.aggregator,
      latest.aggregator,
    ]);
  });

  test("moves no endpoint and no other cell", () => {
    const contracts = partial();
    const plan = planOf(contracts);
    const order = (operations: typeof contracts.operations) => [
      ...new Set(operations.map(({ surface, endpoint }) => `${surface} ${endpoint}`)),
    ];
    expect(order(contracts.operations)).toEqual(order(first.operations));
    expect(others(plan, newer, "default").map(wholeOf)).toEqual(
      others(known, "default").map(wholeOf),
    );
  });

  test("is judged where it is, and not by links to where it is not", () => {
    const plan = planOf(partial());
    const followed = [
      "navigation-link-opens",
      "navigation-link-changes-result",
      "related-topic-opens",
      "links-open-what-they-name",
    ].map((link) => `parameter.${link} /search`);
    const expected = at(known, "aggregator", latest.aggregator).filter(
      (one) =>
        endpoints.some((endpoint) => one.endsWith(` ${endpoint}`)) && !followed.includes(one),
    );
    expect(at(plan, "aggregator", newer)).toEqual(expected);
    const asked = plan
      // The others may be asked for it as for a version that they do not have.
      .filter(({ requirement }) => !requirement.id.startsWith("version.unknown-value-"))
      .flatMap(({ requests }) => requests)
      .filter(({ surface, version }) => surface === "aggregator" && version === newer);
    expect(new Set(asked.map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints));
  });
});

describe("a newest version of an older generation", () => {
  const planned = () => planIn(withVersion("aggregator", newer, "2024-01-01"));

  test("is judged like the one that it continues", () => {
    const plan = planned();
    expect(at(plan, "aggregator", newer)).toEqual(at(known, "aggregator", "2024-01-01"));
  });

  test("leaves every other dated cell as it was", () => {
    const plan = planned();
    expect(others(plan, newer, "default").map(placeOf)).toEqual(
      others(known, "default").map(placeOf),
    );
  });
});

describe("a version between two others", () => {
  test.each([
    ["2025-01-01", "2026-05-25"],
    ["2025-01-01", "2024-01-01"],
  ])(
    "%s, like %s, is judged like it and takes no requirement from any other cell",
    (version, like) => {
      const plan = planIn(withVersion("aggregator", version, like));
      expect(at(plan, "aggregator", version)).toEqual(at(known, "aggregator", like));
      expect(others(plan, version).map(placeOf)).toEqual(known.map(placeOf));
    },
  );
});

test("a rule whose owner is not in the register is an error, since it would never be judged", () => {
  const folder = copyOfFirstContracts();
  const file = join(folder, "aggregator/2026-05-25/navigation-link.yaml");
  const text = readFileSync(file, "utf8");
  const misspelt = text.replace("envelope.navigation-links", "envelope.navigation-link");
  expect(misspelt).not.toBe(text);
  writeFileSync(file, misspelt);
  expect(() => planIn(folder)).toThrow(
    'the schema of aggregator /search 2026-05-25: x-requirement "envelope.navigation-link" is not in the register',
  );
});
