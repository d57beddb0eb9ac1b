import { describe, expect, test } from "vitest";
import { featureName, featuresOf, featuresShown } from "../../contracts/features.ts";
import { shapeOf } from "../../contracts/shape.ts";

const shape = shapeOf({
  follow: () => null,
  schema: {
    type: "object",
    required: ["items"],
    properties: {
      note: { type: ["string", "null"] },
      gone: false,
      id: { type: "string", format: "uuid" },
      items: {
        type: "array",
        items: {
          oneOf: [
            {
              type: "object",
              properties: { type: { const: "article" }, "a/b": { type: "string" } },
            },
            { type: "object", properties: { type: { const: "story" } } },
          ],
        },
      },
    },
  },
});

const isInFormat = (text: string) => text === "right";
const shownBy = (body: unknown) => [...featuresShown(body, shape, isInFormat)].sort();

test("the features of a shape are its members, nulls, values and formats, without forbidden members", () => {
  expect(featuresOf(shape).map(featureName).sort()).toEqual(
    [
      "member /note null",
      "null /note null",
      "member /id null",
      "format /id uuid",
      "member /items null",
      "member /items/*/type null",
      'value /items/*/type "article"',
      'value /items/*/type "story"',
      "member /items/*/a~1b null",
    ].sort(),
  );
});

describe("an answer shows", () => {
  test.each([
    ["nothing where it is no object", "text", []],
    ["nothing where it is null", null, []],
    ["a member, and that it is null", { note: null }, ["member /note null", "null /note null"]],
    ["a member without its format", { id: "wrong" }, ["member /id null"]],
    ["a member in its format", { id: "right" }, ["format /id uuid", "member /id null"]],
    ["a list without entries", { items: [] }, ["member /items null"]],
    ["no member that the contract does not have", { other: 1, gone: 1 }, []],
    [
      "the values of all entries, each once",
      { items: [{ type: "story" }, { type: "story" }, { "a/b": 1 }, null] },
      [
        "member /items null",
        "member /items/*/a~1b null",
        "member /items/*/type null",
        'value /items/*/type "story"',
      ],
    ],
    ["no entries where there is no list", { items: { type: "story" } }, ["member /items null"]],
  ])("%s", (_, body, names) => {
    expect(shownBy(body)).toEqual(names);
  });
});
