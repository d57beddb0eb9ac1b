import { isObject, listAt, objectAt } from "../../contracts/json.ts";
import { structureOf } from "../../contracts/json-values.ts";
import { fileProblem } from "../configuration/file.ts";
import { UsageError } from "../configuration/usage-error.ts";
import { FileTooLarge, readRegularFile } from "../regular-file.ts";

/**
 * A file is read as a whole, which takes several times its size in memory: larger files are rejected
 * before they are read.
 */
export const maxHarBytes = 256 * 1024 * 1024;

/** Counted before it is parsed: values may take a hundred times as much memory as their text. */
const largest = { values: 8_000_000, depth: 1_000 };

/**
 * The entries of a HAR file. The first one has what else the file says, in the member `_file`: titles of pages, which
 * are often URLs, and comments may contain credentials, which are looked for in all members of an entry.
 * @throws UsageError if the file can't be read, is too large, or is not a HAR file
 */
export function readHarFile(file: string): readonly unknown[] {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(file, maxHarBytes);
  } catch (error) {
    throw new UsageError(
      `can't read ${file}: ${fileProblem(error)}`,
      error instanceof FileTooLarge
        ? "Record a shorter time or only the hosts of the service, or split the recording into several files."
        : null,
    );
  }
  const { values, depth } = structureOf(bytes, largest);
  if (values > largest.values || depth > largest.depth) {
    throw new UsageError(
      `${file} is not a HAR file: it has more than ${largest.values} values, or more than ${largest.depth} levels`,
      "Record a shorter time or only the hosts of the service, or split the recording into several files.",
    );
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
  } catch {
    throw new UsageError(`${file} is not a HAR file: it is not JSON`);
  }
  if (!isObject(parsed) || !Array.isArray(objectAt(parsed, "log").entries)) {
    throw new UsageError(`${file} is not a HAR file: it has no list log.entries`);
  }
  const { log: _log, ...others } = parsed;
  const { entries: _entries, ...log } = objectAt(parsed, "log");
  const entries = listAt(objectAt(parsed, "log"), "entries");
  const first = entries.findIndex(isObject);
  return entries.map((entry, index) =>
    index === first && isObject(entry) ? { ...entry, _file: { ...others, ...log } } : entry,
  );
}
