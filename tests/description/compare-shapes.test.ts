import { describe, expect, test } from "vitest";
import { shapeOf } from "../../contracts/shape.ts";
import { compareShapes, wordsAt } from "../../description/compare-shapes.ts";

const shape = (schema: unknown) => shapeOf({ schema, follow: () => null });
const compare = (contract: object, described: object) =>
  compareShapes(shape(contract), shape(described)).map(
    ({ member, looser, stricter, contradicts }) =>
      `${member}: +${looser.join(",")} -${stricter.join(",")}${contradicts ? " !" : ""}`,
  );
const object = (properties: object, ...required: string[]) => ({
  type: "object",
  required,
  properties,
});
const text = { type: "string" };

test("what is the same differs nowhere", () => {
  const schema = object({ a: text, b: { type: "array", items: object({ c: { const: 1 } }) } }, "a");
  expect(compare(schema, schema)).toEqual([]);
});

describe("a member", () => {
  test.each<[string, object, object, string[]]>([
    ["may be absent", object({ a: text }, "a"), object({ a: text }), ["/a: +its absence -"]],
    ["must not be absent", object({ a: text }), object({ a: text }, "a"), ["/a: + -its absence"]],
    [
      "may be null",
      object({ a: text }),
      object({ a: { type: ["string", "null"] } }),
      ["/a: +null -"],
    ],
    [
      "may not be null",
      object({ a: { type: ["string", "null"] } }),
      object({ a: text }),
      ["/a: + -null"],
    ],
    [
      "is another type",
      object({ a: text }),
      object({ a: { type: "number" } }),
      ["/a: +number -string !"],
    ],
    [
      "may be a fraction",
      object({ a: { type: "integer" } }),
      object({ a: { type: "number" } }),
      ["/a: +numbers with a fraction -"],
    ],
    [
      "may be null too, where anything else may be",
      object({ a: { type: ["object", "array", "string", "number", "boolean"] } }),
      object({ a: {} }),
      ["/a: +null -"],
    ],
    ["may be anything", object({ a: text }), object({ a: {} }), ["/a: +any other type -"]],
    [
      "has other values",
      object({ a: { const: "x" } }),
      object({ a: { enum: ["x", "y"] } }),
      ['/a: +"y" -'],
    ],
    [
      "has no value in common",
      object({ a: { const: "x" } }),
      object({ a: { const: "y" } }),
      ['/a: +"y" -"x" !'],
    ],
    [
      "is not listed",
      object({ a: text, b: text }, "b"),
      object({ b: text }, "b"),
      ["/a: +anything -"],
    ],
    [
      "is required and not listed among others",
      object({ a: text, b: text }, "a"),
      object({ b: text }),
      ["/a: +anything - !"],
    ],
    [
      "is required and nothing is listed",
      object({ a: text }, "a"),
      object({}),
      ["/a: +anything -"],
    ],
    [
      "is forbidden by silence",
      object({ a: text }, "a"),
      { ...object({ b: text }), additionalProperties: false },
      ["/a: + -its presence !"],
    ],
    [
      "is more than the specification has",
      object({}),
      object({ a: text }, "a"),
      ["/a: + -its absence"],
    ],
    ["is more, and may be absent", object({}), object({ a: text }), []],
    [
      "is forbidden by the specification",
      { ...object({}), not: { required: ["a"] } },
      object({ a: text }, "a"),
      ["/a: +its presence -its absence !"],
    ],
    [
      "stands where the specification says nothing",
      object({ a: {} }),
      object({ a: object({ b: text }, "b") }),
      [],
    ],
  ])("%s", (_, contract, described, expected) => {
    expect(compare(contract, described)).toEqual(expected);
  });

  test("in every entry of a list, and below", () => {
    const list = (item: object) => object({ list: { type: "array", items: item } });
    expect(compare(list(object({ a: text }, "a")), list(object({ a: text })))).toEqual([
      "/list/*/a: +its absence -",
    ]);
    expect(compare(list(text), object({ list: { type: "array" } }))).toEqual([
      "/list/*: +anything -",
    ]);
  });
});

