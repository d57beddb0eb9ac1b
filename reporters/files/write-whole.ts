import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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
export async function writeWhole(file: string, text: string): Promise<string> {
  let folder: string | null = null;
  try {
    folder = await mkdtemp(join(dirname(file), ".unfinished-"));
    const unfinished = join(folder, "report");
    await writeFile(unfinished, text, { flag: "wx", mode: forOwnerOnly });
    await rename(unfinished, file);
    return file;
  } catch (error) {
    throw new ReportWriteError(`can't write ${file}: ${reasonOf(error)}`);
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
