import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { type SchemaPlace, type Shape, shapeOf, shapeWords } from "../../contracts/shape.ts";

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
