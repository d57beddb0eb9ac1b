import { Ajv2020, type DefinedError, type ValidateFunction } from "ajv/dist/2020.js";
import { checkEntries } from "./entries.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Known } from "./known.ts";
import { memberPath, pointerSteps } from "./member-path.ts";
import { suggestion } from "./nearest.ts";
import schema from "./schema.json" with { type: "json" };
import { refuseSecrets } from "./secrets-in-file.ts";
import { UsageError } from "./usage-error.ts";

/** Compiled when there is a file to judge: a run without one should not wait for it. */
let compiled: ValidateFunction<ConfigurationFile> | null = null;

function validator(): ValidateFunction<ConfigurationFile> {
  const ajv = new Ajv2020({ allowUnionTypes: true, verbose: true });
  compiled ??= ajv.compile<ConfigurationFile>(schema);
  return compiled;
}

/**
 * Takes a parsed file for a configuration, after `schema.json`, then every name in it that the
 * contracts and the register have to know.
 *
 * @param file its name, for messages
 * @throws UsageError for the first thing that is wrong, with its path in the file
 */
export function validateFile(file: string, content: unknown, known: Known): ConfigurationFile {
  refuseSecrets(file, content);
  const holds = validator();
  if (!holds(content)) {
    const [first] = holds.errors ?? [];
    if (first === undefined) throw new UsageError(`${file} is no configuration`);
    // The schema uses keywords of the standard only, and those are what this type lists.
    throw schemaError(file, first as DefinedError);
  }
  checkEntries(file, content, known);
  return content;
}

function schemaError(file: string, error: DefinedError): UsageError {
  const steps = pointerSteps(error.instancePath);
  const at = (more: readonly string[] = []) => `${file}: ${memberPath([...steps, ...more])}`;
  if (error.propertyName !== undefined) {
    const name = JSON.stringify(error.propertyName);
    return new UsageError(`${at()}: ${name} is not a name that is valid here`);
  }
  switch (error.keyword) {
    case "additionalProperties": {
      const name = error.params.additionalProperty;
      return new UsageError(
        `${at([name])} is not a member of the configuration`,
        suggestion(name, membersOf(error.parentSchema)),
      );
    }
    case "required":
      return new UsageError(`${at([error.params.missingProperty])} is missing`);
    case "enum": {
      const allowed = error.params.allowedValues.map(String);
      return new UsageError(
        `${at()} is none of the valid values`,
        suggestion(String(error.data), allowed),
      );
    }
    default:
      return new UsageError(`${at()} ${complaint(error, steps.at(-1) ?? "")}`);
  }
}

function complaint(error: DefinedError, member: string): string {
  if (error.keyword === "type") {
    const types: readonly string[] = [error.params.type].flat();
    return `has to be ${types.map((type) => typeNames[type] ?? type).join(" or ")}`;
  }
  if (error.keyword === "pattern") return patterns[member] ?? "must not be empty";
  if (error.keyword === "minLength") return "must not be empty";
  return error.message ?? "is malformed";
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  array: "a list",
  null: "null",
};

/** What a member's pattern wants, where that is more than not to be empty. */
const patterns: Readonly<Record<string, string>> = {
  reason: "must not be empty: it has to say why this is accepted",
  until: "has to be a date, YYYY-MM-DD",
  country: "has to be a country code of two letters",
  keyEnv: "has to be the name of an environment variable",
};

function membersOf(parent: unknown): readonly string[] {
  if (typeof parent !== "object" || parent === null || !("properties" in parent)) return [];
  const { properties } = parent;
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}
