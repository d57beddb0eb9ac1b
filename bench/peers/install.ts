import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { objectAt } from "../../contracts/json.ts";
import { installationFolder, packageFolder, versionIn } from "./tools/installed.ts";

/** Installs the tools with npm, unless they are there in the listed versions. */
export function install(root: string): void {
  const folder = installationFolder(root);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const isThere = ([name, version]: readonly [string, unknown]) => {
    const own = packageFolder(root, name);
    return existsSync(join(own, "package.json")) && versionIn(own) === version;
  };
  if (Object.entries(objectAt(manifest, "dependencies")).every(isThere)) return;
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
