import { relative, resolve } from "node:path";
import { defaultOutputDirectory } from "../../harness/settings/defaults.ts";
import { setReportsAside } from "../../reporters/files/earlier-reports.ts";
import { type IsKept, keptFiles } from "../../reporters/files/kept-files.ts";
import type { Output } from "./output.ts";

/**
 * For each command line, which has its own output: the folders from which reports of an earlier run were
 * moved, and their new folders; null if there were none.
 */
const cleared = new WeakMap<Output, Map<string, string | null>>();

/**
 * Moves the reports of an earlier run away before this run begins, so that they can't be mistaken for its
 * own, even after a crash or a signal.
 *
 * @param directory absolute path
 * @param isKept which files are input, such as recorded traffic in the same folder
 * @throws ReportWriteError if they can't be moved
 */
export function clearReportFolder(directory: string, output: Output, isKept?: IsKept): void {
  const folders = cleared.get(output) ?? new Map<string, string | null>();
  cleared.set(output, folders.set(directory, setReportsAside(directory, isKept)));
}

/**
 * Does the same after a run failed, perhaps before it began; prints where the earlier reports are.
 *
 * @param words the command line without the program
 * @param commands the possible commands: one if the command line names one or none
 */
export function clearAfterFailure(
  words: readonly string[],
  commands: readonly string[],
  output: Output,
): void {
  const [command, ...others] = commands;
  if (others.length > 0 || (command !== "run" && command !== "check-har")) return;
  const shown = (path: string) => relative(process.cwd(), path) || ".";
  let directory: string;
  const out = outOf(words) ?? defaultOutputDirectory;
  // It names no folder, and least of all the working directory.
  if (out.trim() === "") return;
  try {
    directory = resolve(out);
  } catch {
    // The working directory no longer exists, which has already been reported.
    return;
  }
  try {
    const done = cleared.get(output)?.has(directory) === true;
    // Any word may name a recording.
    const inputs = command === "check-har" ? words.map((word) => resolve(word)) : [];
    if (!done) clearReportFolder(directory, output, keptFiles(inputs));
    const folder = cleared.get(output)?.get(directory) ?? null;
    if (folder !== null) output.note(`The reports of an earlier run are now in ${shown(folder)}.`);
  } catch {
    output.note(`The reports in ${shown(directory)} are from an earlier run.`);
  }
}

/** The value of `--out` in a command line that may be invalid. */
function outOf(words: readonly string[]): string | undefined {
  return words
    .flatMap((word, index) => {
      if (word === "--out") return words[index + 1] ?? [];
      return word.startsWith("--out=") ? word.slice("--out=".length) : [];
    })
    .at(-1);
}
