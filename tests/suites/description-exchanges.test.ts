import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../contracts/json.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import type { AuthStyle, Version } from "../../contracts/vocabulary.ts";
import { describedExchangeChecks } from "../../suites/checks/description-exchanges.ts";
import { createTarget } from "../../suites/model/target.ts";
import { madeUpExchange } from "./sources.ts";
import { completeConfiguration, completeKeys } from "./target.ts";

const contracts = loadCatalogue();
const aggregator = completeConfiguration.surfaces.aggregator;
const place = { surface: "aggregator", version: "default" } as const;
const results = JSON.stringify({ news_articles: [{ type: "article", title: "A" }] });
const success = { 200: { description: "Found." } };

/** A target whose aggregator is described by this document. */
function describedBy(document: JsonObject) {
  if (aggregator === undefined) throw new Error("no aggregator");
  const description = { source: "d.json", document, problem: null, violations: [] };
  const surfaces = { aggregator: { ...aggregator, description } };
  return createTarget({ ...completeConfiguration, surfaces }, completeKeys, contracts);
}

/** A request to `/search`, with the response to it. */
interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly style?: AuthStyle | null;
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly version?: Version;
  readonly endpoint?: string;
}

/** What both requirements say of one exchange. */
function found(document: JsonObject, sent: Sent = {}): readonly string[] {
  const { style = "bearer", endpoint = "/search", version = place.version } = sent;
  const exchange = madeUpExchange(
    {
      ...place,
      endpoint,
      version,
      query: Object.entries(sent.query ?? {}),
      credential: style === null ? { kind: "none" } : { kind: "key", key: "own", form: style },
    },
    {
      status: sent.status ?? 200,
      headers: { "content-type": sent.type ?? "application/json" },
      body: sent.body ?? results,
    },
  );
  const context = {
    cell: { ...place, endpoint, auth: null },
    target: describedBy(document),
    contracts,
  };
  return describedExchangeChecks.flatMap((check) => {
    const judged = check.expect({ exchange }, context);
    if ("notOwed" in judged) return [judged.notOwed];
    return judged.map(({ path, expected, actual }) => `${path} ${expected} ${actual}`);
  });
}

/** A description of `/search` with these members of its operation, and of the document. */
function searchWith(operation: JsonObject, document: JsonObject = {}): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    ...document,
    paths: { "/search": { get: { responses: success, ...operation } } },
  };
}

function withParameter(parameter: JsonObject, document: JsonObject = {}): JsonObject {
  const whole = { name: "country", in: "query", ...parameter };
  return searchWith({ parameters: [whole] }, document);
}

const british = { query: { query: "climate", country: "gb" } };

