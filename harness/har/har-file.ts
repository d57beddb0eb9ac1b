import { isObject, objectAt } from "../../contracts/json.ts";
import { fileProblem } from "../configuration/file.ts";
import { FileTooLarge, readInPieces, readRanges } from "../regular-file.ts";
import { UsageError } from "../settings/usage-error.ts";
import { createEntryScanner, type EntryRanges } from "./entry-ranges.ts";

/** Of a file; larger ones are rejected before they are read. Entries are parsed one by one. */
export const maxHarBytes = 256 * 1024 * 1024;

/** Counted before anything is parsed: values may take a hundred times as much memory as their text. */
const largest = { values: 8_000_000, depth: 1_000, entries: 1_000_000 };
/** What a file may say besides its entries, such as the titles of pages. */
const mostBytesBeside = 16 * 1024 * 1024;

const recordLess =
  "Record a shorter time or only the hosts of the service, or split the recording into several files.";

/**
 * The entries of a HAR file, each of which is read when it is asked for. The first one has what else the file says, in
 * the member `_file`: titles of pages, which are often URLs, and comments may contain credentials, which are looked for
 * in all members of an entry.
 * @throws UsageError if the file can't be read, is too large, or is not a HAR file; where an entry is not JSON, when it
 *   is asked for
 */
export function readHarFile(file: string): Iterable<unknown> {
  const { ranges, beside } = orUsageError(file, () => {
    const found = rangesIn(file);
    return { ranges: found.entries, beside: besideEntries(file, found) };
  });
  return {
    *[Symbol.iterator]() {
      let isSaid = false;
      try {
        for (const bytes of readRanges(file, ranges)) {
          if (ranges.length === 1 && bytes.every(isBlank)) return;
          const entry = parse(file, bytes);
          if (isSaid || !isObject(entry)) yield entry;
          else yield { ...entry, _file: beside };
          isSaid ||= isObject(entry);
        }
      } catch (error) {
        throw usageError(file, error);
      }
    },
  };
}

function rangesIn(file: string): EntryRanges {
  const scanner = createEntryScanner();
  for (const piece of readInPieces(file, maxHarBytes)) {
    scanner.take(piece);
    const { values, depth, entries } = scanner.found;
    if (values > largest.values || depth > largest.depth || entries.length > largest.entries) {
      throw notHar(
        file,
        `it has more than ${largest.values} values, ${largest.depth} levels or ${largest.entries} entries`,
        recordLess,
      );
    }
  }
  const { found } = scanner;
  if (found.isRepeated) throw notHar(file, "it has the list log.entries twice");
  return found;
}

/** All members of the file and of its log but the entries. */
function besideEntries(file: string, { list, size }: EntryRanges): object {
  const around = list ?? { from: size, to: size };
  if (size - (around.to - around.from) > mostBytesBeside) {
    throw notHar(
      file,
      `it has more than ${mostBytesBeside / 1024 / 1024} MB beside the list log.entries`,
    );
  }
  const parts = readRanges(file, [
    { from: 0, to: around.from },
    { from: around.to, to: size },
  ]);
  const parsed = parse(file, withoutMark(Buffer.concat([...parts])));
  if (!isObject(parsed) || !Array.isArray(objectAt(parsed, "log").entries)) {
    throw notHar(file, "it has no list log.entries");
  }
  const { log: _log, ...others } = parsed;
  const { entries: _entries, ...log } = objectAt(parsed, "log");
  return { ...others, ...log };
}

const byteOrderMark = Buffer.from("\ufeff");

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    ? bytes.subarray(byteOrderMark.length)
    : bytes;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function parse(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw notHar(file, "it is not JSON");
  }
}

function notHar(file: string, why: string, hint: string | null = null): UsageError {
  return new UsageError(`${file} is not a HAR file: ${why}`, hint);
}

function orUsageError<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw usageError(file, error);
  }
}

/** For an error of the file system. */
function usageError(file: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  return new UsageError(
    `can't read ${file}: ${fileProblem(error)}`,
    error instanceof FileTooLarge ? recordLess : null,
  );
}
