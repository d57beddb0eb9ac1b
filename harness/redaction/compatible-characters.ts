/**
 * Characters that stand for ASCII ones: tags, which are invisible, and mathematical, circled, squared, raised and lowered
 * letters and digits. Fullwidth forms are among the units of a text.
 */
const compatible =
  /[\u00b2\u00b3\u00b9\u2070-\u209c\u2460-\u24ff\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}\u{1f1e6}-\u{1f1ff}\u{e0020}-\u{e007e}]/u;

/** The same as code points: in JSON as one or two UTF-16 code units, in other texts as a single number. */
const escaped =
  /\\u(?:d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|2[04][\da-f]{2}|00b[239]|\{[\da-f]{2,6}\})|&#(?:\d{3,6}|x[\da-f]{2,5});/gi;

/** The letters that Unicode does not declare to be compatible with those of ASCII: the first of each alphabet. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6];
const tags = 0xe0000;

/** Whether a text has such a character, or an escape that may be one. */
export function mayHaveCompatible(text: string): boolean {
  return compatible.test(text) || text.search(escaped) >= 0;
}

/**
 * A text with the ASCII character in place of each of these. Every character keeps its place: NUL, which is left out of
 * the forms of a text, fills up what a longer one took. Linear in time.
 */
export function withAscii(text: string): string {
  const inPlace = (written: string, code: number) => {
    const ascii = compatible.test(String.fromCodePoint(code)) ? asciiOf(code) : null;
    return ascii === null ? written : ascii.padStart(written.length, "\0");
  };
  return text
    .replaceAll(escaped, (written) => inPlace(written, codeOf(written)))
    .replaceAll(everyCompatible, (written) => inPlace(written, written.codePointAt(0) ?? 0));
}

const everyCompatible = new RegExp(compatible, "gu");

/** The code point that an escape names. */
function codeOf(written: string): number {
  const numbers = written.match(/[\da-f]+/gi) ?? [];
  if (written.startsWith("&")) {
    const isHex = /^&#x/i.test(written);
    return inRange(Number.parseInt(numbers[0] ?? "", isHex ? 16 : 10));
  }
  const [first = 0, second] = numbers.map((digits) => Number.parseInt(digits, 16));
  if (second === undefined) return inRange(first);
  return ((first & 0x3ff) << 10) + (second & 0x3ff) + 0x10000;
}

function inRange(code: number): number {
  return code <= 0x10ffff ? code : 0;
}

function asciiOf(code: number): string | null {
  if (code >= tags) return String.fromCharCode(code - tags);
  const first = alphabets.find((one) => code >= one && code < one + 26);
  if (first !== undefined) return String.fromCharCode(code - first + 0x61);
  const ascii = String.fromCodePoint(code).normalize("NFKC");
  return /^[\x20-\x7e]$/.test(ascii) ? ascii : null;
}
