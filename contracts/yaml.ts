import { CORE_SCHEMA, load } from "js-yaml";

/**
 * The value that a YAML 1.2 text stands for. Dates stay text, as in JSON.
 * @throws YAMLException with line and column where it is no YAML
 */
export function parseYaml(text: string): unknown {
  return load(text, { schema: CORE_SCHEMA });
}
