import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, textAt } from "../../../contracts/json.ts";

/** The folder in which the tools are installed. */
export function installationFolder(root: string): string {
  return join(root, "bench", "peers", "installation");
}

/** The folder of an installed package. */
export function packageFolder(root: string, name: string): string {
  return join(installationFolder(root), "node_modules", name);
}

/** The version in the `package.json` of a folder. */
export function versionIn(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return (isObject(manifest) ? textAt(manifest, "version") : null) ?? "unknown";
}

/** An installed command. */
export function binary(root: string, name: string): string {
  return join(installationFolder(root), "node_modules", ".bin", name);
}
