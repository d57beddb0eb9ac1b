import { visibleBlock } from "../text/visible.ts";
import { locate } from "./locate.ts";

const longest = 600;
/** Characters shown before the place that a finding points at. */
const before = 200;
const mostLines = 20;

/**
 * The part of a body that shows what a finding points at, safe to print; `…` where something was left
 * out.
 * @param pointer JSON pointer, or null for the beginning of the body
 * @param truncated whether the body was cut off when it was recorded
 */
export function excerpt(body: string, pointer: string | null, truncated: boolean): string {
  const place = pointer === null || body.length <= longest ? 0 : (locate(body, pointer) ?? 0);
  const start = pointer === "" || place <= before ? 0 : place - before;
  const part = cleanCut(body, start, start + longest);
  const lines = visibleBlock(part).split("\n");
  const ends = start + longest < body.length || truncated;
  const shown = lines.slice(0, mostLines).join("\n");
  return `${start > 0 ? "…" : ""}${shown}${ends || lines.length > mostLines ? "…" : ""}`;
}

/** A slice that does not begin or end inside of a surrogate pair. */
function cleanCut(text: string, start: number, end: number): string {
  const from = isLow(text, start) ? start + 1 : start;
  return text.slice(from, isLow(text, end) ? end - 1 : end);
}

function isLow(text: string, index: number): boolean {
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]$/;
  return isPair.test(text.slice(Math.max(index - 1, 0), index + 1));
}
