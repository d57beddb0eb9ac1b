import { unescapedText } from "./unescaped.ts";

/**
 * Secrets in other letters than those of ASCII, of which the forms of a text (`normal-form.ts`) keep nothing: they are
 * searched for letter by letter, as they are, in another letter case, and in the usual escapes.
 */

/** A text in lower case without its escapes, as the bytes of UTF-16. */
export interface FoldedText {
  readonly units: Uint8Array;
  /** The index in the text of each character of it, and after the last the length of the text. */
  readonly from: Int32Array;
}

/** Percent-encoded UTF-8, `\u0435`, `\u{435}`, `&#1077;` and `&#x435;`, also escaped once more. */
const escapes =
  /(?:%[\da-f]{2})+|\\{1,8}u(?:[\da-f]{4}|\{[\da-f]{1,6}\})|&(?:amp;)?#(?:\d{1,7}|x[\da-f]{1,6});/gi;

/** Linear in time. */
export function foldedText(text: string): FoldedText {
  const parts: string[] = [];
  const from: number[] = [];
  let end = 0;
  const addPlain = (part: string) => {
    parts.push(folded(part));
    for (let index = 0; index < part.length; index += 1) from.push(end + index);
  };
  for (const { 0: written, index } of text.matchAll(escapes)) {
    addPlain(text.slice(end, index));
    const decoded = decodedEscape(written);
    parts.push(folded(decoded));
    for (const _ of decoded.split("")) from.push(index);
    end = index + written.length;
  }
  addPlain(text.slice(end));
  from.push(text.length);
  return { units: unitsOf(parts.join("")), from: Int32Array.from(from) };
}

/** A secret in the same form. */
export function foldedSecret(value: string): Uint8Array {
  return unitsOf(folded(value));
}

function unitsOf(text: string): Uint8Array {
  return Buffer.from(text, "utf16le");
}

/** Each character in lower case, whatever is beside it, if that is one character too: every one keeps its place. */
function folded(text: string): string {
  const lower = (one: string) => (one.toLowerCase().length === 1 ? one.toLowerCase() : one);
  return text.split("").map(lower).join("");
}

/** The second time what was escaped once more. */
function decodedEscape(written: string): string {
  if (written.startsWith("%")) return Buffer.from(written.replaceAll("%", ""), "hex").toString();
  return unescapedText(unescapedText(written));
}
