import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { CommandOptions, Ended } from "./command.ts";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface ProcessOptions extends CommandOptions {
  /** The first of these is sent when something is said on the standard error that matches `when`. */
  readonly interrupt?: {
    readonly signal: NodeJS.Signals;
    readonly when: RegExp;
    /** What is done before it, with what is on the standard output by then. */
    readonly before?: (stdout: string) => Promise<unknown>;
  };
  /** The reader of the standard output goes away at once, as `head` does. */
  readonly deaf?: boolean;
  /** It calculates for so long that optimising its code pays. */
  readonly long?: boolean;
}

/**
 * Runs the compiled command line as a process of its own, without the keys of whoever tests: for what only
 * a process shows, such as its end, signals and streams. Everything else is faster with `command`.
 */
export function commandProcess(words: readonly string[], options: ProcessOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // A process that lives for a second spends a third of it in the optimising compiler.
    const flags = options.long === true ? [] : ["--no-opt"];
    const child = spawn(process.execPath, [...flags, main, ...words], {
      cwd: options.cwd,
      env: { PATH: process.env.PATH ?? "", ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    let sent = false;
    if (options.deaf === true) child.stdout.destroy();
    else child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (sent || options.interrupt?.when.test(stderr) !== true) return;
      sent = true;
      const { signal, before = async () => {} } = options.interrupt;
      void before(stdout).finally(() => child.kill(signal));
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (signal === null || options.interrupt !== undefined) resolve({ code, stdout, stderr });
      else reject(new Error(`the process was ended by ${signal}: ${stderr}`));
    });
  });
}
