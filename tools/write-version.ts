import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withVersion } from "./version-mentions.ts";

/** `npm version` runs it: names the new version wherever the README, documents, examples and components name one. */
const { version }: { readonly version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const files = ["docs", "examples", "templates"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(md|ya?ml|json)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name)),
);
for (const file of ["README.md", ...files]) {
  const text = readFileSync(file, "utf8");
  const written = withVersion(text, version);
  if (written !== text) writeFileSync(file, written);
}
