import { withoutCommands } from "./log-text.ts";
import { visibleLine } from "./visible.ts";

/*
 * Markdown for untrusted text. Text of a server or a user is written as code, where markup, HTML, links,
 * mentions and formulas have no effect. Nothing in it is a command to the runner of a pipeline that prints the file.
 */

/** A block of code whose fence is longer than any in the text. */
export function fenced(text: string, language = "text"): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${withoutCommands(text)}\n${fence}`;
}

/** Markdown that is folded under a line that opens it. */
export function collapsed(summary: string, markdown: string): string {
  return `<details><summary>${summary}</summary>\n\n${markdown}\n\n</details>`;
}

/** One line of any origin as a span of code. */
export function code(text: string): string {
  const line = visibleLine(text);
  if (line.trim() === "") return "(empty)";
  const fence = "`".repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/.test(line) ? " " : "";
  return withoutCommands(`${fence}${space}${line}${space}${fence}`);
}

/** A row of a table. A pipe ends a cell even within code, unless there is a backslash before it. */
export function tableRow(cells: readonly string[]): string {
  const inCell = (text: string) =>
    text.replaceAll(/(?<!\\)(\\*)\|/g, (pipe, before: string) =>
      before.length % 2 === 0 ? `${before}\\|` : pipe,
    );
  return `| ${cells.map(inCell).join(" | ")} |`;
}

/** A sentence of the register, which may contain spans of code; everything else is escaped. */
export function prose(text: string): string {
  const parts = visibleLine(text)
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_{}[\]<>#|~@$&]/g, "\\$&")));
  return withoutCommands(parts.join(""));
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
