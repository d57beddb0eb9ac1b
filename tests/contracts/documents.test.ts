import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { bundleContract } from "../../contracts/bundle.ts";
import {
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from "../../contracts/json.ts";
import { contractsFolder, loadCatalogue } from "../../contracts/load.ts";
import { documentPath } from "../../contracts/operations.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import { copyOfFirstContracts } from "./folder.ts";

const contracts = loadCatalogue();
const documents = surfaces.flatMap((surface) => {
  const all = contracts.operations.filter((one) => one.surface === surface);
  return [...new Set(all.map(({ version }) => version))].map((version) => ({ surface, version }));
});

/** Every object inside a value, with the JSON pointer that leads there. */
function objectsIn(value: unknown, pointer = "#"): readonly (readonly [string, JsonObject])[] {
  if (Array.isArray(value))
    return value.flatMap((one, index) => objectsIn(one, `${pointer}/${index}`));
  if (!isObject(value)) return [];
  const below = Object.entries(value).flatMap(([name, one]) =>
    objectsIn(one, `${pointer}/${name.replaceAll("/", "~1")}`),
  );
  return [[pointer, value], ...below];
}

function follow(document: unknown, value: unknown): unknown {
  const ref = isObject(value) ? value.$ref : undefined;
  return typeof ref === "string" ? valueAt(document, ref.slice(1)) : value;
}

function operationsIn(document: JsonObject) {
  return Object.entries(objectAt(document, "paths")).map(
    ([endpoint, item]) => [endpoint, objectAt(item, "get")] as const,
  );
}

function isDescribed(document: JsonObject, value: unknown): boolean {
  const text = (one: unknown) => (isObject(one) ? textAt(one, "description") : null);
  return Boolean(text(value) ?? text(follow(document, value)));
}

const matching = ["/search", "/topics", "/search/publishers", "/info/countries", "/info/topics"];

/** Errors, rules 1 and 2, and docs/interpretations.md, "errors". */
function envelopeAt(place: {
  readonly surface: Surface;
  readonly version: string;
  readonly endpoint: string;
  readonly status: string;
}): string {
  const { surface, version, endpoint, status } = place;
  if (endpoint === "/geolocation" && status !== "default") return "legacy";
  const isContested = version === "2022-01-01" && endpoint === "/info/topics";
  if (!matching.includes(endpoint) || isContested) return "either";
  if (version < "2026") return "legacy";
  return surface === "news" ? "either" : "metadata-and-errors";
}

function versionHeader(document: JsonObject, endpoint: string): JsonObject {
  const get = objectAt(objectAt(objectAt(document, "paths"), endpoint), "get");
  const found = listAt(get, "parameters").find((one) => isObject(one) && one.in === "header");
  return isObject(found) ? found : {};
}

test("there is a document for every version", () => {
  const folders = surfaces.flatMap((surface) =>
    readdirSync(join(contractsFolder(), surface)).map((version) => `${surface} ${version}`),
  );
  expect(documents.map(({ surface, version }) => `${surface} ${version}`).sort()).toEqual(
    folders.sort(),
  );
});

describe.each(documents)("$surface $version", async ({ surface, version }) => {
  const path = fileURLToPath(
    new URL(`../../contracts/${documentPath(surface, version)}`, import.meta.url),
  );
  const bundled = await bundleContract(surface, version);

  test("is a valid OpenAPI document of its version", async () => {
    const document = await SwaggerParser.validate(path);
    expect(document.info.version).toBe(version);
  });

  test("bundles into a valid document", async () => {
    const copy: Parameters<typeof SwaggerParser.validate>[0] = JSON.parse(JSON.stringify(bundled));
    await expect(SwaggerParser.validate(copy)).resolves.toHaveProperty("openapi", "3.1.0");
  });

  test("the bundle refers to its own components only", () => {
    const refs = objectsIn(bundled).flatMap(([, { $ref }]) => ($ref === undefined ? [] : [$ref]));
    expect(refs.length).toBeGreaterThan(0);
    for (const ref of refs) {
      expect(ref).toMatch(/^#\/components\/(schemas|responses|examples)\/[A-Z][A-Za-z]+$/);
      expect(valueAt(bundled, String(ref).slice(1))).toBeDefined();
    }
  });

  test("the bundle has nothing that only this suite understands", () => {
    const objects = objectsIn(bundled).map(([, one]) => one);
    expect(objects.flatMap(Object.keys).filter((name) => name.startsWith("x-"))).toEqual([]);
    const formats = new Set(objects.flatMap((one) => textAt(one, "format") ?? []));
    // Of JSON Schema itself. A date-time of RFC 3339 has a zone, which the specification does not require.
    expect([...formats].filter((name) => name !== "uuid" && name !== "date")).toEqual([]);
  });

  test("every operation has a described tag", () => {
    const described = listAt(bundled, "tags").filter(isObject);
    expect(described.map((tag) => textAt(tag, "description")).filter((text) => !text)).toEqual([]);
    const names = described.map(({ name }) => name);
    for (const [, get] of operationsIn(bundled)) expect(names).toContain(listAt(get, "tags")[0]);
    const used = operationsIn(bundled).flatMap(([, get]) => listAt(get, "tags"));
    expect(names.filter((name) => !used.includes(name))).toEqual([]);
  });

  test("every property and parameter is described", () => {
    const bare = objectsIn(bundled).flatMap(([pointer, one]) =>
      Object.entries(pointer.endsWith("/properties") ? {} : objectAt(one, "properties"))
        .filter(([, property]) => !isDescribed(bundled, property))
        .map(([name]) => `${pointer}/properties/${name}`),
    );
    // What a schema excludes is no property of anything.
    expect(bare.filter((pointer) => !pointer.includes("/not/"))).toEqual([]);
    const parameters = operationsIn(bundled).flatMap(([, get]) => listAt(get, "parameters"));
    expect(parameters.filter((one) => !isDescribed(bundled, one))).toEqual([]);
  });

  test("every response has an example", () => {
    for (const [endpoint, get] of operationsIn(bundled)) {
      for (const [status, response] of Object.entries(objectAt(get, "responses"))) {
        const json = valueAt(follow(bundled, response), "/content/application~1json");
        const examples = Object.keys(objectAt(json, "examples"));
        expect(examples.length, `${endpoint} ${status}`).toBeGreaterThan(0);
      }
    }
  });

  test("its server is a variable with a reserved name", () => {
    const [server] = listAt(bundled, "servers");
    const [variable] = Object.values(objectAt(server, "variables"));
    expect(String(objectAt({ variable }, "variable").default)).toMatch(/^https:\/\/\w+\.example$/);
  });

  test("the envelopes of its errors are those that the specification allows", () => {
    for (const [endpoint, get] of operationsIn(bundled)) {
      for (const [status, response] of Object.entries(objectAt(get, "responses"))) {
        if (status === "200") continue;
        const schema = follow(
          bundled,
          valueAt(follow(bundled, response), "/content/application~1json/schema"),
        );
        const isEither = isObject(schema) && "oneOf" in schema;
        const isLegacy = isObject(schema) && "success" in objectAt(schema, "properties");
        const found = isEither ? "either" : isLegacy ? "legacy" : "metadata-and-errors";
        const place = { surface, version, endpoint, status };
        expect({ ...place, found }).toEqual({ ...place, found: envelopeAt(place) });
      }
    }
  });

  test("operations have distinct ids and offer all ways to send a key, ping none", () => {
    const operations = operationsIn(bundled);
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(
      operations.length,
    );
    expect(listAt(bundled, "security")).toEqual([{ bearer: [] }, { apiKey: [] }, { xApiKey: [] }]);
    for (const [endpoint, get] of operations) {
      expect(get.security).toEqual(endpoint === "/ping" ? [] : undefined);
    }
  });

  test("every example holds against its schema", () => {
    // The vocabulary of OpenAPI itself; the mapping of a discriminator is for code generators.
    const ajv = new Ajv2020({ strict: true, allErrors: true });
    addFormats.default(ajv, ["uuid"]);
    ajv.addVocabulary(["discriminator", "components"]);
    const components = objectAt(bundled, "components");
    let judged = 0;
    for (const [pointer, content] of objectsIn(bundled)) {
      if (!pointer.endsWith("/content/application~1json")) continue;
      const schema = { ...objectAt(content, "schema"), components };
      const validate = ajv.compile(schema);
      for (const [name, example] of Object.entries(objectAt(content, "examples"))) {
        const { value } = objectAt({ example: follow(bundled, example) }, "example");
        expect({ pointer, name, holds: validate(value), errors: validate.errors }).toEqual({
          ...{ pointer, name, holds: true, errors: null },
        });
        judged += 1;
      }
    }
    expect(judged).toBeGreaterThan(0);
  });

  test("the examples of success bodies hold against the contract itself", () => {
    for (const [endpoint, get] of operationsIn(bundled)) {
      const ok = objectAt(objectAt(get, "responses"), "200");
      const content = objectAt(objectAt(ok, "content"), "application/json");
      for (const example of Object.values(objectAt(content, "examples"))) {
        const operation = contracts.operation(surface, endpoint, version);
        const value = valueAt(follow(bundled, example), "/value");
        expect(operation?.validateSuccess(value)).toEqual([]);
      }
    }
  });
});

describe("the api-version header", () => {
  test.each(
    documents.flatMap(({ surface, version }) =>
      contracts.operations
        .filter((one) => one.surface === surface && one.version === version)
        .map(({ endpoint }) => [surface, version, endpoint] as const),
    ),
  )("%s %s requires its own date at %s", async (surface, version, endpoint) => {
    // The specification names no versions for the article search of the first ones.
    const required = contracts.operation(surface, endpoint, version)?.availability !== "unstated";
    expect(versionHeader(await bundleContract(surface, version), endpoint)).toEqual({
      name: "api-version",
      in: "header",
      required,
      description: expect.any(String),
      schema: { type: "string", enum: [version] },
    });
  });

  test.each<[Surface, string, readonly string[]]>([
    ["aggregator", "/search", ["2026-05-25", "2024-01-01", "2022-01-01"]],
    ["news", "/search/articles", ["2026-08-01", "2024-01-01"]],
    ["news", "/search/publishers", ["2026-08-01", "2024-01-01"]],
    ["news", "/ping", ["2026-08-01", "2024-01-01"]],
    ["news", "/info/topics", ["2026-08-01", "2024-01-01", "2022-01-01"]],
  ])("%s latest may omit it at %s, and lists its versions", async (surface, endpoint, values) => {
    const folder = copyOfFirstContracts();
    const header = versionHeader(await bundleContract(surface, "default", { folder }), endpoint);
    expect(header).toMatchObject({
      name: "api-version",
      required: false,
      schema: { type: "string", enum: values, default: values[0] },
    });
  });
});

test("a date-time needs no zone, and an impossible one is none", async () => {
  const bundled = await bundleContract("aggregator", "default");
  const schema = valueAt(bundled, "/components/schemas/Article/properties/date");
  const accepts = new Ajv2020().compile(isObject(schema) ? schema : false);
  const texts = ["2026-05-25T10:00:00", "2026-05-25T10:00:00Z", "20260525T1000+02", "yesterday"];
  expect(texts.map((text) => accepts(text))).toEqual([true, true, true, false]);
});

test("a bundle tells code generators which schema each type of item means", async () => {
  const { components } = await bundleContract("aggregator", "default");
  const item = objectAt(objectAt({ components }, "components"), "schemas").NewsItem;
  expect(objectAt(item, "discriminator")).toEqual({
    propertyName: "type",
    mapping: {
      article: "#/components/schemas/Article",
      story: "#/components/schemas/Story",
      storyline: "#/components/schemas/Storyline",
      social_post: "#/components/schemas/SocialPost",
    },
  });
});

test("an unknown version is refused with a list of the existing ones", async () => {
  const folder = copyOfFirstContracts();
  await expect(bundleContract("news", "2025-01-01", { folder })).rejects.toThrow(
    "the news surface has no version 2025-01-01; it has 2026-08-01, 2024-01-01, 2022-01-01",
  );
});
