import { Validator } from "@cfworker/json-schema";
import { registerSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { exportedSchemas } from "../../contracts/exported-schemas.ts";
import { isObject } from "../../contracts/json.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import { bodyOf, exampleGroups } from "./examples.ts";
import { copyOfContracts, writeYaml } from "./folder.ts";

const schemas = exportedSchemas();

type Accepts = (body: unknown) => boolean;

/** Validators of different authors, none of which is the suite's own with its formats and extensions. */
const validators: readonly [string, (schema: object) => Promise<Accepts>][] = [
  [
    "ajv, as strict as it can be and without formats",
    async (schema) => new Ajv2020({ strict: true }).compile(schema),
  ],
  [
    "@cfworker/json-schema",
    async (schema) => {
      const validator = new Validator(schema, "2020-12");
      return (body) => validator.validate(body).valid;
    },
  ],
  [
    "@hyperjump/json-schema",
    async (schema) => {
      const id = String(Reflect.get(schema, "$id"));
      registerSchema(JSON.parse(JSON.stringify(schema)));
      const judge = await validate(id);
      return (body) => judge(JSON.parse(JSON.stringify(body))).valid;
    },
  ],
];

/** The name of the schema for an operation of the examples. */
function nameOf(operation: string): string {
  const [first, second = "", version = ""] = operation.split(" ");
  if (first === "error")
    return second === "legacy" ? "errors/legacy" : "errors/metadata-and-errors";
  return `${first}/${version}/${second.slice(1).replaceAll("/", "-")}`;
}

describe.each(validators)("with %s", (_, compile) => {
  test.each(schemas)(
    "$name accepts and rejects what the contract does",
    async ({ name, schema }) => {
      const accepts = await compile(schema);
      const groups = exampleGroups.filter(({ operations }) =>
        operations.map(nameOf).includes(name),
      );
      expect(groups.length).toBeGreaterThan(0);
      for (const group of groups) {
        for (const example of group.accepted) {
          expect({ name: example.name, accepted: accepts(bodyOf(group, example)) }).toEqual({
            name: example.name,
            accepted: true,
          });
        }
        for (const example of group.rejected) {
          expect({ name: example.name, accepted: accepts(bodyOf(group, example)) }).toEqual({
            name: example.name,
            // A pattern does not count the days of a month.
            accepted: example.name === "an impossible date",
          });
        }
      }
    },
  );
});

test("there is one for every operation and for both error envelopes", () => {
  const operations = loadCatalogue().operations.map(
    ({ surface, endpoint, version }) => `${surface} ${endpoint} ${version}`,
  );
  expect(schemas.map(({ name }) => name).sort()).toEqual(
    [...operations, "error legacy", "error current"].map(nameOf).sort(),
  );
});

test.each(schemas)("$name stands by itself, in standard terms", ({ name, schema }) => {
  expect(schema).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: expect.stringMatching(new RegExp(`^https://.*/${name}\\.json$`)),
    title: expect.any(String),
  });
  const words = keywordsIn(schema);
  expect(words.filter((word) => word.startsWith("x-") || word === "format")).toEqual([]);
  expect(words).not.toContain("discriminator");
  const refs = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref);
  const definitions = Object.keys(isObject(schema.$defs) ? schema.$defs : {});
  expect(refs.filter((ref) => !definitions.some((one) => ref === `#/$defs/${one}`))).toEqual([]);
});

test("a schema may refer to itself, and files of one name stay apart", async () => {
  const folder = copyOfContracts();
  writeYaml(folder, "news/2026-08-01/topic.yaml", {
    type: "object",
    required: ["id"],
    properties: {
      id: { $ref: "./inner/topic.yaml" },
      below: { type: "array", items: { $ref: "./topic.yaml" } },
    },
    "x-requirement": "plan.topic-types",
  });
  writeYaml(folder, "news/2026-08-01/inner/topic.yaml", { type: "string" });
  const found = exportedSchemas(folder).find(({ name }) => name === "news/2026-08-01/info-topics");
  expect(Object.keys(Object(found?.schema.$defs))).toEqual(["Metadata", "Topic", "InnerTopic"]);
  const accepts = new Ajv2020().compile(found?.schema ?? false);
  const body = (topics: unknown) => ({
    metadata: { id: "x", took_ms: 1, timestamp: "2026-08-01T10:00:00" },
    parameters: {},
    topics,
  });
  expect(accepts(body([{ id: "A", below: [{ id: "B" }] }]))).toBe(true);
  expect(accepts(body([{ id: "A", below: [{ id: 1 }] }]))).toBe(false);
});

function keywordsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keywordsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...keywordsIn(inner)]);
}
