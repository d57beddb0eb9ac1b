import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { SchemaFinding, Validate } from "./catalogue.ts";
import type { ContractFiles } from "./contract-files.ts";
import { describeValue } from "./describe-value.ts";
import { parseDateTime } from "./formats.ts";
import { isObject, pointerToken, textAt, textsAt } from "./json.ts";
import { type JudgedPlace, judgedPlaces } from "./judged-places.ts";
import { type Ownership, readOwnership } from "./ownership.ts";
import type { Version } from "./vocabulary.ts";
import { withErrorsMoved } from "./with-errors-moved.ts";

/** The validator of one schema file. Nothing is compiled before the first body is validated. */
export interface SchemaValidator {
  readonly validate: Validate;
  /** Requirements that own some part of the schema. */
  readonly requirements: ReadonlySet<string>;
  /** The places in bodies that their parts judge. */
  readonly places: ReadonlyMap<string, readonly JudgedPlace[]>;
}

/** Keywords whose errors only summarise the errors inside them. */
const wrappers = new Set(["if", "anyOf", "oneOf", "discriminator"]);

/**
 * The validators of the schema files of one surface.
 *
 * @param versions what the format `api-version` accepts
 * @param options.checkSchemas validates the schemas themselves against the meta-schema, which is slow and
 * only for our own tests
 */
export function createSchemaValidators(
  files: ContractFiles,
  versions: readonly Version[],
  options: { readonly checkSchemas: boolean } = { checkSchemas: false },
): (file: string) => SchemaValidator {
  const validators = new Map<string, SchemaValidator>();
  let shared: Ajv2020 | null = null;

  const compile = (file: string, ownership: Ownership): ValidateFunction => {
    shared ??= createAjv(versions, options.checkSchemas);
    for (const path of ownership.files) {
      const schema = files.read(path);
      if (shared.schemas[path] === undefined && isObject(schema)) shared.addSchema(schema, path);
    }
    const compiled = shared.getSchema(file);
    if (compiled === undefined) throw new Error(`${file}: no schema`);
    return compiled;
  };

  return (file) => {
    const existing = validators.get(file);
    if (existing !== undefined) return existing;
    const ownership = readOwnership(files, file);
    let compiled: ValidateFunction | null = null;
    let places: SchemaValidator["places"] | null = null;
    const validator: SchemaValidator = {
      requirements: ownership.requirements,
      get places() {
        places ??= judgedPlaces(files, file, ownership);
        return places;
      },
      validate(body) {
        compiled ??= compile(file, ownership);
        const errors = compiled(body) ? [] : (compiled.errors ?? []);
        // Otherwise the validator would hold the body until it is used again.
        compiled.errors = null;
        return errors.length === 0 ? [] : findingsOf(errors, ownership, versions);
      },
    };
    validators.set(file, validator);
    return validator;
  };
}

function createAjv(versions: readonly Version[], checkSchemas: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    discriminator: true,
    validateSchema: checkSchemas,
    meta: checkSchemas,
    code: { process: withErrorsMoved },
  });
  addFormats.default(ajv, ["uuid"]);
  ajv.addFormat("iso8601-date-time", (text: string) => parseDateTime(text) !== null);
  ajv.addFormat("api-version", (text: string) => versions.includes(text));
  ajv.addKeyword("x-requirement");
  return ajv;
}

/** The errors of one body that are looked at for each keyword of a schema: no list of the service is as long. */
const mostErrorsPerKeyword = 200;

/** The first errors of each keyword, in their order. */
function firstOfEach(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  if (errors.length <= mostErrorsPerKeyword) return errors;
  const counts = new Map<string, number>();
  return errors.filter(({ schemaPath }) => {
    const count = (counts.get(schemaPath) ?? 0) + 1;
    counts.set(schemaPath, count);
    return count <= mostErrorsPerKeyword;
  });
}

function findingsOf(
  all: readonly ErrorObject[],
  ownership: Ownership,
  versions: readonly Version[],
): readonly SchemaFinding[] {
  const errors = firstOfEach(all);
  const details = errors.filter(({ keyword }) => !wrappers.has(keyword));
  // A value of the wrong type also breaks the enumeration; it is reported once.
  const mistyped = new Set<string>();
  for (const { keyword, instancePath } of all) if (keyword === "type") mistyped.add(instancePath);
  const telling = details.filter(
    ({ keyword, instancePath }) =>
      !(keyword === "enum" || keyword === "const") || !mistyped.has(instancePath),
  );
  const findings = new Map<string, SchemaFinding>();
  // An error without a detailed one is still an error.
  for (const error of telling.length > 0 ? telling : errors) {
    const finding = findingOf(error, ownership, versions);
    findings.set(JSON.stringify(finding), finding);
  }
  return [...findings.values()];
}

function findingOf(
  error: ErrorObject,
  ownership: Ownership,
  versions: readonly Version[],
): SchemaFinding {
  const { keyword, parentSchema, data, instancePath } = error;
  const schema = parentSchema ?? {};
  const requirement = ownership.ownerOf(schema, keyword);
  if (keyword === "required") {
    const path = `${instancePath}${pointerToken(String(error.params.missingProperty))}`;
    return { path, expected: "member present", actual: "absent", requirement };
  }
  const [forbidden] = isObject(schema.not) ? textsAt(schema.not, "required") : [];
  if (keyword === "not" && forbidden !== undefined) {
    const actual = describeValue(isObject(data) ? data[forbidden] : undefined);
    const path = `${instancePath}${pointerToken(forbidden)}`;
    return { path, expected: `no member ${forbidden}`, actual, requirement };
  }
  const expected = expectation(keyword, schema, versions);
  return { path: instancePath, expected, actual: describeValue(data), requirement };
}

/** The expectation of a keyword in a few words. */
function expectation(
  keyword: string,
  schema: Readonly<Record<string, unknown>>,
  versions: readonly Version[],
): string {
  switch (keyword) {
    case "type":
      return [schema.type].flat().join(" or ");
    case "enum":
      return `one of ${[schema.enum].flat().join(", ")}`;
    case "const":
      return JSON.stringify(schema.const);
    case "format":
      if (schema.format === "api-version") return `one of ${versions.join(", ")}`;
      if (schema.format === "iso8601-date-time") return "an ISO 8601 date and time, joined by T";
      return `a ${String(schema.format)}`;
    case "pattern":
      return textAt(schema, "description") ?? `text that matches ${String(schema.pattern)}`;
    default:
      return `${keyword} ${JSON.stringify(schema[keyword])}`;
  }
}
