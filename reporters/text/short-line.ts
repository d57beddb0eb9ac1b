import { visibleLine } from "./visible.ts";

/**
 * Text of any origin as one line that is safe to print, cut where it is longer than people read.
 *
 * @param longest in UTF-16 code units
 */
export function shortLine(text: string, longest = 300): string {
  // Cut before as well, since a value may be megabytes long.
  const line = visibleLine(text.slice(0, longest + 1));
  if (line.length <= longest) return line;
  // Half of a surrogate pair would be no character.
  return `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
