import { readFileSync } from "node:fs";
import { Ajv, type AnySchema, type ValidateFunction } from "ajv";
import { parseYaml } from "../../contracts/yaml.ts";

/** GitLab's schema takes half a second to compile. */
const validators = new Map<string, ValidateFunction>();

/**
 * What a schema of this folder says against a document; empty if it accepts it.
 *
 * @param name of a file in `schemas/`
 */
export function schemaErrors(name: string, document: unknown): readonly string[] {
  const validate = validators.get(name) ?? compiled(name);
  validators.set(name, validate);
  if (validate(document)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function compiled(name: string): ValidateFunction {
  const text = readFileSync(new URL(`schemas/${name}`, import.meta.url), "utf8");
  const schema: AnySchema = JSON.parse(JSON.stringify(parseYaml(text)));
  // GitLab's schema has keywords of its editor.
  return new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
}
