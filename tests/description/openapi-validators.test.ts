import { $RefParser } from "@apidevtools/json-schema-ref-parser";
import SwaggerParser from "@apidevtools/swagger-parser";
import type { ErrorObject } from "ajv";
import { describe, expect, test } from "vitest";
import { compiledVersions, documentValidator } from "../../description/openapi-validators.ts";

type Document = Record<string, unknown>;

function valid(openapi: string): Document {
  return {
    openapi,
    info: { title: "News", version: "1" },
    paths: {
      "/search": {
        get: {
          parameters: [{ name: "query", in: "query", schema: { type: "string" } }],
          responses: {
            200: {
              description: "ok",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Tree" } } },
              headers: { "x-id": { schema: { type: "string" } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Tree: {
          type: "object",
          properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
        },
      },
    },
  };
}

/** What is wrong in a document, as a change of its JSON. */
const mistakes: readonly (readonly [string, string, string])[] = [
  ["nothing", "", ""],
  ["no title", '"title":"News",', ""],
  ["a title that is a number", '"title":"News"', '"title":1'],
  ["an unknown member of the document", '"info":', '"inof":1,"info":'],
  ["an unknown member of an operation", '"parameters":', '"parametres":[],"parameters":'],
  ["a parameter that is nowhere", '"in":"query"', '"in":"nowhere"'],
  ["a parameter without a schema", ',"schema":{"type":"string"}}]', "}]"],
  ["a schema that is a number", '"schema":{"type":"string"}}]', '"schema":1}]'],
  ["a response without a description", '"description":"ok",', ""],
  ["a path without a slash", '"/search"', '"search"'],
  ["a type that is a number", '{"type":"string"}}]', '{"type":1}}]'],
];

const shown = (errors: readonly ErrorObject[]) =>
  errors.map(({ instancePath, keyword, message, params }) =>
    JSON.stringify([instancePath, keyword, message, params]),
  );

/** The errors that the parser finds with the schema that it compiles itself. */
async function foundByParser(document: Document): Promise<readonly ErrorObject[]> {
  try {
    // It changes its input.
    await SwaggerParser.validate(JSON.parse(JSON.stringify(document)));
    return [];
  } catch (error) {
    if (error instanceof Error && "details" in error && Array.isArray(error.details))
      return error.details;
    throw error;
  }
}

describe.each(compiledVersions)("a compiled validator of OpenAPI %s", (version) => {
  const validate = documentValidator(`${version}.0`);

  test.each(mistakes)("finds what the parser finds: %s", async (_, right, wrong) => {
    const text = JSON.stringify(valid(`${version}.0`));
    expect(text).toContain(right);
    const document: Document = JSON.parse(text.replace(right, wrong));
    const expected = await foundByParser(document);
    const resolved = await $RefParser.dereference(document, {
      dereference: { circular: "ignore" },
    });
    expect(shown(validate?.(resolved) ?? [])).toEqual(shown(expected));
    // And it does not keep what it found.
    expect(validate?.(JSON.parse(JSON.stringify(valid(`${version}.0`))))).toEqual([]);
  });
});

test.each(compiledVersions)(
  "of OpenAPI %s, the scheme of a key may be in any letter case",
  (version) => {
    const schemes = (scheme: string) => ({
      ...JSON.parse(JSON.stringify(valid(`${version}.0`))),
      components: { securitySchemes: { key: { type: "http", scheme, bearerFormat: "key" } } },
    });
    const validate = documentValidator(`${version}.0`);
    expect(validate?.(schemes("bearer"))).toEqual([]);
    expect(validate?.(schemes("Bearer"))).toEqual([]);
    expect(validate?.(schemes("basic"))).not.toEqual([]);
  },
);

test("other versions have none", () => {
  expect(documentValidator("3.2.0")).toBeNull();
  expect(documentValidator("3.10.0")).toBeNull();
  expect(documentValidator(undefined)).toBeNull();
  expect(documentValidator(3.1)).toBeNull();
});
