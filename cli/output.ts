import { stripVTControlCharacters } from "node:util";

/** Where a command writes; the only place that touches the console. */
export interface Output {
  /** What was asked for: goes to the standard output. */
  result(text: string): void;
  /** What is said besides: goes to the standard error. */
  note(text: string): void;
  readonly color: boolean;
  /** Columns. */
  readonly width: number;
}

/** Colour only for a terminal, and never where `NO_COLOR` is set (no-color.org). */
function wantsColor(stream: NodeJS.WriteStream): boolean {
  if (process.env.NO_COLOR) return false;
  return stream.isTTY === true || Boolean(process.env.FORCE_COLOR);
}

/**
 * The console of this process. A reader that goes away, such as `head`, is no error; nor does it end
 * the process, since the exit code is the verdict's, whoever listens.
 */
export function consoleOutput(): Output {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  const color = wantsColor(process.stdout);
  const write = (stream: NodeJS.WriteStream, text: string) => {
    const shown = color ? text : stripVTControlCharacters(text);
    stream.write(shown.endsWith("\n") ? shown : `${shown}\n`);
  };
  return {
    result: (text) => write(process.stdout, text),
    note: (text) => write(process.stderr, text),
    color,
    width: process.stdout.columns ?? 80,
  };
}
