import { expect, test } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { anything } from "../../contracts/shape.ts";
import { describedAnswer } from "../../description/described-answer.ts";
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
