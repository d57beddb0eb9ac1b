import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";
import { withErrorsMoved } from "../../contracts/with-errors-moved.ts";

const entries = 1000;
const lists = loadCatalogue().operations.filter(({ list }) => list !== null);

afterEach(() => vi.restoreAllMocks());

/** How many entries of arrays are copied by `concat` while something runs. */
function copiedWhile(run: () => void): number {
  let copied = 0;
  const concat = Array.prototype.concat;
  vi.spyOn(Array.prototype, "concat").mockImplementation(function (this: unknown[], ...more) {
    copied += this.length;
    return concat.apply(this, more);
  });
  run();
  vi.restoreAllMocks();
  return copied;
}

describe("a list whose every entry is wrong is validated in linear time", () => {
  test.each(lists.map((operation) => [`${operation.endpoint} ${operation.version}`, operation]))(
    "%s",
    (_, operation) => {
      const wrong = () => ({ name: 1, subtopics: [{}, {}], languages: [{}, {}], source: 1 });
      const body = { [operation.list ?? ""]: Array.from({ length: entries }, wrong) };
      let findings = 0;
      // No error is copied as often as there are errors after it.
      const copied = copiedWhile(() => {
        findings = operation.validateSuccess(body).length;
      });
      expect(findings).toBeGreaterThanOrEqual(200);
      expect(copied).toBeLessThan(10 * entries);
    },
  );
});

const leaf = { $id: "leaf", type: "object", required: ["a", "b"] };
const tree = {
  $id: "tree",
  type: "object",
  required: ["name"],
  properties: { children: { type: "array", items: { $ref: "tree" } } },
};

const schemas: readonly (readonly [string, object])[] = [
  ["a reference", { $ref: "leaf" }],
  ["references side by side", { allOf: [{ $ref: "leaf" }, { required: ["c"] }, { $ref: "leaf" }] }],
  ["forms", { oneOf: [{ $ref: "leaf" }, { $ref: "tree" }, { required: ["d"] }] }],
  ["lists of references", { additionalProperties: { type: "array", items: { $ref: "leaf" } } }],
  ["a recursive reference", { $ref: "tree" }],
  ["a reference beside unevaluated members", { $ref: "tree", unevaluatedProperties: false }],
];

const bodies: readonly unknown[] = [
  {},
  { a: 1, b: 2 },
  { name: 1, children: [{}, { children: [{}, 1] }, { name: 1 }] },
  { list: [{}, { a: 1 }, { a: 1, b: 1 }, 3], other: [1] },
  { d: 1, name: 1 },
  7,
];

function compiled(schema: object, process: (code: string) => string) {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    code: { process },
    schemas: [leaf, tree],
  });
  const validate = ajv.compile(schema);
  const inner = ["leaf", "tree"].flatMap((id): readonly ValidateFunction[] => {
    const found = ajv.getSchema(id);
    return found === undefined || found === validate ? [] : [found];
  });
  return { validate, inner };
}

test.each(schemas)("%s: the errors are those of ajv, and its validator keeps none", (_, schema) => {
  const ours = compiled(schema, withErrorsMoved);
  const plain = compiled(schema, (code) => code);
  for (const body of [...bodies, ...bodies]) {
    expect(ours.validate(body)).toBe(plain.validate(body));
    expect(ours.validate.errors).toEqual(plain.validate.errors);
    expect(ours.inner.flatMap(({ errors }) => errors ?? [])).toEqual([]);
  }
  expect(bodies.some((body) => !plain.validate(body))).toBe(true);
});
