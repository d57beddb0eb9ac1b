import { expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { anything } from "../../contracts/shape.ts";
import { describedAnswer } from "../../description/described-answer.ts";
import { refuseTooLarge } from "../../description/description-size.ts";
import { UnusableSchema } from "../../description/judged-schemas.ts";
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

const texts = (count: number) => many(count).map((one) => `x${one}`);
const objects = many(50_000).map(() => ({}));
const items = many(100).map((id) => Object.fromEntries(many(100).map((name) => [`m${name}`, id])));

test.each<[string, object, unknown]>([
  ["unique entries", { uniqueItems: true }, many(60_000)],
  [
    "unique entries that are large",
    { uniqueItems: true },
    many(2_000).map((last) => [...many(40), last]),
  ],
  ["required members", { items: { required: many(4_000).map(String) } }, objects],
  ["forms", { items: { allOf: many(1_000).map(() => ({ type: "string" })) } }, many(50_000)],
  ["values", { items: { enum: many(4_000).map((a) => ({ a })) } }, objects],
  ["values in one", { items: { const: many(4_000) } }, many(10_000).map(() => many(8))],
  ["patterns", { items: { patternProperties: named(300, {}) } }, many(20_000).map((x) => ({ x }))],
  ["members", { items: { properties: named(1_500, {}) } }, objects],
  [
    "names",
    { items: { allOf: many(1_000).map(() => ({ propertyNames: { maxLength: 1 } })) } },
    items,
  ],
  [
    "other members",
    { items: { allOf: many(1_000).map(() => ({ additionalProperties: { type: "string" } })) } },
    items,
  ],
  [
    "dependent members",
    { items: { dependentRequired: { m1: texts(2_000) } } },
    many(20_000).map(() => ({ m1: 1 })),
  ],
  ["dependent schemas", { items: { dependentSchemas: named(1_500, {}) } }, objects],
  [
    "contained entries",
    { allOf: many(1_000).map((one) => ({ contains: { const: `${one}` } })) },
    many(50_000),
  ],
  [
    "refused schemas",
    { items: { allOf: many(800).map(() => ({ not: { type: "number" } })) } },
    many(50_000),
  ],
  [
    "conditions",
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { items: { allOf: many(800).map(() => ({ if: { minimum: 1 }, then: { maximum: 1 } })) } },
    many(50_000),
  ],
  [
    "forms, of which one has to match",
    { items: { oneOf: many(800).map(() => ({ minimum: 1 })) } },
    many(50_000),
  ],
  [
    "texts",
    { items: { allOf: many(1_000).map(() => ({ minLength: 1, format: "uuid" })) } },
    many(100).map(() => "a".repeat(10_000)),
  ],
  [
    "texts with a pattern",
    { items: { allOf: many(100).map((most) => ({ pattern: `^a{0,${most}}b$` })) } },
    many(200).map(() => "a".repeat(9_000)),
  ],
  [
    "unevaluated members",
    {
      items: {
        allOf: many(500).map((one) => ({ properties: { [`x${one}`]: {} } })),
        unevaluatedProperties: false,
      },
    },
    many(1_000).map(() => items[0]),
  ],
])("a large body and many %s end, and nothing is concluded", (_, schema, body) => {
  const validate = validatorOf(schema);
  const begun = process.cpuUsage();
  expect(validate(body)).toEqual([]);
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(20_000);
});

const hundred = texts(100);
/** Errors of a form that need not match are forgotten, so that they are no steps. */
const orAnything = (form: object) => ({ anyOf: [form, { maximum: 1 }] });

/** Each keyword takes little by itself, and much for the values of a body. */
test.each<[string, object, unknown, number]>([
  ["missing members", orAnything({ required: hundred }), {}, 1_500],
  ["dependent members", orAnything({ dependentRequired: { m: hundred } }), { m: 1 }, 1_500],
  ["unique entries", { uniqueItems: true }, many(500), 200],
  [
    "members without others",
    { properties: Object.fromEntries(hundred.map((x) => [x, {}])), additionalProperties: false },
    Object.fromEntries(hundred.map((x) => [x, 1])),
    2_500,
  ],
  ["lengths of texts", { minLength: 1 }, "a".repeat(8_000), 11_000],
  ["patterns", { pattern: "^a*$" }, "a".repeat(9_000), 500],
  ["values", { enum: many(400).map((a) => ({ a })) }, { a: 399 }, 5_000],
])("many %s are too many steps, and a few are not", (_, schema, item, count) => {
  const validate = validatorOf({ items: { ...schema, not: { type: "null" } } });
  const body = (items: number) => [...Array(items).fill(item), null];
  // What is wrong comes last.
  expect(validate(body(5))).not.toEqual([]);
  expect(validate(body(count))).toEqual([]);
});

const each = (schema: (index: number) => object) => ({ allOf: many(4_000).map(schema) });
const byName = (inner: (index: number) => unknown) =>
  Object.fromEntries(many(4_000).map((index) => [`x${index}`, inner(index)]));

test.each<[string, object]>([
  ["contains", each((index) => ({ contains: { const: index } }))],
  ["contains with bounds", each(() => ({ contains: {}, minContains: 1, maxContains: 2 }))],
  ["dependentSchemas", { dependentSchemas: byName((index) => ({ required: [`y${index}`] })) }],
  [
    "dependentRequired",
    {
      dependentRequired: byName((index) => [`y${index}`]),
      properties: byName(() => ({ type: "string" })),
    },
  ],
  ["prefixItems", { prefixItems: many(4_000).map(() => ({ type: "string" })) }],
  ["patternProperties", { patternProperties: named(4_000, { type: "string" }) }],
  ["pattern", each((index) => ({ pattern: `^x{${index % 400}}` }))],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  ["if", each((index) => ({ if: { required: [`x${index}`] }, then: { type: "string" } }))],
  ["else", each((index) => ({ if: { maximum: index }, else: false }))],
  ["propertyNames", each((index) => ({ propertyNames: { minLength: index } }))],
  ["not", each((index) => ({ not: { required: [`x${index}`] } }))],
  ["anyOf", { anyOf: many(4_000).map((index) => ({ required: [`x${index}`] })) }],
  ["oneOf", { oneOf: many(4_000).map((index) => ({ required: [`x${index}`] })) }],
  ["properties", { properties: byName(() => ({ minimum: 1 })) }],
  ["additionalProperties", each((index) => ({ additionalProperties: { minimum: index } }))],
  ["unevaluatedItems", each(() => ({ unevaluatedItems: { type: "string" } }))],
  ["items", each((index) => ({ items: { maximum: index } }))],
  [
    "references",
    each((index) => ({ $ref: `#/components/schemas/S/allOf/${(index + 1) % 4_000}` })),
  ],
])("thousands of schemas in a described one are too large to compile: %s", (_, schema) => {
  const begun = process.cpuUsage();
  expect(() => validatorOf(schema)({ x1: 1 })).toThrow(/too large to judge/);
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2_000);
});

