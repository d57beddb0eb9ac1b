import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const main = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "dist", "cli", "main.js");

export interface Ended {
  /** null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  /** Working directory. */
  readonly cwd: string;
  /** Beside PATH, all that the command sees of the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The first of these is sent when something is said on the standard error that matches `when`. */
  readonly interrupt?: { readonly signal: NodeJS.Signals; readonly when: RegExp };
  /** The reader of the standard output goes away at once, as `head` does. */
  readonly deaf?: boolean;
}

/** Runs the compiled command line as a process of its own, without the keys of whoever tests. */
export function command(words: readonly string[], options: CommandOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // A process that lives for a second spends a third of it in the optimising compiler.
    const child = spawn(process.execPath, ["--no-opt", main, ...words], {
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
      child.kill(options.interrupt.signal);
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** An empty folder for one test, gone after it. */
export async function inFolder<T>(test: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "command-"));
  try {
    return await test(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
