import { stripVTControlCharacters } from "node:util";
import { keysIn } from "../../harness/configuration/keys-in-environment.ts";
import { createRedactor, type Secret } from "../../harness/secrets/redaction.ts";
import type { RunRecord } from "../../reporters/formats/records.ts";
import type { PagePart } from "../../reporters/formats/terminal.ts";
import { wrap } from "../../reporters/text/columns.ts";
import { withoutCommands } from "../../reporters/text/log-text.ts";
import { visibleJsonLine } from "../../reporters/text/visible.ts";
import { folded } from "./folded.ts";
import { type Pipeline, pipelineOf } from "./pipeline.ts";
import { wantsLinks } from "./wants-links.ts";

/** The output of a command; the only access to the console. */
export interface Output {
  /** Prints the result to the standard output. */
  result(text: string): void;
  /** Prints a value as one line of JSON to the standard output. */
  record(value: RunRecord): void;
  /** Prints the result in parts, which the log of a pipeline may fold. */
  page(parts: readonly PagePart[]): void;
  /** Clears the screen of a terminal; does nothing elsewhere. */
  clear(): void;
  /** Prints other messages to the standard error. */
  note(text: string): void;
  /** Prints a command for the runner of a pipeline unchanged to the standard error. */
  command(line: string): void;
  /** Removes these from everything that is printed from now on. */
  hide(secrets: readonly Secret[]): void;
  readonly color: boolean;
  /** Whether the terminal shows links. */
  readonly links: boolean;
  /** Columns. */
  readonly width: number;
  readonly pipeline: Pipeline | null;
  /** When the command began, on the clock of `performance.now()`: the user waits from then on. */
  readonly started: number;
}

/**
 * Colours are used for a terminal that supports them, or if `FORCE_COLOR` is set to anything but `0` or
 * `false`, and never if `NO_COLOR` is set (no-color.org).
 */
export function wantsColor(
  { isTTY }: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv,
): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return !/^(0|false)$/i.test(FORCE_COLOR);
  return isTTY === true && TERM !== "dumb";
}

/** Moves to the first column of the first line and erases everything below; the scrollback stays. */
const clearScreen = "\u001b[H\u001b[J";

/**
 * Text wrapped between words for a terminal, which would break lines anywhere; elsewhere lines stay as they are. So
 * does an indented line, such as a command, since it may be copied.
 */
export function fitted(
  text: string,
  { isTTY, columns }: { readonly isTTY?: boolean; readonly columns?: number },
): string {
  if (isTTY !== true || columns === undefined || stripVTControlCharacters(text) !== text) {
    return text;
  }
  return text
    .split("\n")
    .flatMap((line) => (line.startsWith(" ") ? line : wrap(line, columns)))
    .join("\n");
}

/**
 * The console of this process. Printed text may contain text from a server, so it is escaped and can't be a command
 * for a runner. What is printed has already been redacted; it is redacted once more because of errors, whose texts
 * are unpredictable.
 */
export function consoleOutput(environment: NodeJS.ProcessEnv, started = performance.now()): Output {
  const color = wantsColor(process.stdout, environment);
  const pipeline = pipelineOf(environment);
  const secrets = [...keysIn(environment)];
  let redact = createRedactor(secrets);
  const shown = (text: string) =>
    withoutCommands(redact(color ? text : stripVTControlCharacters(text)));
  const write = (stream: NodeJS.WriteStream, text: string) => {
    stream.write(text.endsWith("\n") ? text : `${text}\n`);
  };
  return {
    record: (value) =>
      write(process.stdout, withoutCommands(visibleJsonLine(value, (text) => redact(text)))),
    result: (text) => write(process.stdout, shown(text)),
    page: (parts) => {
      const now = Math.floor(Date.now() / 1000);
      const texts = parts.map((part) => folded(part, shown(part.text), pipeline, now));
      write(process.stdout, texts.join("\n\n"));
    },
    clear: () => {
      if (process.stdout.isTTY) process.stdout.write(clearScreen);
    },
    note: (text) => write(process.stderr, fitted(shown(text), process.stderr)),
    command: (line) => write(process.stderr, redact(line)),
    hide: (more) => {
      const known = new Set(secrets.map(({ value }) => value));
      secrets.push(...more.filter(({ value }) => !known.has(value)));
      redact = createRedactor(secrets);
    },
    color,
    links: color && wantsLinks(process.stdout, environment),
    get width() {
      return process.stdout.columns || 80;
    },
    pipeline,
    started,
  };
}
