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
  /(?:%[\da-f]{2})+|\\{1,8}u(?:([\da-f]{4})|\{([\da-f]{1,6})\})|&(?:amp;)?#(?:(\d{1,7})|x([\da-f]{1,6}));/gi;

const lastOfUnicode = 0x10ffff;

/** Linear in time. */
export function foldedText(text: string): FoldedText {
  const characters: string[] = [];
  const starts: number[] = [];
  let end = 0;
  const add = (decoded: string, start: number, isEscaped: boolean) => {
    for (let index = 0; index < decoded.length; index += 1) {
      characters.push(folded(decoded.charAt(index)));
      starts.push(isEscaped ? start : start + index);
    }
  };
  for (const match of text.matchAll(escapes)) {
    const { 0: written, index } = match;
    const [, fourDigits, braces, decimal, hexadecimal] = match;
    const hex = fourDigits ?? braces ?? hexadecimal;
    add(text.slice(end, index), end, false);
    if (hex === undefined && decimal === undefined) add(ofPercent(written), index, true);
    else
      add(ofCode(Number.parseInt(hex ?? decimal ?? "", hex === undefined ? 10 : 16)), index, true);
    end = index + written.length;
  }
  add(text.slice(end), end, false);
  const from = Int32Array.from([...starts, text.length]);
  return { units: Buffer.from(characters.join(""), "utf16le"), from };
}

/** A secret in the same form. */
export function foldedSecret(value: string): Uint8Array {
  return Buffer.from(
    Array.from({ length: value.length }, (_, at) => folded(value.charAt(at))).join(""),
    "utf16le",
  );
}

/** In lower case, if that is one character too. */
function folded(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower : character;
}

function ofPercent(written: string): string {
  return Buffer.from(written.replaceAll("%", ""), "hex").toString();
}

function ofCode(code: number): string {
  return code <= lastOfUnicode ? String.fromCodePoint(code) : "";
}
