import { describe, expect, test } from "vitest";
import { describedSurface } from "../../description/operations.ts";

const operation = { responses: { 200: { description: "fine" } } };

function pathIn(document: object, basePath = "/headlines") {
  const whole = { openapi: "3.1.0", info: {}, ...document };
  return describedSurface(whole).path("/search", basePath)?.pointer;
}

describe("a path is found", () => {
  test.each([
    ["as it is written", { paths: { "/search": {} } }, "/paths/~1search"],
    ["below the base path", { paths: { "/headlines/search": {} } }, "/paths/~1headlines~1search"],
    [
      "below what the server's URL leaves of it",
      { servers: [{ url: "https://any.example/api/" }], paths: { "/v3/search": {} } },
      "/paths/~1v3~1search",
      "/api/v3",
    ],
    [
      "below a relative server",
      { servers: [{ url: "./api" }], paths: { "/v3/search": {} } },
      "/paths/~1v3~1search",
      "/api/v3",
    ],
  ])("%s", (_, document, pointer, basePath = "/headlines") => {
    expect(pathIn(document, basePath)).toBe(pointer);
  });
  test("or not", () => {
    expect(
      pathIn({ paths: { "/searches": {}, "/search/": {}, "/other/search": {} } }),
    ).toBeUndefined();
    expect(pathIn({ paths: { "/search": null } })).toBeUndefined();
    expect(pathIn({})).toBeUndefined();
  });
});

test("parameters of a path and of its operation, by reference, the nearer ones first", () => {
  const get = describedSurface({
    openapi: "3.0.3",
    paths: {
      "/search": {
        parameters: [
          { name: "a", in: "query", required: true },
          { $ref: "#/components/parameters/B" },
          { $ref: "#/components/parameters/Circle" },
          { $ref: "elsewhere.yaml" },
        ],
        get: {
          ...operation,
          parameters: [
            { name: "a", in: "query", schema: { $ref: "#/components/schemas/N" } },
            {
              name: "c",
              in: "query",
              content: { "application/json": { schema: { type: "object" } } },
            },
          ],
        },
      },
    },
    components: {
      parameters: {
        B: { name: "b", in: "header", schema: { type: "string", nullable: true } },
        Circle: { $ref: "#/components/parameters/Circle" },
      },
      schemas: { N: { type: "integer", minimum: 0, exclusiveMinimum: true } },
    },
  }).path("/search", "")?.get;
  expect(
    get?.parameters.map(({ name, in: place, required, schema }) => [name, place, required, schema]),
  ).toEqual([
    ["b", "header", false, { type: ["string", "null"] }],
    ["a", "query", false, { type: "integer", exclusiveMinimum: 0 }],
    ["c", "query", false, { type: "object" }],
  ]);
  expect(get?.parameters[0]?.pointer).toBe("/components/parameters/B");
});

test("schemas of parameters without what generators wrap around them", () => {
  const number = { type: "integer", minimum: 1, maximum: 100 };
  const schemas = [
    { anyOf: [number, { type: "null" }], title: "Limit" },
    { allOf: [{ $ref: "#/components/schemas/N" }], default: 10 },
    { oneOf: [{ type: "null" }, { anyOf: [{ $ref: "#/components/schemas/N" }] }] },
    { anyOf: [number, { type: "string" }] },
    { anyOf: [{ type: "null" }] },
  ];
  const get = describedSurface({
    openapi: "3.1.0",
    paths: {
      "/search": {
        get: {
          ...operation,
          parameters: schemas.map((schema, index) => ({ name: `p${index}`, in: "query", schema })),
        },
      },
    },
    components: { schemas: { N: number } },
  }).path("/search", "")?.get;
  expect(get?.parameters.map(({ schema }) => schema)).toEqual([
    { ...number, title: "Limit" },
    { ...number, default: 10 },
    number,
    schemas[3],
    schemas[4],
  ]);
});

test("responses by status, by class and by default, in any media type of JSON", () => {
  const media = (name: string) => ({
    description: "",
    content: { [name]: { schema: { title: name } } },
  });
  const get = describedSurface({
    openapi: "3.1.0",
    paths: {
      "/search": {
        get: {
          responses: {
            200: media("application/json; charset=utf-8"),
            "4XX": media("application/problem+json"),
            401: { $ref: "#/components/responses/Refused" },
            default: { description: "no body", content: { "text/html": { schema: {} } } },
          },
        },
      },
    },
    components: { responses: { Refused: media("*/*") } },
  }).path("/search", "")?.get;
  expect(get?.response(200)?.place.schema).toEqual({ title: "application/json; charset=utf-8" });
  expect(get?.response(400)?.place.schema).toEqual({ title: "application/problem+json" });
  expect(get?.response(401)?.pointer).toBe("/components/responses/Refused/content/*~1*/schema");
  expect(get?.response(500)).toBeNull();
});

describe("security", () => {
  const schemes = { key: { type: "http", scheme: "bearer" } };
  const ways = (document: object, own: object = {}) =>
    describedSurface({
      openapi: "3.1.0",
      paths: { "/search": { get: { ...operation, ...own } } },
      components: { securitySchemes: schemes },
      ...document,
    })
      .path("/search", "")
      ?.get?.security.ways.map((way) => way.map(({ name, scheme }) => [name, scheme.scheme]));

  test("of the document, unless the operation has its own", () => {
    expect(ways({ security: [{ key: [] }] })).toEqual([[["key", "bearer"]]]);
    expect(ways({ security: [{ key: [] }] }, { security: [] })).toEqual([]);
    expect(ways({}, { security: [{}, { key: [], other: [] }] })).toEqual([
      [],
      [
        ["key", "bearer"],
        ["other", undefined],
      ],
    ]);
    expect(ways({})).toEqual([]);
  });
});

test("OpenAPI 2.0 has other places for the same", () => {
  const described = describedSurface({
    swagger: "2.0",
    info: { version: "1" },
    basePath: "/api",
    security: [{ key: [] }],
    securityDefinitions: { key: { type: "apiKey", in: "header", name: "api-key" } },
    paths: {
      "/search": {
        get: {
          parameters: [{ name: "n", in: "query", type: "integer", minimum: 1, maximum: 100 }],
          responses: { 200: { description: "", schema: { $ref: "#/definitions/A" } } },
        },
      },
    },
    definitions: { A: { type: "object" } },
  });
  const get = described.path("/search", "/api")?.get;
  expect(described.openapi).toBe("2.0");
  expect(get?.parameters[0]?.schema).toMatchObject({ type: "integer", maximum: 100 });
  expect(get?.security.ways[0]?.[0]?.scheme).toMatchObject({ type: "apiKey" });
  expect(get?.response(200)?.place.schema).toEqual({ $ref: "#/definitions/A" });
});
