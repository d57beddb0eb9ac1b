import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ReportWriteError, reasonOf } from "./report-write-error.ts";
import { statIfThere } from "./stat-if-there.ts";

/** Reports hold traffic of a server that may not be public. */
const forOwnerOnly = 0o600;

/**
 * Writes a file whole or not at all: into a new folder beside it, which nobody else can write to or
 * prepare, and then to its place. A symbolic link there is replaced, never followed. A device, a pipe or a
 * socket is neither: replacing `/dev/stdout` would take it from every program of the machine.
 * @param file absolute path; its folder exists
 * @param text as a whole, or in pieces that are made as they are written
 * @returns the same path
 * @throws ReportWriteError
 */
export async function writeWhole(file: string, text: string | Iterable<string>): Promise<string> {
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

function* slicesOf(text: string | Iterable<string>): Generator<string> {
  let waiting = "";
  for (const piece of typeof text === "string" ? [text] : text) {
    waiting += piece;
    if (waiting.length < sliceLength) continue;
    const { slices, rest } = cut(waiting);
    yield* slices;
    waiting = rest;
  }
  yield waiting;
}

/** Cuts a text into slices, and a rest that is shorter than a slice. */
function cut(text: string): { readonly slices: readonly string[]; readonly rest: string } {
  const slices: string[] = [];
  let start = 0;
  while (text.length - start >= sliceLength) {
    // Both halves of a surrogate pair belong into one slice.
    const isCut = /[\ud800-\udbff]/.test(text.charAt(start + sliceLength - 1));
    const end = start + sliceLength + (isCut ? 1 : 0);
    slices.push(text.slice(start, end));
    start = end;
  }
  return { slices, rest: text.slice(start) };
}
