import { CORE_SCHEMA, load } from "js-yaml";

/**
 * Parses a YAML 1.2 text. Dates remain strings, as in JSON.
 * @throws YAMLException with line and column if it is not valid YAML
 */
export function parseYaml(text: string): unknown {
  return load(text, { schema: CORE_SCHEMA });
}