test.each<[string, (count: number) => object, number, number]>([
  [
    "a pattern",
    (count) => ({ allOf: many(count).map((n) => ({ pattern: `^x{${n}}` })) }),
    340,
    380,
  ],
  ["a pattern of names", (count) => ({ patternProperties: named(count, {}) }), 360, 400],
  ["a member", (count) => ({ properties: named(count, { minimum: 1 }) }), 2_600, 2_700],
])("%s counts as much as is promised, of 8,000", (_, schema, most, more) => {
  expect(validatorOf(schema(most))(1)).toEqual([]);
  expect(() => validatorOf(schema(more))).toThrow("more than 8000 keywords");
});

test.each<[string, object]>([
  ["enum", { enum: texts(4_000) }],
  ["two of enum", { allOf: [{ enum: texts(4_000) }, { enum: texts(4_000).reverse() }] }],
  ["required", { required: texts(4_000) }],
  ["type", { type: texts(4_000).map(() => "null") }],
  ["annotations", { type: "null", examples: texts(4_000), "x-note": byName(() => ({ not: {} })) }],
  ["definitions that nothing refers to", { type: "null", $defs: byName(() => ({ type: "null" })) }],
])("long lists that need no code of their own are judged: %s", (_, schema) => {
  expect(validatorOf(schema)({ id: 1 })?.length).toBeGreaterThan(0);
});

