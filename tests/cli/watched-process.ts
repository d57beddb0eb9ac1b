import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { CommandOptions, Ended } from "./command.ts";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** A line that a command has printed, parsed if it is JSON. */
export interface Said {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whoever looks knows what was printed.
  readonly record: any;
}

/** A compiled command that goes on, such as `run --watch --format ndjson`. */
export interface WatchedProcess {
  /** The next line that is wanted, after those of its stream that were returned before; fails if it never comes. */
  next(isWanted: (said: Said) => boolean): Promise<Said>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** Starts a command without a terminal; it is ended after the test at the latest. */
export async function watchedProcess<T>(
  words: readonly string[],
  { cwd, environment }: CommandOptions,
  use: (process: WatchedProcess) => Promise<T>,
): Promise<T> {
  // A process that lives for seconds spends a third of them in the optimising compiler.
  const child = spawn(process.execPath, ["--no-opt", main, ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    return await use(following(child));
  } finally {
    child.kill("SIGKILL");
  }
}

function following(child: ChildProcess): WatchedProcess {
  const lines: Said[] = [];
  // The two streams arrive independently of each other.
  const at = { stdout: 0, stderr: 0 };
  let isOver = false;
  let wake = () => {};
  for (const stream of ["stdout", "stderr"] as const) {
    const input = child[stream];
    if (input === null) throw new Error("the command has no output");
    createInterface({ input }).on("line", (text) => {
      lines.push({ stream, text, record: text.startsWith("{") ? JSON.parse(text) : null });
      wake();
    });
  }
  const said = (stream: Said["stream"]) =>
    lines.flatMap((line) => (line.stream === stream ? line.text : [])).join("\n");
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      isOver = true;
      wake();
      resolve({ code, stdout: said("stdout"), stderr: said("stderr") });
    });
  });
  return {
    async next(isWanted) {
      for (;;) {
        const index = lines.findIndex((line, place) => place >= at[line.stream] && isWanted(line));
        const line = lines[index];
        if (line !== undefined) {
          at[line.stream] = index + 1;
          return line;
        }
        if (isOver) throw new Error(`the command has ended:\n${said("stderr")}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    kill: (signal) => child.kill(signal),
    ended,
  };
}
