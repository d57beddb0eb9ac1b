import { visibleLine } from "./visible.ts";

const longest = 300;

/** Text of any origin as one line that is safe to print, cut where it is longer than people read. */
export function shortLine(text: string): string {
  // Cut before as well, since a value may be megabytes long.
  const characters = [...visibleLine(text.slice(0, 2 * longest))];
  return characters.length <= longest && text.length <= 2 * longest
    ? characters.join("")
    : `${characters.slice(0, longest - 1).join("")}…`;
}