test("it does not matter which of the described responses is judged first", () => {
  const schema = { properties: named(1_300, { type: "string" }) };
  const one = { description: "d", content: { "application/json": { schema } } };
  const other = structuredClone(one);
  const paths = {
    "/ping": { get: { responses: { 200: one } } },
    "/search/publishers": { get: { responses: { 200: other, 401: structuredClone(one) } } },
  };
  const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths };
  const described = describedSurface(document);
  const place = { surface: "news", version: "default", status: 200 } as const;
  for (const endpoint of ["/ping", "/search/publishers"]) {
    expect(() =>
      describedAnswer(described, "", { ...place, endpoint }, anything, loadCatalogue()),
    ).toThrow(UnusableSchema);
  }
});

test("many errors below many alternatives are told apart, or nothing is concluded", () => {
  const forms = { anyOf: [{ required: ["a", "b"] }, { required: ["c"] }] };
  const validate = validatorOf({ items: forms });
  const begun = process.cpuUsage();
  expect(validate(many(2_000).map(() => ({})))).toHaveLength(2_000);
  expect(validate(many(80_000).map(() => ({})))).toEqual([]);
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5_000);
  expect(validatorOf(forms)({})).toEqual([
    { path: "", expected: "exactly one of the described forms", paths: ["/a", "/b", "/c", ""] },
  ]);
});

test("values that look like schemas are values", () => {
  const value = { required: ["a"], allOf: [{ $ref: "#/nowhere" }], properties: { $ref: "b" } };
  expect(validatorOf({ const: value })(value)).toEqual([]);
  expect(validatorOf({ enum: [value] })(value)).toEqual([]);
  const { a, ...others } = { a: { type: "string" }, $ref: { type: "string" }, not: {} };
  expect(validatorOf({ properties: { a, ...others } })({ $ref: 1, a: 1, not: 2 })).toHaveLength(2);
});

test.each([
  ["that leads nowhere", { properties: { a: { $ref: "#/nowhere" } } }, "#/nowhere"],
  [
    "with half of a character",
    { $ref: "#/components/schemas/\ud800" },
    "#/components/schemas/\ufffd",
  ],
  ["to what is no schema", { $ref: "#/info/title" }, "#/info/title"],
  ["that is dynamic", { $dynamicRef: "#S" }, "$dynamicRef"],
])("a reference %s makes a schema unusable", (_, schema, shown) => {
  expect(() => validatorOf(schema)(1)).toThrow(UnusableSchema);
  expect(() => validatorOf(schema)(1)).toThrow(shown);
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
])("a schema with an identifier %s is judged where it is", (_, schema) => {
  const validate = validatorOf({ ...schema, type: "object", required: ["a"] });
  expect(validate(1)).toHaveLength(1);
  expect(validate({ a: "text" })).toEqual([]);
});

test("a pattern whose repetitions multiply takes more steps", () => {
  const schema = { items: { pattern: "^((((a|b)?){9}){9}){4}d$" } };
  const texts = (count: number) => many(count).map(() => "ab".repeat(4_000));
  const validate = validatorOf(schema);
  expect(validate(texts(1))).not.toEqual([]);
  const begun = process.cpuUsage();
  // Nothing is concluded from them.
  expect(validate(texts(100))).toEqual([]);
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5_000);
});
