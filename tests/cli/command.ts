import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommandLine } from "../../cli/command-line.ts";
import { threads } from "../../run/supervision/threads.ts";

// There is nothing to compile anew for the next command.
threads.used = false;

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
}

/**
 * Carries a command line out in this process, with a working directory, an environment and a console of
 * its own. `process.test.ts` shows that the compiled command does the same as a process.
 *
 * One at a time, since there is one working directory for the whole process.
 */
export function command(words: readonly string[], options: CommandOptions): Promise<Ended> {
  const ended = latest.then(() => carryOut(words, options));
  latest = ended.catch(() => {});
  return ended;
}

let latest: Promise<unknown> = Promise.resolve();

async function carryOut(
  words: readonly string[],
  { cwd, environment }: CommandOptions,
): Promise<Ended> {
  const before = { cwd: process.cwd(), env: process.env, exitCode: process.exitCode };
  const streams = [captured(process.stdout), captured(process.stderr)] as const;
  process.chdir(cwd);
  process.env = { PATH: process.env.PATH ?? "", ...environment };
  process.exitCode = undefined;
  try {
    await runCommandLine(words);
    const [stdout, stderr] = streams;
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const stream of streams) stream.release();
    process.chdir(before.cwd);
    process.env = before.env;
    process.exitCode = before.exitCode;
  }
}

/** Keeps what is written to a stream of this process. */
function captured(stream: NodeJS.WriteStream): { text(): string; release(): void } {
  const { write } = stream;
  let text = "";
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    return true;
  };
  return {
    text: () => text,
    release: () => {
      stream.write = write;
    },
  };
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
