/** Code points that stand for ASCII characters: the first and the last of each block. */
const blocks = {
  raised: [0xb2, 0xb9],
  raisedLetters: [0x2b0, 0x2b8],
  otherRaisedLetters: [0x1d2c, 0x1d6a],
  raisedOrLowered: [0x2070, 0x209c],
  // What the mathematical alphabets lack, such as a script e.
  letterlike: [0x2102, 0x2149],
  circled: [0x2460, 0x24ff],
  smallOrVertical: [0xfe33, 0xfe6b],
  mathematical: [0x1d400, 0x1d7ff],
  squared: [0x1f130, 0x1f149],
  negativeCircled: [0x1f150, 0x1f169],
  negativeSquared: [0x1f170, 0x1f189],
  ofFlags: [0x1f1e6, 0x1f1ff],
  segmentedDigits: [0x1fbf0, 0x1fbf9],
  // Both are invisible, and used to hide texts: one for each character, one for each byte.
  tags: [0xe0020, 0xe007e],
  variationSelectors: [0xe0110, 0xe016e],
} as const;

const inPattern = (code: number) => `\\u{${code.toString(16)}}`;
const inBlock = `[${Object.values(blocks)
  .map(([first, last]) => `${inPattern(first)}-${inPattern(last)}`)
  .join("")}]`;
const compatible = new RegExp(inBlock, "u");
const everyCompatible = new RegExp(inBlock, "gu");

/**
 * These characters as code points: in JSON, and in JSON within it, as one or two UTF-16 code units, in other texts as a
 * single number.
 */
const escaped =
  /\\{1,8}u(?:d[89ab][\da-f]{2}\\{1,8}ud[c-f][\da-f]{2}|2[014][\da-f]{2}|00b[239]|02b[0-8]|1d[2-6][\da-f]|fe[3-6][\da-f]|\{[\da-f]{2,6}\})|&#(?:\d{3,6}|x[\da-f]{2,5});/gi;

/**
 * A text with the ASCII character in place of each of these. Every character keeps its place: NUL, which is left out of
 * the forms of a text, fills up what a longer one took. Linear in time.
 */
export function withAscii(text: string): string {
  const inPlace = (written: string, code: number) => {
    const isCompatible = code <= lastOfUnicode && compatible.test(String.fromCodePoint(code));
    const ascii = isCompatible ? asciiOf(code) : null;
    return ascii === null ? written : ascii.padEnd(written.length, "\0");
  };
  return text
    .replaceAll(escaped, (written) => inPlace(written, codeOf(written)))
    .replaceAll(everyCompatible, (written) => inPlace(written, written.codePointAt(0) ?? 0));
}

const lastOfUnicode = 0x10ffff;

/** The number that an escape names, of one UTF-16 code unit or of both. */
function codeOf(written: string): number {
  const base = /^&#\d/.test(written) ? 10 : 16;
  const numbers = (written.match(/[\da-f]+/gi) ?? []).map((digits) =>
    Number.parseInt(digits, base),
  );
  const [first = 0, second] = numbers;
  return second === undefined ? first : ((first & 0x3ff) << 10) + (second & 0x3ff) + 0x10000;
}

/** What Unicode does not declare to be compatible, with the ASCII character that the first of the block stands for. */
const alphabets = [
  [blocks.negativeCircled, "a"],
  [blocks.negativeSquared, "a"],
  [blocks.ofFlags, "a"],
  [blocks.tags, " "],
  [blocks.variationSelectors, " "],
] as const;

function asciiOf(code: number): string | null {
  const alphabet = alphabets.find(([[first, last]]) => code >= first && code <= last);
  if (alphabet !== undefined) {
    const [[first], begin] = alphabet;
    return String.fromCharCode(begin.charCodeAt(0) + code - first);
  }
  const ascii = String.fromCodePoint(code).normalize("NFKC");
  return /^[\x20-\x7e]$/.test(ascii) ? ascii : null;
}
