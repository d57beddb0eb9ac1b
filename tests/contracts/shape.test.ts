import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import {
  holds,
  kindOf,
  type SchemaPlace,
  type Shape,
  shapeOf,
  shapeWords,
} from "../../contracts/shape.ts";

const definitions: Readonly<Record<string, unknown>> = {
  "#text": { type: "string" },
  "#tree": { type: "object", properties: { child: { $ref: "#tree" } } },
};
const place = (schema: unknown): SchemaPlace => ({
  schema,
  follow: (ref) => (ref in definitions ? place(definitions[ref]) : null),
});
const shape = (schema: unknown): Shape => shapeOf(place(schema));
const members = (schema: unknown) =>
  Object.fromEntries(
    [...shape(schema).members].map(([name, { presence, shape: own }]) => [
      name,
      `${presence} ${shapeWords(own)}`,
    ]),
  );

test.each<[unknown, string]>([
  [true, "anything"],
  [{}, "anything"],
  [false, "nothing"],
  [{ type: "string" }, "string"],
  [{ type: ["string", "null"] }, "string or null"],
  [{ type: "number" }, "number"],
  [{ type: "integer" }, "integer"],
  [{ type: ["integer", "string"] }, "string or integer"],
  [{ const: "article" }, '"article"'],
  [{ enum: [1, null] }, "1 or null"],
  [{ type: "string", format: "iso8601-date-time" }, "string (date-time)"],
  [{ properties: {} }, "object"],
  [{ items: {} }, "array"],
  [{ $ref: "#text" }, "string"],
  [{ $ref: "#nowhere" }, "anything"],
  [{ allOf: [{ type: ["string", "null"] }, { type: ["string", "integer"] }] }, "string"],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string or null"],
  [{ oneOf: [{ const: "a" }, { const: "b" }] }, '"a" or "b"'],
])("%j is %s", (schema, words) => {
  expect(shapeWords(shape(schema))).toBe(words);
});

describe("members", () => {
  test("are required, optional or forbidden", () => {
    expect(
      members({
        required: ["a", "unlisted"],
        properties: { a: { type: "string" }, b: { type: "null" }, c: false },
        not: { required: ["d"] },
      }),
    ).toEqual({
      a: "required string",
      b: "optional null",
      c: "forbidden anything",
      unlisted: "required anything",
      d: "forbidden anything",
    });
  });
  test("of all parts hold together", () => {
    const parts = [
      { properties: { a: { type: ["string", "null"] } } },
      { required: ["a"], properties: { a: { type: "string" }, b: {} } },
    ];
    expect(members({ allOf: parts })).toEqual({ a: "required string", b: "optional anything" });
  });
  test("of one form or the other are required where both require them", () => {
    const forms = [
      { type: "object", required: ["a", "b"], properties: { a: { type: "string" }, b: {} } },
      { type: "object", required: ["a"], properties: { a: { type: "null" } } },
      { type: "null" },
    ];
    expect(members({ oneOf: forms })).toEqual({
      a: "required string or null",
      b: "optional anything",
    });
  });
  test("that refer to themselves come to an end", () => {
    expect(members({ $ref: "#tree" })).toEqual({ child: "optional object" });
  });
});

test("every contract has a shape of what it requires", () => {
  const catalogue = loadCatalogue();
  for (const operation of catalogue.operations) {
    const required = [...operation.successShape.members].flatMap(([name, { presence }]) =>
      presence === "required" ? [name] : [],
    );
    expect(required.sort()).toEqual([...operation.requiredMembers].sort());
  }
  const search = catalogue.operation("aggregator", "/search", "default")?.successShape;
  const items = search?.members.get("news_articles")?.shape.items;
  expect(items?.members.get("type")).toMatchObject({ presence: "required" });
  expect(shapeWords(items?.members.get("type")?.shape ?? shape(false))).toContain('"storyline"');
  const legacy = catalogue.operation("aggregator", "/search", "2022-01-01")?.successShape;
  const item = legacy?.members.get("data")?.shape.items;
  expect(item?.members.get("type")?.presence).toBe("forbidden");
});

