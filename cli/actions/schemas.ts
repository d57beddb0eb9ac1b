import { exportedSchemas } from "../../contracts/exported-schemas.ts";
import { suggestion } from "../../harness/configuration/nearest.ts";
import { sentences } from "../../harness/configuration/sentences.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";

/**
 * One JSON Schema.
 * @throws UsageError if there is none of this name
 */
export function schemaText(name: string): string {
  const schemas = exportedSchemas();
  const found = schemas.find((one) => one.name === name);
  if (found !== undefined) return JSON.stringify(found.schema, null, 2);
  const known = schemas.map((one) => one.name);
  throw new UsageError(
    `there is no schema ${JSON.stringify(name)}`,
    sentences(suggestion(name, known), "news-conformance schemas lists all."),
  );
}

/** The names of all JSON Schemas, and what each describes. */
export function schemaList(format: "text" | "json"): string {
  const list = exportedSchemas().map(({ name, title, schema }) => ({
    name,
    title,
    id: schema.$id,
    module: `news-conformance/contracts/${name}.json`,
  }));
  const width = Math.max(...list.map((one) => one.name.length));
  return format === "json"
    ? JSON.stringify({ schemaVersion: 1, schemas: list }, null, 2)
    : list.map((one) => `${one.name.padEnd(width)}  ${one.title}`).join("\n");
}
