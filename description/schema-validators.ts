import { Ajv2020, MissingRefError, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parseDateTime } from "../contracts/formats.ts";
import { mayHaveLongHost, parseUrl } from "../contracts/parse-url.ts";
import type { SchemaPlace } from "../contracts/shape.ts";
import { withErrorsMoved } from "../contracts/with-errors-moved.ts";
import { boundSteps, steppingPattern } from "./bounded-validation.ts";
import { judgedSchemas, nowhere, UnusableSchema } from "./judged-schemas.ts";

/** Compiles the schemas of a description when something is compared with them. */
export interface Validators {
  /** @throws UnusableSchema if the schema or one that it refers to can't be used */
  of(place: SchemaPlace): ValidateFunction;
}

/**
 * All of them are measured first, so that it does not matter which is used first.
 *
 * @param most schemas, keywords and names that are compiled; as many as for all responses if absent
 */
export function validatorsFor(
  places: readonly SchemaPlace[],
  most?: number,
): Validators | UnusableSchema {
  const ajv = newAjv();
  try {
    const { idOf } = judgedSchemas((schema, id) => ajv.addSchema(Object(schema), id), most);
    for (const place of places) idOf(place);
    return {
      of: (place) => usable(() => ajv.getSchema(idOf(place))),
    };
  } catch (error) {
    if (error instanceof UnusableSchema) return error;
    throw error;
  }
}

function usable(make: () => ValidateFunction | undefined): ValidateFunction {
  try {
    const made = make();
    if (made !== undefined) return made;
  } catch (error) {
    throw new UnusableSchema(reasonOf(error));
  }
  throw new UnusableSchema("it is not a schema");
}

function reasonOf(error: unknown): string {
  if (error instanceof MissingRefError && error.missingRef.startsWith(nowhere)) {
    const ref = decodeURIComponent(error.missingRef.slice(nowhere.length));
    return ref.startsWith("$") ? `${ref} is not followed` : `can't resolve reference ${ref}`;
  }
  return error instanceof Error ? error.message : String(error);
}

function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    // Defects of the schemas themselves are reported by the validation of the description.
    validateSchema: false,
    logger: false,
    // Each schema is compiled once, in less than half the time.
    inlineRefs: false,
    // Code for each name takes more memory than a loop over them.
    loopRequired: 20,
    code: {
      optimize: false,
      process: withErrorsMoved,
      // Not `new RegExp`, which is written into the code that ajv generates.
      regExp: Object.assign(steppingPattern, { code: "steppingPattern" }),
    },
  });
  addFormats.default(ajv);
  // The expressions of the package are not linear for these.
  const isUrl = (text: string, base?: string) =>
    !/\s/.test(text) && (mayHaveLongHost(text) || parseUrl(text, base) !== null);
  for (const format of ["uri", "url"]) ajv.addFormat(format, (text: string) => isUrl(text));
  ajv.addFormat("uri-reference", (text: string) => isUrl(text, "https://description.invalid/"));
  // As elsewhere, the time zone is optional.
  ajv.addFormat("date-time", (text: string) => parseDateTime(text) !== null);
  boundSteps(ajv);
  return ajv;
}
