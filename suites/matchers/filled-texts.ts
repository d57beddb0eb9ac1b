import { describeValue } from "../../contracts/describe-value.ts";
import type { Found } from "../engine/check.ts";
import type { ListedText } from "./listed-texts.ts";

/** What programs write for a missing value, including words that may be a name, such as `None`. */
const missingOrName = /^(?:undefined|null|none|nil|nan|\[object \w+\]|)$/iu;

/** What they write that is no name or title. */
const missing = /^(?:undefined|\[object \w+\])$/u;

/** Whether a text may stand for a missing value: if every entry has it, it does. */
export function mayBeMissing(text: string): boolean {
  return missingOrName.test(text.trim());
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
 * Expects texts to say something: a required text and a text in a list is not blank, and no text is what programs write
 * for a missing value. A text of few values or of a format is left to the requirement on these.
 */
export function expectTextsFilled(texts: readonly ListedText[]): readonly Found[] {
  return texts.filter(isEmpty).map(({ path, text }) => ({
    path,
    expected: "a text that says something",
    actual: describeValue(text),
  }));
}

function isEmpty({ text, pattern, shape, isOwed }: ListedText): boolean {
  if (exempt.has(pattern) || shape.values !== null || shape.format !== null) return false;
  const trimmed = text.trim();
  return missing.test(trimmed) || (isOwed && trimmed === "");
}
