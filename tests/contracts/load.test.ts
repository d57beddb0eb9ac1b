import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundleContract } from "../../contracts/bundle.ts";
import { objectAt } from "../../contracts/json.ts";
import { loadCatalogue, loadCatalogueFrom, loadRegister } from "../../contracts/load.ts";
import { copyOfContracts, copyOfFirstContracts, loadFirstContracts, writeYaml } from "./folder.ts";

const contracts = loadFirstContracts();

test("contracts and register are loaded once per process", () => {
  expect(loadCatalogue()).toBe(loadCatalogue());
  expect(loadRegister()).toBe(loadRegister());
});

test("versions come newest first, without the one that is only contested", () => {
  expect(contracts.versions("aggregator")).toEqual(["2026-05-25", "2024-01-01", "2022-01-01"]);
  expect(contracts.versions("news")).toEqual(["2026-08-01", "2024-01-01"]);
  expect(contracts.latest("aggregator")).toBe("2026-05-25");
  expect(contracts.latest("news")).toBe("2026-08-01");
});

test("operations stand in the order of the specification, the newest version first", () => {
  const row = contracts.operations.map(
    ({ surface, endpoint, version, availability, generation, errorEnvelope, list }) =>
      [surface, endpoint, version, availability, generation, errorEnvelope, list].join(" "),
  );
  expect(row).toEqual([
    "aggregator /search 2026-05-25 stated metadata-and-errors metadata-and-errors news_articles",
    "aggregator /search 2024-01-01 stated 2024 legacy articles",
    "aggregator /search 2022-01-01 stated 2022 legacy data",
    "aggregator /topics 2026-05-25 stated metadata-and-errors metadata-and-errors news_articles",
    "aggregator /topics 2024-01-01 stated 2024 legacy articles",
    "aggregator /topics 2022-01-01 stated 2022 legacy data",
    "aggregator /geolocation 2026-05-25 stated metadata-and-errors metadata-and-errors news_articles",
    "aggregator /geolocation 2024-01-01 stated 2024 legacy articles",
    "aggregator /geolocation 2022-01-01 stated 2022 legacy data",
    "aggregator /ping 2026-05-25 stated metadata-and-errors metadata-and-errors ",
    "aggregator /ping 2024-01-01 stated 2024 legacy ",
    "aggregator /ping 2022-01-01 stated 2022 legacy ",
    "news /search/articles 2026-08-01 unstated metadata-and-errors metadata-and-errors ",
    "news /search/articles 2024-01-01 unstated 2024 legacy ",
    "news /search/publishers 2026-08-01 stated metadata-and-errors metadata-and-errors publishers",
    "news /search/publishers 2024-01-01 stated 2024 legacy ",
    "news /info/countries 2026-08-01 stated metadata-and-errors metadata-and-errors countries",
    "news /info/countries 2024-01-01 stated 2024 legacy ",
    "news /info/topics 2026-08-01 stated metadata-and-errors metadata-and-errors topics",
    "news /info/topics 2024-01-01 stated 2024 legacy ",
    "news /info/topics 2022-01-01 contested 2022 legacy ",
    "news /ping 2026-08-01 stated metadata-and-errors metadata-and-errors ",
    "news /ping 2024-01-01 stated 2024 legacy ",
  ]);
});

test("only ping is public", () => {
  for (const { endpoint, protected: isProtected } of contracts.operations) {
    expect(isProtected).toBe(endpoint !== "/ping");
  }
});

describe("one operation", () => {
  test("default is the latest version", () => {
    const latest = contracts.operation("news", "/info/topics", "2026-08-01");
    expect(latest).not.toBeNull();
    expect(contracts.operation("news", "/info/topics", "default")).toBe(latest);
  });

  test.each([
    ["news", "/search", "default"],
    ["aggregator", "/search", "2026-08-01"],
    ["news", "/ping", "2022-01-01"],
  ] as const)("%s %s %s is none", (surface, endpoint, version) => {
    expect(contracts.operation(surface, endpoint, version)).toBeNull();
  });

  test.each([
    ["/search", "2026-05-25", ["query", "country", "language"]],
    ["/search", "2022-01-01", ["query", "q", "country", "language"]],
    ["/topics", "2026-05-25", []],
    ["/geolocation", "2024-01-01", ["location", "country", "language"]],
    ["/ping", "2024-01-01", []],
  ])("%s at %s shows the parameters %j", (endpoint, version, names) => {
    expect(contracts.operation("aggregator", endpoint, version)?.parameters).toEqual(names);
  });

  test.each([
    ["aggregator", "/search", "search", ["domain", "from", "to", "page", "pageSize"]],
    ["aggregator", "/topics", "topics", ["topic", "subtopic"]],
    [
      ...(["news", "/search/publishers", "publishers"] as const),
      ["query", "category", "country", "language", "limit", "sort"],
    ],
    ["aggregator", "/geolocation", null, []],
    ["news", "/search/articles", null, []],
  ] as const)("%s %s has the roles of the group %s", (surface, endpoint, group, roles) => {
    const all = contracts.operations.filter(
      (one) => one.surface === surface && one.endpoint === endpoint,
    );
    expect(all.length).toBeGreaterThan(1);
    for (const one of all) {
      expect(one.roleGroup).toBe(group);
      expect(one.roles.map(({ role }) => role)).toEqual(roles);
    }
  });

  test("the domain of a role is a schema", () => {
    const roles = contracts.operation("news", "/search/publishers", "2024-01-01")?.roles ?? [];
    expect(roles.find(({ role }) => role === "query")?.schema).toEqual({
      type: "string",
      minLength: 1,
    });
    expect(roles.find(({ role }) => role === "limit")?.schema).toEqual({
      type: "integer",
      minimum: 1,
      maximum: 100,
    });
  });

  test.each([
    ["aggregator", "/topics", "2022-01-01", ["success", "total", "data"]],
    ["aggregator", "/geolocation", "default", ["metadata", "parameters", "news_articles"]],
    ["news", "/search/articles", "default", ["parameters"]],
    ["news", "/info/topics", "2022-01-01", []],
  ] as const)("%s %s at %s requires %j", (surface, endpoint, version, members) => {
    expect(contracts.operation(surface, endpoint, version)?.requiredMembers).toEqual(members);
  });

  test("an open success body has no owner", () => {
    const open = contracts.operation("news", "/search/publishers", "2024-01-01");
    expect(open?.successRequirements.size).toBe(0);
  });
});

