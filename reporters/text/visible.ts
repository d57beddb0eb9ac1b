/**
 * What can't be seen or would act on a terminal: control characters (escape sequences among them),
 * bidi controls, whatever Unicode lets programs ignore (joiners, fillers, variation selectors, tags), separators of
 * lines, lone surrogates and code points that are not characters. XML can't hold some of these at all. An emoji is
 * matched with what makes it coloured or joins it with the next one, and is kept.
 */
const emojiOrHidden =
  /(\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d(?=\p{Extended_Pictographic}))?)|[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string, emoji?: string): string {
  if (emoji !== undefined) return emoji;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).padStart(4, "0");
  return short[character] ?? (code > 0xffff ? `\\u{${hex}}` : `\\u${hex}`);
}

/** Text that came from a server as one line that is safe to print and to put into XML. */
export function visibleLine(text: string): string {
  return text.replace(emojiOrHidden, escapeCharacter);
}

/** Text that came from a server, made as safe, with its line breaks kept and tabs as two spaces. */
export function visibleBlock(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map((line) => visibleLine(line.replaceAll("\t", "  ")))
    .join("\n");
}

/** A value as indented JSON, in whose texts the same characters are escaped as JSON does it. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => line.replace(emojiOrHidden, escapeUnits))
    .join("\n");
}

/**
 * A value as JSON in one line, in whose texts the same characters are escaped.
 * @param change applied to every text before
 */
export function visibleJsonLine(value: unknown, change: (text: string) => string): string {
  const changed = (_: string, member: unknown) =>
    typeof member === "string" ? change(member) : member;
  return JSON.stringify(value, changed).replace(emojiOrHidden, escapeUnits);
}

function escapeUnits(character: string, emoji?: string): string {
  if (emoji !== undefined) return emoji;
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
