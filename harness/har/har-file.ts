import { readFileSync, statSync } from "node:fs";
import { isObject, listAt, objectAt } from "../../contracts/json.ts";
import { UsageError } from "../configuration/usage-error.ts";

/**
 * A file is read as a whole, which takes several times its size in memory: larger files are rejected
 * before they are read.
 */
export const maxHarBytes = 256 * 1024 * 1024;

/**
 * The entries of a HAR file, unchanged.
 * @throws UsageError if the file can't be read, is too large, or is not a HAR file
 */
export function readHarFile(file: string): readonly unknown[] {
  let text: string;
  try {
    const { size } = statSync(file);
    if (size > maxHarBytes) {
      throw new UsageError(
        `${file} is ${Math.round(size / 1024 / 1024)} MB long; the limit is ${maxHarBytes / 1024 / 1024} MB`,
        "Record a shorter time or only the hosts of the service, or split the recording into several files.",
      );
    }
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`can't read ${file}: ${reason}`);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new UsageError(`${file} is not a HAR file: it is not JSON`);
  }
  if (!isObject(parsed) || !Array.isArray(objectAt(parsed, "log").entries)) {
    throw new UsageError(`${file} is not a HAR file: it has no list log.entries`);
  }
  return listAt(objectAt(parsed, "log"), "entries");
}
