import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { isObject } from "./json.ts";

/** Beside this module: the parsed files by `contractKey`, as `tools/write-parsed-contracts.ts` writes them. */
export const parsedContracts = "parsed-contracts.json";

let parsed: Readonly<Record<string, unknown>> | null = null;

/** Identifies a file by its path and its text, so that what was parsed of it can never be out of date. */
export function contractKey(path: string, text: string): string {
  return createHash("sha256").update(`${path}\0${text}`).digest("base64url");
}

/**
 * The value of a contract file, if it was parsed when the package was built: that takes a fraction of the time in which
 * YAML is parsed. Each call returns the same object.
 *
 * @param path from the contracts folder, with `/`
 * @returns undefined if no file of this path had this text
 */
export function parsedAtBuild(path: string, text: string): unknown {
  parsed ??= readParsed();
  return parsed[contractKey(path, text)];
}

function readParsed(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(
      readFileSync(new URL(parsedContracts, import.meta.url), "utf8"),
    );
    return isObject(value) ? value : {};
  } catch (error) {
    // Where the sources run as they are, nothing was written.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}
