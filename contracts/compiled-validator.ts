import { createRequire } from "node:module";
import type { ErrorObject } from "ajv";

/** A validator that was compiled when the package was built. */
export interface CompiledValidator<T = unknown> {
  (value: unknown): value is T;
  /** Of the last value that it was called with. */
  errors?: readonly ErrorObject[] | null;
}

/**
 * Loads a validator that `tools/write-validators.ts` has written: compiling its schema would take longer than
 * validating a file with it.
 *
 * @param file relative to the module
 * @param module the URL of the module that it was written beside
 * @returns null if it was not written: where the sources run as they are
 */
export function compiledValidator<T>(file: string, module: string): CompiledValidator<T> | null {
  try {
    const compiled: unknown = createRequire(module)(file);
    return isCompiled<T>(compiled) ? compiled : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND") return null;
    throw error;
  }
}

function isCompiled<T>(value: unknown): value is CompiledValidator<T> {
  return typeof value === "function";
}
