import { isUtf8 } from "node:buffer";
import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue, quoteValue } from "../../contracts/describe-value.ts";
import { group } from "../../contracts/group.ts";
import type { Found } from "../model/check.ts";
import { isAddress } from "./addresses.ts";
import { type ListedText, type TextPlace, visitTexts } from "./listed-texts.ts";
import { articlesOf } from "./success-envelope.ts";

/** Fewer of a kind may be what a publisher wrote: a title may be about an HTML character. */
const fewest = 3;

/** Most texts have none of these. */
const suspect = /[&\u0080-\uffff]/;

/** A line of a template or of a file, of which only the text was meant. */
const atEnds = /^[\r\n]|[\r\n]$/;

/** Of an HTML character: `&amp;`, `&eacute;`, `&#39;`, `&#xe9;`. Other words may be between the two signs. */
const reference =
  /&(?:#\d{2,7}|#x[\da-f]{2,6}|amp|lt|gt|quot|apos|nbsp|[lrb][sd]quo|[lr]aquo|[mn]dash|hellip|bull|middot|szlig|euro|pound|copy|reg|trade|[a-z](?:acute|grave|circ|tilde|uml|cedil|ring|slash));/i;
const withoutReferences = "without HTML character references";
const tag = /<\/?[a-z]/i;

/** UTF-8 that was read as Windows-1252: `â€™` for an apostrophe, `Ã©` for é. */
const readAsWindows = /â€[™˜œ\u009d“”¦]|Ã[¡-´¶-½]/;

/**
 * Signs that end a word in capitals, as in `IRMÃ»`, `OÙ ?` and `CAFÉ®`: a no-break space, quotation marks, signs of
 * trade and of degrees. Beside a small letter, they are the second byte of another one: `coÃ»t`.
 */
const afterCapitals = /(?<!\p{Ll})[\u00c0-\u00df][\u00a0«»®°](?!\p{Ll})/gu;

/** What is wrong with a title or a name; null if nothing certainly is. */
function damageOfText(text: string): string | null {
  if (atEnds.test(text)) return "without a line break at its beginning or end";
  if (!suspect.test(text)) return null;
  if (text.includes("\ufffd")) return "without replacement characters (U+FFFD)";
  const certain = text.replace(afterCapitals, "");
  if (isReadAsLatin1(text, certain) || readAsWindows.test(certain))
    return "in UTF-8, which was not read as another encoding";
  return reference.test(text) ? withoutReferences : null;
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

const ofMissing = "without the name of a missing value";
const ofPlaceholder = "without a placeholder";
const withoutValue: ReadonlySet<string> = new Set([ofMissing, ofPlaceholder]);

/** What is wrong with an address of a page or a picture; null if nothing certainly is. */
function damageOfAddress(text: string): string | null {
  // A picture in its address may be written in any characters.
  if (!/^\s*https?:/i.test(text)) return null;
  if (/&(?:amp|#38|#x26);/i.test(text)) return withoutReferences;
  if (/^\s*https?:\/\/https?:?\/\//i.test(text)) return "with one scheme";
  if (/\/(?:undefined|null|NaN)(?:[./?#]|$)/.test(text)) return ofMissing;
  if (/\$?\{[\w.-]{1,40}\}/.test(text)) return ofPlaceholder;
  return /\S\s+\S/.test(text) ? "without blanks" : null;
}

function isTitle({ name }: TextPlace): boolean {
  return name === "title" || name === "name";
}

function damageOf(text: string, place: TextPlace): string | null {
  if (isTitle(place)) return damageOfText(text);
  return isAddress(text, place) ? damageOfAddress(text) : null;
}

interface Damaged extends ListedText {
  readonly place: TextPlace;
  readonly damage: string;
}

/** The lists of texts of an article (Legacy article, rows "authors", "keywords"). */
const listsOfTexts: readonly string[] = ["authors", "keywords"];

/** Shorter lists may consist of initials. */
const fewestLetters = 4;

/** A letter of a script in which no word is a single letter throughout a list, unlike in Chinese. */
const letter = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

/** What is wrong with a list of texts; null if nothing certainly is. */
function damageOfList(list: readonly unknown[]): string | null {
  const texts = list.filter((one) => typeof one === "string");
  const letters = texts.filter((one) => letter.test(one)).length;
  if (letters >= fewestLetters && texts.every((one) => [...one].length <= 1))
    return "of whole texts, not of their letters";
  return texts.some((one) => /^\s*\[\s*(?:'[^']*'|"[^"]*")/.test(one))
    ? "of texts, none of which is a list in quotation marks"
    : null;
}

/** Expects that the lists of texts of several articles are not damaged in the same way. */
function expectUndamagedLists(body: unknown, operation: Operation): readonly Found[] {
  const damaged = articlesOf(body, operation).flatMap(({ article, index }) =>
    listsOfTexts.flatMap((name) => {
      const list = article[name];
      const damage = Array.isArray(list) ? damageOfList(list) : null;
      return damage === null ? [] : [{ list, name, index, damage }];
    }),
  );
  return [...group(damaged, ({ name, damage }) => `${name} ${damage}`).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || same.length < fewest) return [];
    const { list, name, index, damage } = first;
    return [
      {
        path: `/${operation.list}/${index}/${name}`,
        expected: `a list ${damage} (as in ${same.length} places)`,
        actual: describeValue(list),
      },
    ];
  });
}

/** Expects that several titles, names, addresses or lists of texts of one body are not damaged in the same way. */
export function expectUndamaged(body: unknown, operation: Operation): readonly Found[] {
  const damaged: Damaged[] = [];
  // Words that were searched for may be marked in some titles: then all of them are HTML.
  let isMarkup = false;
  visitTexts(body, operation, (text, place, path) => {
    isMarkup ||= isTitle(place) && tag.test(text);
    const damage = damageOf(text, place);
    if (damage !== null) damaged.push({ text, path: path(), place, damage });
  });
  const isRight = ({ place, damage }: Damaged) =>
    isMarkup && isTitle(place) && damage === withoutReferences;
  const all = damaged.filter((one) => !isRight(one));
  const texts = [
    ...group(all, ({ place, damage }) => `${place.pattern} ${damage}`).values(),
  ].flatMap((same): readonly Found[] => {
    const [first] = same;
    if (first === undefined) return [];
    // One address may be odd, and repeated; where a program had no value, all of them are the same one.
    const count = withoutValue.has(first.damage)
      ? same.length
      : new Set(same.map(({ text }) => text)).size;
    if (count < fewest) return [];
    const expected = `a text ${first.damage} (as in ${same.length} places)`;
    return [{ path: first.path, expected, actual: quoteValue(first.text) }];
  });
  return [...texts, ...expectUndamagedLists(body, operation)];
}
