import { expect, test } from "vitest";
import { openContractFiles } from "../../contracts/contract-files.ts";
import { contractsFolder, loadCatalogue } from "../../contracts/load.ts";
import { describeOperations } from "../../contracts/operations.ts";
import { readOwnership } from "../../contracts/ownership.ts";
import { createSchemaValidators } from "../../contracts/schema-validator.ts";
import { surfaces } from "../../contracts/vocabulary.ts";
import { inShort } from "./examples.ts";
import { temporaryFolder, writeYaml } from "./folder.ts";

function filesWith(schemas: Readonly<Record<string, unknown>>) {
  const folder = temporaryFolder();
  for (const [file, schema] of Object.entries(schemas)) writeYaml(folder, file, schema);
  return openContractFiles(folder);
}

function find(schemas: Readonly<Record<string, unknown>>, body: unknown): readonly string[] {
  return createSchemaValidators(filesWith(schemas), [])("a/root.yaml").validate(body).map(inShort);
}

// Reading the ownership throws where a keyword has no owner, so reading it of everything is the proof.
test("every keyword of every schema has an owner, and every schema is valid and strict", () => {
  const files = openContractFiles(contractsFolder());
  const errors = ["common/error-metadata-and-errors.yaml", "common/error-legacy.yaml"];
  let judged = 0;
  for (const surface of surfaces) {
    const versions = loadCatalogue().versions(surface);
    const validators = createSchemaValidators(files, versions, { checkSchemas: true });
    const schemas = describeOperations(files).flatMap((one) =>
      one.surface === surface && one.successSchema !== null ? [one.successSchema] : [],
    );
    for (const file of [...schemas, ...errors]) {
      const { requirements, validate } = validators(file);
      expect(requirements.size).toBeGreaterThan(0);
      expect(validate(null).length).toBe(1);
      judged += 1;
    }
  }
  // A version more has more of them.
  expect(judged).toBeGreaterThanOrEqual(11 + 1 + 6 + 4);
});

test("a text owns everything below it, until a nearer one", () => {
  const root = {
    type: "object",
    "x-requirement": "far",
    properties: {
      a: { type: "string" },
      b: { type: "object", "x-requirement": "near", properties: { c: { type: "string" } } },
    },
  };
  expect(find({ "a/root.yaml": root }, { a: 1, b: { c: 1 } })).toEqual(["/a far", "/b/c near"]);
});

test("a map owns keywords of its own schema, its star the rest and what is below", () => {
  const root = {
    type: "object",
    required: ["a"],
    "x-requirement": { required: "missing", "*": "rest" },
    properties: { a: { type: "object", required: ["b"], properties: { b: { type: "string" } } } },
  };
  expect(find({ "a/root.yaml": root }, {})).toEqual(["/a missing"]);
  expect(find({ "a/root.yaml": root }, { a: {} })).toEqual(["/a/b rest"]);
  expect(find({ "a/root.yaml": root }, 1)).toEqual([" rest"]);
});

test("a map without a star leaves the rest to what is above", () => {
  const root = {
    type: "object",
    "x-requirement": "above",
    properties: { a: { type: "string", const: "x", "x-requirement": { const: "value" } } },
  };
  expect(find({ "a/root.yaml": root }, { a: "y" })).toEqual(["/a value"]);
  expect(find({ "a/root.yaml": root }, { a: 1 })).toEqual(["/a above"]);
});

test("a file is owned by its own annotation, else by the place that refers to it", () => {
  const schemas = {
    "a/root.yaml": {
      type: "object",
      "x-requirement": "root",
      properties: {
        own: { $ref: "./own.yaml" },
        bare: { $ref: "../b/bare.yaml", "x-requirement": { type: "place" } },
      },
    },
    "a/own.yaml": { type: "string", "x-requirement": "own" },
    "b/bare.yaml": { type: "array", items: { type: "string" } },
  };
  expect(find(schemas, { own: 1, bare: 1 })).toEqual(["/own own", "/bare place"]);
  expect(find(schemas, { bare: [1] })).toEqual(["/bare/0 root"]);
});

test("a schema may refer to itself", () => {
  const root = {
    type: "object",
    "x-requirement": "root",
    properties: { child: { $ref: "./root.yaml" } },
  };
  expect(find({ "a/root.yaml": root }, { child: { child: 1 } })).toEqual(["/child/child root"]);
});

test.each([
  ["a keyword without owner", { type: "object" }, 'nothing owns "type"'],
  [
    "a keyword that nobody knows",
    { "x-requirement": "a", minContains: 1 },
    'unknown keyword "minContains"',
  ],
  [
    "a schema that is false",
    { "x-requirement": "a", properties: { a: false } },
    "must be an object or true",
  ],
  [
    "a shared file of two owners",
    {
      type: "object",
      "x-requirement": "a",
      properties: {
        a: { $ref: "./bare.yaml", "x-requirement": "x" },
        b: { $ref: "./bare.yaml", "x-requirement": "y" },
      },
    },
    "places with different owners",
  ],
])("%s is refused", (_, root, message) => {
  const files = filesWith({ "a/root.yaml": root, "a/bare.yaml": { type: "string" } });
  expect(() => readOwnership(files, "a/root.yaml")).toThrow(message);
});
