import type { ErrorObject } from "ajv";
import { compiledValidator } from "../contracts/compiled-validator.ts";
import { textOfValue } from "../contracts/json.ts";

/** The versions of OpenAPI whose JSON Schema is compiled when the package is built. */
export const compiledVersions = ["3.0", "3.1"] as const;

type CompiledVersion = (typeof compiledVersions)[number];

/** The file of a compiled schema, beside this module. */
export function compiledFile(version: CompiledVersion): string {
  return `./openapi-${version}.cjs`;
}

/** @returns the errors of a document without references; empty if it is valid */
export type DocumentValidator = (document: unknown) => readonly ErrorObject[];

/**
 * The validator of documents of a version of OpenAPI. Compiling its schema takes longer than everything else that is
 * done with a description, and the parser would do so for each description.
 *
 * @param version as a document has it, such as `3.1.0`
 * @returns null if it was not compiled: for another version, or where the sources run as they are
 */
export function documentValidator(version: unknown): DocumentValidator | null {
  const known = compiledVersions.find((one) => textOfValue(version).startsWith(`${one}.`));
  if (known === undefined) return null;
  const validate = compiledValidator(compiledFile(known), import.meta.url);
  if (validate === null) return null;
  return (document) => {
    validate(document);
    const { errors } = validate;
    // Otherwise the document would be held until the next one is validated.
    validate.errors = null;
    return errors ?? [];
  };
}