describe("the digest", () => {
  test("depends on nothing but the YAML files", () => {
    const folder = copyOfContracts();
    writeFileSync(join(folder, "notes.txt"), "not a contract");
    expect(loadCatalogue().digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(loadCatalogueFrom(folder).digest).toBe(loadCatalogue().digest);
  });

  test("ignores how a checkout ends its lines", () => {
    const folder = copyOfContracts();
    const file = join(folder, "common/ping.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
    expect(loadCatalogueFrom(folder).digest).toBe(loadCatalogue().digest);
  });

  test("changes with a file's content and with its path", () => {
    const folder = copyOfContracts();
    const file = join(folder, "common/ping.yaml");
    writeFileSync(file, `${readFileSync(file, "utf8")}# a word more\n`);
    const changed = loadCatalogueFrom(folder).digest;
    expect(changed).not.toBe(loadCatalogue().digest);
    cpSync(file, join(folder, "common/pong.yaml"));
    expect(loadCatalogueFrom(folder).digest).not.toBe(changed);
  });
});

describe("a new version", () => {
  const version = "2027-03-01";
  const withNewVersion = () => {
    const folder = copyOfFirstContracts();
    cpSync(join(folder, "news/2026-08-01"), join(folder, "news", version), { recursive: true });
    return folder;
  };

  test("is just a new folder", () => {
    const extended = loadCatalogueFrom(withNewVersion());
    expect(extended.versions("news")).toEqual([version, "2026-08-01", "2024-01-01"]);
    expect(extended.latest("news")).toBe(version);
    expect(extended.operation("news", "/info/countries", "default")?.version).toBe(version);
    expect(extended.versions("aggregator")).toEqual(contracts.versions("aggregator"));
    expect(extended.operations.length).toBe(contracts.operations.length + 5);
  });

  test("may be told by ping", () => {
    const body = { id: "x", message: "pong", version, timestamp: 1 };
    const extended = loadCatalogueFrom(withNewVersion());
    expect(extended.operation("news", "/ping", "default")?.validateSuccess(body)).toEqual([]);
    expect(contracts.operation("news", "/ping", "default")?.validateSuccess(body)).toHaveLength(1);
  });

  test("is listed in the bundles of the others", async () => {
    const bundled = await bundleContract("news", "default", { folder: withNewVersion() });
    expect(JSON.stringify(objectAt(bundled, "paths"))).toContain(`"default":"${version}"`);
  });
});

describe("contracts with a mistake name the file", () => {
  test("no document in a version's folder", () => {
    const folder = copyOfContracts();
    rmSync(join(folder, "news/2024-01-01/openapi.yaml"));
    expect(() => loadCatalogueFrom(folder)).toThrow("openapi.yaml");
  });

  test("a version that names no generation", () => {
    const folder = copyOfContracts();
    writeYaml(folder, "news/2020-01-01/openapi.yaml", { "x-generation": "current", paths: {} });
    expect(() => loadCatalogueFrom(folder)).toThrow(
      "news/2020-01-01/openapi.yaml: x-generation must be metadata-and-errors or 2024 or 2022",
    );
  });

  test.each([
    [{ "x-availability": "maybe" }, "x-availability must be stated or contested or unstated"],
    [{ "x-roles": [{ role: "page" }] }, "a role without its meaning"],
    [{ responses: {} }, "no JSON schema for 200"],
    [
      {
        responses: {
          "200": { content: { "application/json": { schema: { type: "object" } } } },
        },
      },
      "must be a separate file",
    ],
  ])("%j", (change, message) => {
    const folder = copyOfContracts();
    const get = {
      "x-availability": "stated",
      responses: { "200": { content: { "application/json": { schema: {} } } } },
    };
    const paths = { "/info/topics": { get: { ...get, ...change } } };
    writeYaml(folder, "news/2020-01-01/openapi.yaml", { "x-generation": "2022", paths });
    expect(() => loadCatalogueFrom(folder)).toThrow(/^news\/2020-01-01\/openapi\.yaml: \/info/);
    expect(() => loadCatalogueFrom(folder)).toThrow(message);
  });
});
