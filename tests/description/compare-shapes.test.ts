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

test("words at a pointer", () => {
  const whole = shape(object({ list: { type: "array", items: object({ "a/b": text }, "a/b") } }));
  expect(wordsAt(whole, "/list/*/a~1b")).toBe("required string");
  expect(wordsAt(whole, "/list")).toBe("optional array");
  expect(wordsAt(whole, "")).toBe("required object");
  expect(wordsAt(whole, "/list/*/c/d")).toBeNull();
});
