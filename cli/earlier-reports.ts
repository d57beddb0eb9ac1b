import { relative, resolve } from "node:path";
import { defaultOutputDirectory } from "../harness/configuration/defaults.ts";
import { setReportsAside } from "../reporters/files/earlier-reports.ts";
import type { Output } from "./output.ts";

/**
 * By command line, which has an output of its own: the folders out of which reports of an earlier run were
 * moved, and where to; null where there were none.
 */
const cleared = new WeakMap<Output, Map<string, string | null>>();

/** Recorded traffic may be judged out of the very folder that the reports go into. */
const inputs = ["traffic.har"];

/**
 * Sets the reports of an earlier run aside before this one begins: whatever ends it, a crash or a signal,
 * they can't be taken for its own.
 *
 * @param directory absolute path
 * @throws ReportWriteError where they can't be moved
 */
export function clearReportFolder(directory: string, output: Output, keepsInputs = false): void {
  const folders = cleared.get(output) ?? new Map<string, string | null>();
  cleared.set(
    output,
    folders.set(directory, setReportsAside(directory, keepsInputs ? inputs : [])),
  );
}

/**
 * The same where a run failed, perhaps before it could begin; says where the earlier reports are.
 *
 * @param words the command line without the program
 * @param commands names of those that it may mean: one, where it names one or none
 */
export function clearAfterFailure(
  words: readonly string[],
  commands: readonly string[],
  output: Output,
): void {
  const [command, ...others] = commands;
  if (others.length > 0 || (command !== "run" && command !== "check-har")) return;
  const directory = resolve(outOf(words) ?? defaultOutputDirectory);
  const shown = (path: string) => relative(process.cwd(), path) || ".";
  try {
    const done = cleared.get(output)?.has(directory) === true;
    if (!done) clearReportFolder(directory, output, command === "check-har");
    const folder = cleared.get(output)?.get(directory) ?? null;
    if (folder !== null) output.note(`The reports of an earlier run are in ${shown(folder)} now.`);
  } catch {
    output.note(`The reports in ${shown(directory)} are an earlier run's.`);
  }
}

/** `--out` of a command line that may be wrong in other ways. */
function outOf(words: readonly string[]): string | undefined {
  return words
    .flatMap((word, index) => {
      if (word === "--out") return words[index + 1] ?? [];
      return word.startsWith("--out=") ? word.slice("--out=".length) : [];
    })
    .at(-1);
}
