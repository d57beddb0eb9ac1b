/**
 * Several times as long as what is finally shown: the caller redacts the text first and trims it then. Not longer,
 * since a run may keep a hundred thousand of them until it ends.
 */
const longest = 512;
/** Control, format and separator characters, which could move the cursor or hide text in a terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}

/** A text from a server in quotation marks, in characters that are safe to print. */
export function quoteValue(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return JSON.stringify(shown).replaceAll(unprintable, escapeCharacter);
}

/**
 * A value from a server in a few words that are safe to print, such as `number 12`, `string "abc"`,
 * `null`, `array of 3` or `object`; `absent` for undefined.
 */
export function describeValue(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "empty array" : `array of ${value.length}`;
  if (typeof value === "string") return `string ${quoteValue(value)}`;
  return typeof value === "object" ? "object" : `${typeof value} ${String(value)}`;
}
