import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exportedSchemas } from "../contracts/exported-schemas.ts";

/** Writes the JSON Schemas that the package exports as `news-conformance/contracts/…`. Part of the build. */
for (const { name, schema } of exportedSchemas()) {
  const file = join(process.cwd(), "dist/contracts/schemas", `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
}
