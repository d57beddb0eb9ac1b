import { readFileSync } from "node:fs";

/**
 * The version in package.json. It is searched for upwards, because the compiled file is one folder deeper
 * than its source.
 *
 * @throws Error if our package.json is not found: a broken installation
 */
function readVersion(): string {
  for (const up of ["../package.json", "../../package.json"]) {
    const found = versionIn(new URL(up, import.meta.url));
    if (found !== null) return found;
  }
  throw new Error("package.json of news-conformance is missing beside its code");
}

function versionIn(file: URL): string | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return null;
  }
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null) return null;
  if (!("name" in parsed) || parsed.name !== "news-conformance") return null;
  return "version" in parsed && typeof parsed.version === "string" ? parsed.version : null;
}

/** The version of this suite, from package.json. */
export const suiteVersion: string = readVersion();
