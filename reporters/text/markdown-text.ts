import { visibleLine } from "./visible.ts";

/*
 * Text in Markdown that can only be read. What came from a server or was written by people stands in
 * code, where neither markup nor HTML, links, mentions or formulas take effect.
 */

/** A block of code whose fence is longer than any in the text. */
export function fenced(text: string, language = "text"): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** One line of any origin as a span of code. */
export function code(text: string): string {
  const line = visibleLine(text);
  if (line.trim() === "") return "(empty)";
  const fence = "`".repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/.test(line) ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}

/** A sentence of the register, which may hold spans of code; the rest of it is shown as it stands. */
export function prose(text: string): string {
  return visibleLine(text)
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_{}[\]<>#|~@$&]/g, "\\$&")))
    .join("");
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
