import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The names and texts of the report files below a folder. */
export function textsIn(folder: string): readonly (readonly [name: string, text: string])[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^c\.json$|\.env$/.test(entry.name))
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")]);
}
