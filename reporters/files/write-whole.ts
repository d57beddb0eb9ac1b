import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cannotReplace, irreplaceable } from "./irreplaceable.ts";
import type { TextOrPieces } from "./json-pieces.ts";
import { ReportWriteError, reasonOf } from "./report-write-error.ts";

/** Reports hold traffic of a server that may not be public. */
const forOwnerOnly = 0o600;

/**
 * Writes a file whole or not at all: into a new folder beside it, which nobody else can write to or
 * prepare, and then to its place. A symbolic link there is replaced, never followed.
 * @param file absolute path; its folder exists
 * @returns the same path
 * @throws ReportWriteError
 */
export async function writeWhole(file: string, text: TextOrPieces): Promise<string> {
  const reason = irreplaceable(file);
  if (reason !== null) throw cannotReplace(file, reason);
  let folder: string | null = null;
  try {
    folder = await mkdtemp(join(dirname(file), ".unfinished-"));
    const unfinished = join(folder, "report");
    await writeFile(unfinished, slicesOf(text), { flag: "wx", mode: forOwnerOnly });
    await rename(unfinished, file);
    return file;
  } catch (error) {
    throw new ReportWriteError(`can't write ${file}: ${reasonOf(error)}`);
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** UTF-16 code units: encoded as a whole, a text of tens of megabytes would take as much again. */
const sliceLength = 1024 * 1024;

function* slicesOf(text: TextOrPieces): Generator<string> {
  let waiting = "";
  for (const piece of typeof text === "string" ? [text] : text) {
    waiting += piece;
    while (waiting.length >= sliceLength) {
      // Both halves of a surrogate pair belong into one slice.
      const isCut = /[\ud800-\udbff]/.test(waiting.charAt(sliceLength - 1));
      const end = sliceLength + (isCut ? 1 : 0);
      yield waiting.slice(0, end);
      waiting = waiting.slice(end);
    }
  }
  yield waiting;
}