describe("parameters", () => {
  test.each<[string, JsonObject, string]>([
    [
      "required ones that were left out",
      { name: "q", required: true },
      "optional, since a request without q was served",
    ],
    ["another place", { in: "header" }, "country in the query in header"],
    ["a list of other values", { schema: { enum: ["us"] } }, 'gb is not allowed: enum ["us"]'],
    ["a pattern", { schema: { type: "string", pattern: "^[A-Z]+$" } }, "pattern ^[A-Z]+$"],
    ["another type", { schema: { type: "integer" } }, "gb is not allowed: type integer"],
    ["a list of others", { schema: { type: "array", items: { enum: ["us"] } } }, "type array"],
  ])("%s: a contradiction", (_, parameter, words) => {
    const said = found(withParameter(parameter), british);
    expect(said).toEqual([expect.stringContaining("d.json#/paths/~1search/get/parameters/0 ")]);
    expect(said.join()).toContain(words);
  });

  test.each<[string, JsonObject, JsonObject?]>([
    ["the value itself", { schema: { enum: ["gb", "us"] } }],
    ["no schema", {}],
    ["a schema of any value", { schema: true }],
    ["a reference to nothing", { schema: { $ref: "#/components/schemas/None" } }],
    ["a reference to another document", { schema: { $ref: "other.yaml#/A" } }],
    ["a dynamic reference", { schema: { $dynamicRef: "#any" } }],
    ["a media type", { content: { "application/json": { schema: { enum: ["us"] } } } }],
    ["a list", { schema: { type: "array", items: { enum: ["gb"] }, minItems: 1 } }],
    ["an object", { style: "deepObject", schema: { type: "object" } }],
    ["a required object", { name: "filter", required: true, schema: { type: "object" } }],
    ["a format that is not known", { schema: { type: "string", format: "iso-3166" } }],
    ["a keyword that is not known", { schema: { "x-enum": ["us"], within: ["us"] } }],
    ["a pattern that is not run", { schema: { pattern: "^(?!gb)" } }],
    ["an invalid pattern", { schema: { pattern: "(" } }],
    ["an invalid schema", { schema: { type: "string", maxLength: "many" } }],
    ["an own place of another name", { name: "Country", in: "header" }],
    ["a required header", { name: "X-Request-ID", in: "header", required: true }],
    ["a required cookie", { name: "session", in: "cookie", required: true }],
    [
      "a name of another version",
      { name: "q", required: true, description: "Version 2022-01-01." },
    ],
    ["flags of OpenAPI 3.0", { schema: { type: "string", nullable: true } }, { openapi: "3.0.3" }],
    ["a bound of 3.0 in 3.1", { schema: { maximum: 9, exclusiveMaximum: true } }],
    ["no schema in OpenAPI 2.0", { type: "string", required: false }, { swagger: "2.0" }],
    ["an alternative", { schema: { anyOf: [{ enum: ["us"] }, { minLength: 2 }] } }],
  ])("%s: none", (_, parameter, document) => {
    expect(found(withParameter(parameter, document), british)).toEqual([]);
  });

  test("of OpenAPI 2.0 are their own schemas", () => {
    const document = withParameter({ type: "string", enum: ["us"] }, { swagger: "2.0" });
    expect(found(document, british)).toHaveLength(1);
  });

  test("with a value that the specification does not document, or for which nothing was found: none", () => {
    const document = withParameter({ schema: { enum: ["us"] } });
    for (const country of ["GB", "gbr", " gb", "1", ""])
      expect(found(document, { query: { country } })).toEqual([]);
    expect(found(document, { ...british, body: '{"news_articles":[]}' })).toEqual([]);
    expect(found(document, { ...british, status: 400 })).toEqual([]);
  });

  test("of a path count for its operation, and the operation's own override them", () => {
    const parameter = { name: "country", in: "query", schema: { enum: ["us"] } };
    const at = (own: readonly JsonObject[]): JsonObject => ({
      ...searchWith({}),
      paths: {
        "/search": { parameters: [parameter], get: { responses: success, parameters: own } },
      },
    });
    expect(found(at([]), british)).toHaveLength(1);
    expect(found(at([{ name: "country", in: "query" }]), british)).toEqual([]);
  });

  test("codes may be described in capitals where the specification does not show their case", () => {
    const document = withParameter({ schema: { enum: ["US", "GB"] } });
    const paths = { "/geolocation": Object.values(Object(document.paths))[0] };
    const sent = { query: { location: "London", country: "gb" }, endpoint: "/geolocation" };
    expect(found({ ...document, paths }, sent)).toEqual([]);
    expect(found(document, british)).toHaveLength(1);
  });

  test("a schema that takes exponential time ends without a finding", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const $ref = `#/components/schemas/S${index + 1}`;
        return [`S${index}`, { allOf: [{ $ref }, { $ref }] }];
      }),
    );
    const components = { schemas: { ...schemas, S40: { enum: ["us"] } } };
    const schema = { $ref: "#/components/schemas/S0" };
    expect(found(withParameter({ schema }, { components }), british)).toEqual([]);
  });
});

test("of very many parameters and alternatives, the first ones are compared in bounded time", () => {
  const many = Array.from({ length: 5_000 }, (_, index) => index);
  const parameters = many.map((index) => ({ name: `p${index}`, in: "query", required: true }));
  const security = many.map((index) => ({ [`s${index}`]: [] }));
  const started = performance.now();
  expect(found(searchWith({ parameters, security }), british)).toHaveLength(100);
  expect(performance.now() - started).toBeLessThan(2_000);
  const oneOf = many.map((index) => ({ const: `c${index}` }));
  expect(found(withParameter({ schema: { oneOf } }), british)).toEqual([]);
  const countries = many.slice(0, 250).map((index) => ({ const: `c${index}` }));
  expect(found(withParameter({ schema: { oneOf: countries } }), british)).toHaveLength(1);
});

describe("security", () => {
  const components = {
    securitySchemes: {
      bearer: { type: "http", scheme: "Bearer" },
      header: { type: "apiKey", in: "header", name: "X-API-Key" },
      other: { type: "apiKey", in: "header", name: "x-other" },
      cookie: { type: "apiKey", in: "cookie", name: "key" },
      certificate: { type: "mutualTLS" },
      login: { type: "oauth2", flows: {} },
    },
  };
  const secured = (...ways: readonly (readonly string[])[]) => {
    const security = ways.map((way) => Object.fromEntries(way.map((name) => [name, []])));
    return searchWith({ security }, { components });
  };
  const keyless = { style: null, status: 401 } as const;

  test.each<[string, readonly (readonly string[])[], Sent, string]>([
    ["two schemes at once", [["bearer", "header"]], {}, "the key as bearer alone"],
    ["bearer only with another", [["bearer", "cookie"], ["header"]], {}, "bearer and cookie"],
    ["the other style", [["bearer", "header"]], { style: "x-api-key" }, "x-api-key alone"],
    ["an alternative without a key", [["bearer"], []], keyless, "bearer, or nothing"],
    ["a header that is no key", [["bearer"], ["other"]], {}, "the header x-other"],
  ])("%s: a contradiction", (_, ways, sent, words) => {
    expect(found(secured(...ways), sent)).toEqual([expect.stringContaining(words)]);
  });

  test.each<[string, readonly (readonly string[])[], Sent]>([
    ["bearer only", [["bearer"]], { style: "api-key" }],
    ["no security", [], keyless],
    ["no security", [], {}],
    ["a certificate", [["bearer", "certificate"]], {}],
    ["a scheme that is not defined", [["bearer", "unknown"]], {}],
    ["a login", [["login"]], {}],
    ["a second key beside one that is enough", [["bearer", "header"], ["bearer"]], {}],
    ["another style beside bearer", [["bearer"], ["header", "cookie"]], { style: "x-api-key" }],
    ["schemes that were not used", [["cookie"]], {}],
    ["a request without a key that is served", [["bearer"], []], { style: null }],
    ["a request without a key that is forbidden", [["bearer"], []], { ...keyless, status: 403 }],
  ])("%s: none", (_, ways, sent) => {
    expect(found(secured(...ways), sent)).toEqual([]);
  });
});

