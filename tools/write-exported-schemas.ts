import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exportedSchemas } from "../contracts/exported-schemas.ts";
import { recordsSchema } from "../reporters/formats/records-schema.ts";

/** Writes the JSON Schemas that the package exports and no file of the sources holds. Part of the build. */
for (const { name, schema } of exportedSchemas()) {
  write(`contracts/schemas/${name}.json`, schema);
}
write("reporters/records.schema.json", recordsSchema());

function write(name: string, schema: unknown): void {
  const file = join(process.cwd(), "dist", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
}
