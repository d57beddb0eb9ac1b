import { expect, test } from "vitest";
import { hasPlaceholder } from "../../../suites/matchers/placeholders.ts";

test.each([
  "Parameter {{name}} is not valid.",
  "Parameter {{ name }} is not valid.",
  ["Parameter $", "{name} is not valid."].join(""),
  "Parameter #{name} is not valid.",
  "Parameter %(name)s is not valid.",
  "Parameter <%= name %> is not valid.",
  "Parameter %s is not valid: %d",
  "Parameter {0} is not valid.",
])("%j has a placeholder", (text) => {
  expect(hasPlaceholder(text, "climate")).toBe(true);
});

test.each([
  "",
  "Parameter limit is not valid: {}",
  'Expected {"limit": 1}',
  "50 % of the quota, or 50%",
  "50%s and %sign",
  "Use /topics/{id} with an id",
  "Pattern ^[a-z]{2}$",
])("%j has none", (text) => {
  expect(hasPlaceholder(text, "climate")).toBe(false);
});

test("what the request contained may be quoted", () => {
  expect(hasPlaceholder("No results for {{x}}", "query {{x}}")).toBe(false);
  expect(hasPlaceholder("No results for {{x}} and {{y}}", "query {{x}}")).toBe(true);
});
