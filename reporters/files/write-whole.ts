import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TextOrPieces } from "./json-pieces.ts";
import { ReportWriteError, reasonOf } from "./report-write-error.ts";
import { statIfThere } from "./stat-if-there.ts";

/** Reports hold traffic of a server that may not be public. */
const forOwnerOnly = 0o600;

/**
 * Writes a file whole or not at all: into a new folder beside it, which nobody else can write to or
 * prepare, and then to its place. A symbolic link there is replaced, never followed. A device, a pipe or a
 * socket is neither: replacing `/dev/stdout` would remove it for every program on the machine.
 * @param file absolute path; its folder exists
 * @returns the same path
 * @throws ReportWriteError
 */
export async function writeWhole(file: string, text: TextOrPieces): Promise<string> {
  if (isSpecial(file)) {
    throw new ReportWriteError(`can't write ${file}: it is a device, a pipe or a socket`);
  }
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

/** Whether a path leads to what is neither a file nor a folder. */
function isSpecial(path: string): boolean {
  const stats = statIfThere(path);
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
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
