import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { inFolder } from "../cli/command.ts";

/**
 * Carries a module out in a process of its own, which starts a thread that may run out of memory: with the larger
 * spaces of these tests, such a thread can end the process that started it.
 *
 * @param thread the source of the thread, whose URL is the first word of the module
 * @param module writes its result to the standard output, as JSON
 * @param words further words
 */
export function inOwnProcess(
  thread: string,
  module: string,
  ...words: readonly string[]
): Promise<unknown> {
  return inFolder(async (folder) => {
    const [started, main] = [join(folder, "thread.mjs"), join(folder, "main.mjs")];
    writeFileSync(started, thread);
    writeFileSync(main, module);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [main, pathToFileURL(started).href, ...words],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    return JSON.parse(stdout);
  });
}

/** The URL of a compiled module of the package. */
export function compiled(path: string): string {
  return JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);
}