describe("what each says stands in the row", () => {
  const rows = (contract: object, described: object) =>
    compareShapes(shape(contract), shape(described)).map(
      ({ member, specification, description, isOptional }) => ({
        member,
        specification,
        description,
        isOptional,
      }),
    );
  const number = { type: "number" };

  test("of a member that both list", () => {
    expect(rows(object({ a: text, b: text }, "a"), object({ a: number, b: number }))).toEqual([
      {
        member: "/a",
        specification: "required string",
        description: "optional number",
        isOptional: false,
      },
      {
        member: "/b",
        specification: "optional string",
        description: "optional number",
        isOptional: true,
      },
    ]);
  });
  test("of the body itself", () => {
    expect(rows(object({}), text)).toEqual([
      {
        member: "",
        specification: "required object",
        description: "required string",
        isOptional: false,
      },
    ]);
  });
  test("of one that only the contract lists", () => {
    const told = object({ b: text });
    expect(rows(object({ a: text, b: text }), told)).toEqual([
      { member: "/a", specification: "optional string", description: null, isOptional: true },
    ]);
    expect(
      rows(object({ a: text, b: text }, "a"), { ...told, additionalProperties: false }),
    ).toEqual([
      {
        member: "/a",
        specification: "required string",
        description: "forbidden",
        isOptional: false,
      },
    ]);
  });
  test("of one that only the description lists", () => {
    expect(rows(object({}), object({ a: text }, "a"))).toEqual([
      { member: "/a", specification: null, description: "required string", isOptional: false },
    ]);
    expect(rows({ ...object({}), additionalProperties: false }, object({ a: text }, "a"))).toEqual(
      [],
    );
  });
  test("of one that the contract forbids", () => {
    const never = { ...object({}), not: { required: ["a"] } };
    expect(rows(never, object({ a: object({ b: text }, "b") }))).toEqual([
      {
        member: "/a",
        specification: "forbidden",
        description: "optional object",
        isOptional: false,
      },
    ]);
    // To say nothing of it is no drift.
    expect(rows(never, object({}))).toEqual([]);
    expect(rows(never, { ...object({}), additionalProperties: false })).toEqual([]);
    expect(rows(never, object({ a: false }))).toEqual([]);
  });
  test("of one that the description forbids", () => {
    expect(compare(object({ a: text }), object({ a: false }))).toEqual(["/a: + -its presence"]);
    expect(compare(object({ a: text }, "a"), object({ a: false }))).toEqual([
      "/a: +its absence -its presence !",
    ]);
  });
});

test("nothing is compared below what one of the two can't be", () => {
  const deep = object({ a: text }, "a");
  expect(compare(object({ m: deep }), object({ m: text }))).toEqual(["/m: +string -object !"]);
  expect(compare(object({ m: { type: "array", items: deep } }), object({ m: deep }))).toEqual([
    "/m: +object -array !",
  ]);
  expect(compare({ type: "array" }, { type: "array", items: text })).toEqual([]);
  expect(compare({ type: "array", items: {} }, { type: "array" })).toEqual([]);
  expect(compare({ type: "array", items: { enum: [1] } }, { type: "array" })).toEqual([
    "/*: +anything -",
  ]);
});

test("values that overlap do not contradict, and any text does not forbid one", () => {
  const of = (schema: object) => object({ a: schema });
  expect(compare(of({ enum: ["x", "y"] }), of({ enum: ["y", "z"] }))).toEqual(['/a: +"z" -"x"']);
  expect(compare(of({ const: "x" }), of(text))).toEqual(["/a: +other values -"]);
  expect(compare(of(text), of({ const: "x" }))).toEqual(["/a: + -other values"]);
  expect(compare(of({ type: "integer" }), of({ type: ["number", "string"] }))).toEqual([
    "/a: +numbers with a fraction,string -",
  ]);
  expect(compare(of(text), of({ type: ["string", "integer", "null"] }))).toEqual([
    "/a: +integer,null -",
  ]);
});

test("words of what is closed or forbidden", () => {
  const closed = { ...object({ a: { type: "array" } }), additionalProperties: false };
  expect(wordsAt(shape(closed), "/b")).toBe("forbidden");
  expect(wordsAt(shape(closed), "/a/*")).toBeNull();
  expect(wordsAt(shape({ type: "array", items: text }), "/*")).toBe("required string");
  expect(wordsAt(shape(object({ a: false })), "/a")).toBe("forbidden");
});

test("words at a pointer", () => {
  const whole = shape(object({ list: { type: "array", items: object({ "a/b": text }, "a/b") } }));
  expect(wordsAt(whole, "/list/*/a~1b")).toBe("required string");
  expect(wordsAt(whole, "/list")).toBe("optional array");
  expect(wordsAt(whole, "")).toBe("required object");
  expect(wordsAt(whole, "/list/*/c/d")).toBeNull();
});
