import { expect, test } from "vitest";
import type { SchemaFinding } from "../../../contracts/catalogue.ts";
import { loadCatalogue } from "../../../contracts/load.ts";
import { schemaFindings } from "../../../suites/matchers/schema-findings.ts";

const found: SchemaFinding = { path: "", expected: "a", actual: "b", requirement: "item.x" };

/** An operation that finds so much in each body, and counts its validations. */
function operationFinding(count: number) {
  const [any] = loadCatalogue().operations;
  if (any === undefined) throw new Error("no operation");
  let validations = 0;
  const validateSuccess = () => {
    validations += 1;
    return Array.from({ length: count }, () => found);
  };
  return { operation: { ...any, validateSuccess }, validations: () => validations };
}

test.each([0, 100])("%d findings of a body are kept as long as the body", (count) => {
  const { operation, validations } = operationFinding(count);
  const bodies = Array.from({ length: 50 }, () => ({}));
  for (const body of [...bodies, ...bodies]) {
    expect(schemaFindings(body, operation)).toHaveLength(count);
  }
  expect(validations()).toBe(bodies.length);
});

test("more of them are kept of the last few bodies, which are judged by all checks in a row", () => {
  const { operation, validations } = operationFinding(101);
  const bodies = Array.from({ length: 50 }, () => ({}));
  for (const body of bodies) {
    for (let check = 0; check < 5; check += 1) schemaFindings(body, operation);
  }
  expect(validations()).toBe(bodies.length);
  expect(schemaFindings(bodies[0], operation)).toHaveLength(101);
  expect(validations()).toBe(bodies.length + 1);
});

test("the findings of one operation are not those of another", () => {
  const [few, many] = [operationFinding(1), operationFinding(200)];
  const body = {};
  for (let time = 0; time < 2; time += 1) {
    expect(schemaFindings(body, few.operation)).toHaveLength(1);
    expect(schemaFindings(body, many.operation)).toHaveLength(200);
  }
  expect([few.validations(), many.validations()]).toEqual([1, 1]);
});
