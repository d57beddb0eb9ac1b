import { readFileSync, statSync } from "node:fs";
import { isObject, listAt, objectAt } from "../../contracts/json.ts";
import { UsageError } from "../configuration/usage-error.ts";

/**
 * A file is read as a whole, which takes several times its size of memory: bigger ones are refused
 * before a byte is read.
 */
export const maxHarBytes = 256 * 1024 * 1024;

/**
 * The entries of a HAR file, as they stand there.
 * @throws UsageError where the file can't be read, is too big, or is no HAR
 */
export function readHarFile(file: string): readonly unknown[] {
  let text: string;
  try {
    const { size } = statSync(file);
    if (size > maxHarBytes) {
      throw new UsageError(
        `${file} is ${Math.round(size / 1024 / 1024)} MB long; ${maxHarBytes / 1024 / 1024} MB is the most that is read at once`,
        "Record a shorter time, or only the hosts of the service, and give several files.",
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
    throw new UsageError(`${file} is no HAR file: it is not JSON`);
  }
  if (!isObject(parsed) || !Array.isArray(objectAt(parsed, "log").entries)) {
    throw new UsageError(`${file} is no HAR file: it has no list log.entries`);
  }
  return listAt(objectAt(parsed, "log"), "entries");
}
