import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { inFolder } from "../cli/command.ts";

/**
 * Carries a module out in a process of its own: these tests have compiled very many expressions in theirs, and have
 * larger spaces of memory.
 *
 * @param module writes its result to the standard output, as JSON
 * @param words its words
 */
export function inOwnProcess(module: string, ...words: readonly string[]): Promise<unknown> {
  return inFolder(async (folder) => {
    const main = join(folder, "main.mjs");
    writeFileSync(main, module);
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...words], {
      maxBuffer: 64 * 1024 * 1024,
      // Whatever becomes of the test, it does not go on for ever.
      timeout: 600_000,
    });
    return JSON.parse(stdout);
  });
}

/**
 * The same for a module that starts a thread, which may run out of memory: with the larger spaces of these tests, such
 * a thread can end the process that started it.
 *
 * @param thread the source of the thread, whose URL is the first word of the module
 */
export function withThread(
  thread: string,
  module: string,
  ...words: readonly string[]
): Promise<unknown> {
  return inFolder((folder) => {
    const started = join(folder, "thread.mjs");
    writeFileSync(started, thread);
    return inOwnProcess(module, pathToFileURL(started).href, ...words);
  });
}

/** The URL of a compiled module of the package. */
export function compiled(path: string): string {
  return JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);
}
