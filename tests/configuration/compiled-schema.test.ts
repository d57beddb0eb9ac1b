import { expect, test } from "vitest";
import { compiledValidator } from "../../contracts/compiled-validator.ts";
import {
  compileSchema,
  configurationValidator,
} from "../../harness/configuration/compile-schema.ts";
import schema from "../../harness/configuration/schema.json" with { type: "json" };

const besideModule = new URL("../../dist/harness/configuration/compile-schema.js", import.meta.url);

test.each<[string, unknown]>([
  ["is empty", {}],
  ["is no object", []],
  ["has unknown members", { surface: {}, network: { timeout: 1 } }],
  ["has values of other types", { surfaces: { news: { baseUrl: 1 } }, outputDirectory: [] }],
  ["has values that are not allowed", { network: { concurrency: 0, retries: -1 } }],
  ["lacks a member", { surfaces: { aggregator: {} }, waivers: [{}] }],
])("the validator of the build finds what the schema does in a file that %s", (_name, file) => {
  const built = compiledValidator(configurationValidator, besideModule.href);
  const compiled = compileSchema(schema);
  expect(built?.(file)).toBe(compiled(file));
  expect(built?.errors).toEqual(compiled.errors);
});
