import { isUtf8 } from "node:buffer";
import { isAddress } from "./addresses.ts";
import type { TextPlace } from "./listed-texts.ts";
import { hasPlaceholder } from "./placeholders.ts";

/** Something that programs do to texts on their way. */
export interface Damage {
  /** What the texts should be like. */
  readonly expected: string;
  readonly isIn: (text: string) => boolean;
  /**
   * How many texts of a list have it where it is damage: a few (`several`), at least half, or all of them. What a few
   * have may otherwise be what their publishers wrote.
   */
  readonly least: "several" | "half" | "all";
  /** Whether several equal texts count, as where a program had no value for any of them; otherwise, different ones. */
  readonly countsEqual?: true;
  /** Where texts may have it; in names and titles if absent. */
  readonly of?: (place: TextPlace) => boolean;
}

export const withoutReferences = "without HTML character references";

/** Of an HTML character: `&amp;`, `&eacute;`, `&#39;`, `&#xe9;`. Other words may be between the two signs. */
const reference =
  /&(?:#\d{2,7}|#x[\da-f]{2,6}|amp|lt|gt|quot|apos|nbsp|[lrb][sd]quo|[lr]aquo|[mn]dash|hellip|bull|middot|szlig|euro|pound|copy|reg|trade|[a-z](?:acute|grave|circ|tilde|uml|cedil|ring|slash));/i;

/** UTF-8 that was read as Windows-1252: `â€™` for an apostrophe, `Ã©` for é. */
const readAsWindows = /â€[™˜œ\u009d“”¦]|Ã[¡-´¶-½]/;

/**
 * Signs that end a word in capitals, as in `IRMÃ»`, `OÙ ?` and `CAFÉ®`: a no-break space, quotation marks, signs of
 * trade and of degrees. Beside a small letter, they are the second byte of another one: `coÃ»t`.
 */
const afterCapitals = /(?<!\p{Ll})[\u00c0-\u00df][\u00a0«»®°](?!\p{Ll})/gu;

function isReadOtherwise(text: string): boolean {
  if (!/[\u0080-\uffff]/.test(text)) return false;
  const certain = text.replace(afterCapitals, "");
  return isReadAsLatin1(text, certain) || readAsWindows.test(certain);
}

/**
 * Whether the bytes of Latin-1 are UTF-8: by chance, hardly any text with letters beyond ASCII is.
 * @param certain the same without what may be right
 */
function isReadAsLatin1(text: string, certain: string): boolean {
  if (/[\u0100-\uffff]/.test(text) || !/[\u0080-\u00ff]/.test(certain)) return false;
  const bytes = Buffer.from(text, "latin1");
  // A brand in capitals, such as `CAFÉ²`, would be a letter of few languages.
  return isUtf8(bytes) && !/[\u0180-\u02af]/.test(bytes.toString("utf8"));
}

/** Whether a text is a name or a title. */
export function isName({ name }: TextPlace): boolean {
  return name === "title" || name === "name";
}

/** A text that is shown or compared as a whole: names, identifiers, codes, authors and keywords. */
const isWhole = (place: TextPlace): boolean =>
  isName(place) ||
  /^(?:id|code|language|category|authors|keywords|username)$|_id$/.test(place.name);

/** Names of publications may be those of their hosts. */
const isNameOfAnother = ({ name, pattern }: TextPlace): boolean =>
  name === "name" && !/publishers|source|publications/.test(pattern);

/** A picture in its address may be written in any characters. */
const isWeb = /^\s*https?:/i;
const web = (sign: RegExp) => (text: string) => isWeb.test(text) && sign.test(text);

/** What is wrong with titles and names, the most certain first. */
const ofTexts: readonly Damage[] = [
  {
    // A line of a template or of a file, of which only the text was meant.
    expected: "without a line break at its beginning or end",
    isIn: (text) => /^[\r\n]|[\r\n]$/.test(text),
    least: "several",
  },
  {
    expected: "without control characters or a byte order mark",
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
    isIn: (text) => /[\0-\x08\x0e-\x1f\x7f]|^\ufeff/.test(text),
    least: "several",
  },
  {
    expected: "without replacement characters (U+FFFD)",
    isIn: (text) => text.includes("\ufffd"),
    least: "several",
  },
  {
    expected: "in UTF-8, which was not read as another encoding",
    isIn: isReadOtherwise,
    least: "several",
  },
  { expected: withoutReferences, isIn: (text) => reference.test(text), least: "several" },
  {
    expected: "without escapes of JSON or of a program",
    isIn: (text) => /\\(?:u[\da-f]{4}|["'])|^b(?:'.*'|".*")$/i.test(text),
    least: "several",
  },
  {
    expected: "without the marks of a section of XML",
    isIn: (text) => text.includes("<![CDATA["),
    least: "several",
  },
  {
    expected: "whose placeholders are filled in",
    isIn: (text) => hasPlaceholder(text, "") || /^\W*translation missing\b/i.test(text),
    least: "several",
    countsEqual: true,
  },
  {
    // As columns of a fixed width have them.
    expected: "without blanks at its beginning or end",
    isIn: (text) => /^ | $/.test(text) && text.trim() !== "",
    least: "half",
    of: isWhole,
  },
  {
    expected: "without percent-encoding",
    isIn: (text) => /%20|^[^\s+]+\+[^\s+]+(?:\+[^\s+]+)+$/.test(text),
    least: "half",
  },
  {
    expected: "without quotation marks around it",
    isIn: (text) => /^"[^"]+"$/.test(text),
    least: "all",
    of: isWhole,
  },
  {
    // As a program prints one of the values that it lists: `Language.EN`.
    expected: "without the name of its type",
    isIn: (text) => /^[A-Z][A-Za-z]*\.[A-Z][A-Z_]*$/.test(text),
    least: "half",
    of: isWhole,
  },
  {
    expected: "in place of the name of a translation",
    isIn: (text) => /^[a-z][a-z\d]*\.[a-z\d_.]+$/.test(text),
    least: "all",
    of: isNameOfAnother,
  },
];

/** What is wrong with addresses of pages and pictures. */
const ofAddresses: readonly Damage[] = [
  { expected: withoutReferences, isIn: web(/&(?:amp|#38|#x26);/i), least: "several" },
  { expected: "with one scheme", isIn: web(/^\s*https?:\/\/https?:?\/\//i), least: "several" },
  {
    expected: "without the name of a missing value",
    isIn: web(/\/(?:undefined|null|NaN)(?:[./?#]|$)/),
    least: "several",
    countsEqual: true,
  },
  {
    expected: "without a placeholder",
    isIn: web(/\$?\{[\w.-]{1,40}\}/),
    least: "several",
    countsEqual: true,
  },
  { expected: "without blanks", isIn: web(/\S\s+\S/), least: "several" },
  { expected: "without backslashes", isIn: web(/\\/), least: "several" },
  {
    expected: "without a user and a password",
    isIn: web(/^\s*https?:\/\/[^/?#\s:@]*:[^/?#\s@]*@/i),
    least: "several",
  },
  {
    expected: "with a port that there is",
    isIn: web(/^\s*https?:\/\/[^/?#\s]*:0+(?:[/?#]|$)/i),
    least: "several",
  },
];

const byPlace = new WeakMap<TextPlace, readonly Damage[]>();

function damagesAt(place: TextPlace): readonly Damage[] {
  const known = byPlace.get(place) ?? ofTexts.filter(({ of = isName }) => of(place));
  byPlace.set(place, known);
  return known;
}

/** Most texts: words and ordinary signs between them, none of which is a part of any damage. */
const usual = /^[A-Za-z0-9](?:[\w ,:;!?()/–-]*[\w!?)])?$/;

/** The most certain damage of a text; null if it has none. */
export function damageOf(text: string, place: TextPlace): Damage | null {
  const isOfAddress = isAddress(text, place);
  const all = isOfAddress ? ofAddresses : damagesAt(place);
  if (all.length === 0 || (!isOfAddress && usual.test(text))) return null;
  return all.find(({ isIn }) => isIn(text)) ?? null;
}
