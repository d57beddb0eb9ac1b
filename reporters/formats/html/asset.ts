import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "../../../contracts/load.ts";

/** A style or script of the pages. */
export function asset(name: string): string {
  return readFileSync(join(packageFolder(), "reporters", "formats", "html", name), "utf8");
}

/** How a content security policy names the only style or script that it allows. */
export function digestOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