test("the kinds of values, and so of a schema that only lists values", () => {
  const values = [null, [], {}, "", 1, 1.5, true];
  const kinds = ["null", "array", "object", "string", "integer", "fraction", "boolean"];
  expect(values.map(kindOf)).toEqual(kinds);
  for (const [index, value] of values.entries()) {
    expect([...shape({ const: value }).kinds]).toEqual([kinds[index]]);
  }
  expect([...shape({ enum: [1, "a"] }).kinds].sort()).toEqual(["integer", "string"]);
  expect(shapeWords(shape({ enum: [] }))).toBe("nothing");
});

test("a value is held by a list that has it, as JSON, and by none at all", () => {
  expect(holds(null, 1)).toBe(true);
  expect(holds([1, { a: 1 }], { a: 1 })).toBe(true);
  expect(holds([1], "1")).toBe(false);
});

describe("what holds for both parts", () => {
  const both = (a: object, b: object) => shape({ allOf: [a, b] });
  test.each([[false], [true]])("whichever comes first (%s)", (isTurned) => {
    const of = (a: object, b: object) => (isTurned ? both(b, a) : both(a, b));
    expect(of({ enum: ["a", "b"] }, {}).values).toEqual(["a", "b"]);
    expect(of({ enum: ["a", "b"] }, { enum: ["b", "c"] }).values).toEqual(["b"]);
    expect(of({ type: "string", format: "date" }, {}).format).toBe("date");
    expect(of({ additionalProperties: false }, {}).closed).toBe(true);
    expect(of({}, { type: "object" }).closed).toBe(false);
    expect(of({ items: { type: "string" } }, { type: "array" }).items).toEqual(
      shape({ type: "string" }),
    );
    const lists = of({ items: { type: ["string", "null"] } }, { items: { type: "string" } });
    expect(shapeWords(lists.items ?? shape(false))).toBe("string");
    const member = (schema: object) => ({ properties: { a: schema } });
    const never = { properties: { a: false } };
    expect(of(never, { ...member({}), required: ["a"] }).members.get("a")?.presence).toBe(
      "forbidden",
    );
    expect(of(member({}), member({})).members.get("a")?.presence).toBe("optional");
  });
});

describe("what holds for one form or the other", () => {
  const closed = { type: "object", properties: { a: {} }, additionalProperties: false };
  const open = { type: "object", properties: { a: {} } };
  const list = (items: object) => ({ type: "array", items });
  test.each([[false], [true]])("whichever comes first (%s)", (isTurned) => {
    const of = (a: object, b: object) => shape({ anyOf: isTurned ? [b, a] : [a, b] });
    expect(of(closed, closed).closed).toBe(true);
    expect(of(closed, open).closed).toBe(false);
    expect(of(closed, { type: "string" }).closed).toBe(true);
    expect(of(open, open).members.get("a")?.presence).toBe("optional");
    const never = { type: "object", properties: { a: false } };
    expect(of(never, never).members.get("a")?.presence).toBe("forbidden");
    expect(of(never, open).members.get("a")?.presence).toBe("optional");
    expect(of({ enum: ["a"] }, { type: "string" }).values).toBeNull();
    const dated = { type: "string", format: "date" };
    expect(of(dated, dated).format).toBe("date");
    expect(of(dated, { type: "string" }).format).toBeNull();
    expect(of(list({ type: "string" }), { type: "null" }).items).toEqual(shape({ type: "string" }));
    expect(of(list({ type: "string" }), { type: "array" }).items).toBeNull();
    expect(
      shapeWords(of(list({ type: "string" }), list({ type: "null" })).items ?? shape(false)),
    ).toBe("string or null");
    expect(of({ type: "string" }, { type: "null" }).items).toBeNull();
  });
});

test("only a single member can be forbidden by what must not be", () => {
  expect(members({ not: { required: ["a", "b"] } })).toEqual({});
  expect(members({ not: { required: [] } })).toEqual({});
  expect(shape({}).closed).toBe(false);
  expect(shape(true).closed).toBe(false);
  expect(shape({ unevaluatedProperties: false }).closed).toBe(true);
});
