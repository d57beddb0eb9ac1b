import type { DefinedError } from "ajv";
import { pointerNames } from "../../contracts/json.ts";
import type { MemberMistake } from "./member-path.ts";
import { suggestion } from "./nearest.ts";

/**
 * Turns the errors of a JSON Schema validator (all errors, verbose) into messages.
 *
 * @param notAMember completes the sentence that begins with an unknown member
 */
export function schemaMistakes(
  errors: readonly DefinedError[],
  notAMember: string,
): readonly MemberMistake[] {
  return errors
    .filter(({ keyword }) => keyword !== "propertyNames")
    .map((error) => mistakeOf(error, notAMember));
}

function mistakeOf(error: DefinedError, notAMember: string): MemberMistake {
  const path = pointerNames(error.instancePath);
  if (error.propertyName !== undefined) {
    return {
      path: [...path, error.propertyName],
      what: " is not a valid name here",
      hint: null,
    };
  }
  switch (error.keyword) {
    case "additionalProperties": {
      const name = error.params.additionalProperty;
      const hint = () => suggestion(name, membersOf(error.parentSchema));
      return { path: [...path, name], what: ` ${notAMember}`, hint };
    }
    case "required":
      return { path: [...path, error.params.missingProperty], what: " is missing", hint: null };
    case "enum": {
      const allowed = error.params.allowedValues.map(String);
      // Nothing is near to a value that is no text; not every object can be converted to one.
      const { data } = error;
      const hint = () => suggestion(typeof data === "string" ? data : "", allowed);
      return { path, what: " is not a valid value", hint };
    }
    default:
      return { path, what: ` ${complaint(error, path.at(-1) ?? "")}`, hint: null };
  }
}

function complaint(error: DefinedError, member: string): string {
  if (error.keyword === "type") {
    const types: readonly string[] = [error.params.type].flat();
    return `must be ${types.map((type) => typeNames[type] ?? type).join(" or ")}`;
  }
  if (error.keyword === "pattern") return patterns.get(member) ?? "must not be empty";
  if (error.keyword === "minLength") return "must not be empty";
  return error.message ?? "is malformed";
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

/** The pattern of a member in words, if it requires more than a non-empty value. */
const patterns: ReadonlyMap<string | number, string> = new Map([
  ["reason", "must not be empty: it says why this is accepted"],
  ["until", "must be a date, YYYY-MM-DD"],
  ["country", "must be a two-letter country code"],
  ["keyEnv", "must be the name of an environment variable"],
]);

function membersOf(parent: unknown): readonly string[] {
  if (typeof parent !== "object" || parent === null || !("properties" in parent)) return [];
  const { properties } = parent;
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}
