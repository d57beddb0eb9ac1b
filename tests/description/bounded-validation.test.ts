import { expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { anything } from "../../contracts/shape.ts";
import { describedAnswer, UnusableSchema } from "../../description/described-answer.ts";
import { refuseTooLarge } from "../../description/description-size.ts";
import { describedSurface } from "../../description/operations.ts";

const own = { $ref: "#/components/schemas/S" };
const nested = (depth: number) => {
  let body: object = { wrong: 1 };
  for (let level = 0; level < depth; level += 1) body = { a: body };
  return body;
};

function validatorOf(schema: object) {
  const get = {
    responses: { 200: { description: "d", content: { "application/json": { schema: own } } } },
  };
  const document = {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/ping": { get } },
    components: { schemas: { S: schema } },
  };
  // It is small enough to be read.
  refuseTooLarge(document);
  const place = { surface: "news", endpoint: "/ping", version: "default", status: 200 } as const;
  const answer = describedAnswer(describedSurface(document), "", place, anything, loadCatalogue());
  return (body: unknown) => answer?.validate(body);
}

const below = { properties: { a: own } };
test.each<[string, object]>([
  ["allOf", { allOf: [below, below] }],
  ["anyOf", { anyOf: [below, { not: below }] }],
  ["oneOf", { oneOf: [below, { allOf: [below, below] }] }],
  [
    "alternatives of several kinds",
    { allOf: [{ anyOf: [below, below] }, { oneOf: [below, { type: "null" }] }] },
  ],
  ["references to themselves only", { allOf: [own, own] }],
])(
  "schemas that multiply with the depth of a body end, and nothing is concluded: %s",
  (_, schema) => {
    const validate = validatorOf(schema);
    const begun = process.cpuUsage();
    expect(validate(nested(500))).toEqual([]);
    // It takes less than a second; without bounds it takes longer than anybody lives.
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(60_000);
  },
);

test("schemas that refer to themselves once judge deep bodies", () => {
  const validate = validatorOf({ allOf: [{ properties: { a: own, wrong: { type: "string" } } }] });
  expect(validate(nested(200))?.map(({ expected }) => expected)).toEqual(["string"]);
  expect(validate({ a: { a: {} } })).toEqual([]);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const named = (count: number, schema: object) =>
  Object.fromEntries(many(count).map((index) => [`^m${index}$`, schema]));

test.each<[string, object, unknown]>([
  ["unique entries", { uniqueItems: true }, many(60_000)],
  [
    "required members",
    { items: { required: many(4_000).map(String) } },
    many(50_000).map(() => ({})),
  ],
  ["forms", { items: { allOf: many(4_000).map(() => ({ type: "string" })) } }, many(50_000)],
  ["values", { items: { enum: many(4_000).map((a) => ({ a })) } }, many(50_000).map(() => ({}))],
  [
    "patterns",
    { items: { patternProperties: named(2_000, {}) } },
    many(20_000).map((x) => ({ x })),
  ],
  ["members", { items: { properties: named(4_000, {}) } }, many(90_000).map(() => ({}))],
])("a large body and many %s end, and nothing is concluded", (_, schema, body) => {
  const validate = validatorOf(schema);
  const begun = process.cpuUsage();
  expect(validate(body)).toEqual([]);
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(20_000);
});

test.each<[string, object, unknown]>([
  ["unique entries", { uniqueItems: true }, [1, 2, 1]],
  ["required members", { required: ["a", "b"] }, { a: 1 }],
  ["values", { enum: many(100) }, 100],
  ["patterns", { patternProperties: { "^a": { type: "string" } } }, { ab: 1 }],
])("an ordinary body is compared with %s", (_, schema, body) => {
  expect(validatorOf(schema)(body)).toHaveLength(1);
});

test.each([
  ["that is the document's", { $id: "https://description.invalid/" }],
  [
    "of two schemas",
    {
      properties: { a: { $id: "https://x.test/", type: "string" }, b: { $id: "https://x.test/" } },
    },
  ],
  ["that is no URL", { $id: "http://[" }],
  ["that is no text", { $id: 5 }],
])("a schema with an identifier %s is unusable, not a defect", (_, schema) => {
  expect(() => validatorOf(schema)(1)).toThrow(UnusableSchema);
});
