import { visibleLine } from "./visible.ts";

/*
 * Text in Markdown that can only be read. What came from a server or was written by people stands in
 * code, where neither markup nor HTML, links, mentions or formulas take effect.
 */

/** One line of any origin as a span of code. */
export function code(text: string): string {
  const line = visibleLine(text);
  if (line.trim() === "") return "(empty)";
  const fence = "`".repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/.test(line) ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
