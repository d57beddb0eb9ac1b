import { describeValue } from "../../contracts/describe-value.ts";
import type { Found } from "../model/check.ts";
import type { ListedText, TextPlace } from "./listed-texts.ts";

/** What programs write for a missing value, including words that may be a name, such as `None`. */
const missingOrName = /^(?:undefined|null|none|nil|nan|\[object \w{1,30}\]|)$/iu;

/** What they write that is no name or title. */
const missing = /^(?:undefined|\[object \w{1,30}\])$/u;

/** What they write for a missing value, in the letter case in which they do: `nan` is the code of a language. */
const missingAsWritten = /^(?:undefined|null|None|nil|NaN|\[object \w{1,30}\])$/u;

/** Nearly all texts are longer, and need not be searched. */
const longestMissing = 40;

/** Whether a text may stand for a missing value: if every entry has it, it does. */
export function mayBeMissing(text: string): boolean {
  return missingOrName.test(text.trim());
}

/** Whether a text is what a program writes for a missing value, as it writes it. */
export function isMissingValue(text: string): boolean {
  return missingAsWritten.test(text.trim());
}

/** Whether it is one that nothing is called. */
export function isNeverName(text: string): boolean {
  return missing.test(text.trim()) || text.trim() === "NaN";
}

/** Patterns of paths whose texts are not judged. */
const exempt: ReadonlySet<string> = new Set([
  // item.category-not-blank judges it.
  "/publishers/*/category",
  // Where there is no icon, an empty text is all that the table allows.
  "/related_publications/*/favicon",
  // The page of a topic that the server does not know has no heading.
  "/title",
]);

/**
 * Whether a text says nothing: a blank one where a text is required or in a list, and what programs write for a missing
 * value anywhere. A text of few values or of a format is left to the requirement on these.
 */
export function saysNothing(text: string, { pattern, shape, isOwed }: TextPlace): boolean {
  if (text.length > longestMissing && text.charAt(0).trim() !== "") return false;
  if (exempt.has(pattern) || shape.values !== null || shape.format !== null) return false;
  const trimmed = text.trim();
  return missing.test(trimmed) || (isOwed && trimmed === "");
}

/** What is wrong with texts that say nothing. */
export function textsThatSayNothing(texts: readonly ListedText[]): readonly Found[] {
  return texts.map(({ path, text }) => ({
    path,
    expected: "a non-blank, meaningful string",
    actual: describeValue(text),
  }));
}
