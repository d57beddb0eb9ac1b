/**
 * What can't be seen or would act on a terminal: control characters (escape sequences among them),
 * bidi controls, invisible separators, tags, lone surrogates and code points that are no characters.
 * XML can't hold some of these at all.
 */
const hidden =
  /[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u00ad\u200b\u2028\u2029\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).padStart(4, "0");
  return short[character] ?? (code > 0xffff ? `\\u{${hex}}` : `\\u${hex}`);
}

/** Text that came from a server as one line that is safe to print and to put into XML. */
export function visibleLine(text: string): string {
  return text.replace(hidden, escapeCharacter);
}

/** The same with its line breaks kept, and tabs as two spaces. */
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
    .map((line) => line.replace(hidden, escapeUnits))
    .join("\n");
}

/**
 * A value as JSON in one line, in whose texts the same characters are escaped.
 * @param change applied to every text before
 */
export function visibleJsonLine(value: unknown, change: (text: string) => string): string {
  const changed = (_: string, member: unknown) =>
    typeof member === "string" ? change(member) : member;
  return JSON.stringify(value, changed).replace(hidden, escapeUnits);
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