describe("responses", () => {
  const json = { description: "", content: { "application/json": {} } };
  const xml = { description: "", content: { "application/xml": {} } };

  test.each<[string, JsonObject, number, string]>([
    [
      "another media type",
      { 200: xml },
      200,
      "application/json, which the server sent with status 200",
    ],
    ["another one by default", { default: xml }, 400, "application/json"],
    ["another success", { 201: json }, 200, "status 200, which the server sent 201"],
    ["no 401 beside 400", { 200: json, 400: json }, 401, "status 401"],
    ["no 400 beside 401", { 200: json, 401: json }, 400, "status 400"],
  ])("%s: a contradiction", (_, responses, status, words) => {
    const said = found(searchWith({ responses }), { status });
    expect(said).toEqual([expect.stringContaining(words)]);
  });

  test.each<[string, JsonObject, number]>([
    ["none at all", {}, 200],
    ["only successes", { 200: json }, 401],
    ["only refusals", { 400: json, 401: json }, 200],
    ["only refusals of another kind", { 200: json, 422: json, 404: json }, 400],
    ["a range", { "2XX": json, "4xx": json }, 401],
    ["every other one", { 200: json, 400: json, default: json }, 401],
    ["a range of media types", { 200: { content: { "*/*": {} } } }, 200],
    ["media types of a kind", { 200: { content: { "application/*": {} } } }, 200],
    ["JSON of a kind", { 200: { content: { "application/vnd.news+json": {} } } }, 200],
    ["JSON with a parameter", { 200: { content: { "Application/JSON; charset=utf-8": {} } } }, 200],
    ["JSON and XML", { 200: { content: { ...xml.content, ...json.content } } }, 200],
    ["no media type", { 200: { description: "", content: {} } }, 200],
    ["a reference to nothing", { 200: { $ref: "#/components/responses/None" } }, 200],
    ["a status that the specification does not name", { 400: json, 401: json }, 404],
    ["members that are no objects", { 200: null, 400: 1 }, 200],
  ])("%s: none", (_, responses, status) => {
    expect(found(searchWith({ responses }), { status })).toEqual([]);
  });

  test("in another media type than JSON are judged elsewhere", () => {
    const document = searchWith({ responses: { 200: xml } });
    expect(found(document, { type: "application/xml" })).toEqual([]);
  });

  test("in OpenAPI 2.0 have the media types of the operation or the document", () => {
    const own = { swagger: "2.0", produces: ["application/xml"] };
    expect(found(searchWith({}, own))).toHaveLength(1);
    expect(found(searchWith({ produces: ["application/json"] }, own))).toEqual([]);
    expect(found(searchWith({}, { swagger: "2.0" }))).toEqual([]);
  });
});

test("a description is compared at the version that it is about", () => {
  const cellsOf = (version: string) => {
    const target = describedBy({ ...searchWith({}), info: { title: "A", version } });
    const cells = describedExchangeChecks.flatMap((check) => check.where(target, contracts));
    return [...new Set(cells.map((cell) => cell.version))];
  };
  // A further version does not move the cells of a description that names none.
  expect(cellsOf("1.0.0")).toEqual(["default"]);
  expect(cellsOf("2026-05-25")).toEqual(["default", "2026-05-25"]);
  expect(cellsOf("2024-01-01.3")).toEqual(["2024-01-01"]);
});

test("what is sent to another version is not compared, nor what is not described", () => {
  const document = withParameter({ schema: { enum: ["us"] } });
  expect(found(document, { ...british, version: "2099-01-01" })).toEqual([]);
  expect(found({ ...document, paths: {} }, british)).toEqual([
    ...Array(2).fill("the description has no such operation: see description.paths-listed"),
  ]);
});
