import { createRequire } from "node:module";
import type { ValidateFunction } from "ajv";
import type * as ajv from "ajv/dist/2020.js";
import { type CompiledValidator, compiledValidator } from "../../contracts/compiled-validator.ts";
import type { ConfigurationFile } from "./file-types.ts";
import schema from "./schema.json" with { type: "json" };

/** All errors, with the parts of the schema and the values that they are about, for `schemaMistakes`. */
export const ajvOptions = { allowUnionTypes: true, allErrors: true, verbose: true };

/** The file of the compiled schema of the configuration, beside this module. */
export const configurationValidator = "./schema-validator.cjs";

let compiled: CompiledValidator<ConfigurationFile> | null = null;

/** The validator of configuration files. Loaded only if there is one, so that a run without does not wait for it. */
export function fileValidator(): CompiledValidator<ConfigurationFile> {
  compiled ??= compiledValidator(configurationValidator, import.meta.url) ?? compileSchema(schema);
  return compiled;
}

/** A validator that reports all errors, for `schemaMistakes`. */
export function compileSchema<T>(schema: object): ValidateFunction<T> {
  // Loading Ajv takes longer than validating a file with what was compiled before.
  const { Ajv2020 }: typeof ajv = createRequire(import.meta.url)("ajv/dist/2020.js");
  return new Ajv2020(ajvOptions).compile<T>(schema);
}
