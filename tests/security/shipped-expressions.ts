import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tokenizer } from "acorn";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What is compiled for developers meets no foreign text. */
const ownOnly = /^(bench|tools|teeth)\//;

/** The names and texts of the shipped modules. */
export const shipped: readonly (readonly [file: string, source: string])[] = [
  ...readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".js") && !ownOnly.test(file))
    .map((file) => [file, readFileSync(join(root, "dist", file), "utf8")] as const),
  ...["reporters/formats/html/browser.js"].map(
    (file) => [file, readFileSync(join(root, file), "utf8")] as const,
  ),
];

/** Every regular expression in the shipped code, and one file that has it. */
export const literals: ReadonlyMap<string, string> = new Map(
  shipped.flatMap(([file, source]) =>
    [...tokenizer(source, { ecmaVersion: "latest", sourceType: "module" })]
      .filter(({ type }) => type.label === "regexp")
      .map(({ start, end }) => [source.slice(start, end), file] as const),
  ),
);

/** What stands between and behind the slashes of an expression. */
export function partsOf(literal: string): readonly [pattern: string, flags: string] {
  const end = literal.lastIndexOf("/");
  return [literal.slice(1, end), literal.slice(end + 1)];
}
