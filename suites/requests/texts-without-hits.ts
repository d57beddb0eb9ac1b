import { hasMetadata } from "../../contracts/generations.ts";
import { type AuthStyle, authStyles, defaultVersion } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { isRefusal } from "../matchers/answer.ts";
import type { CheckContext } from "../model/check.ts";
import { operationOf, withHeader } from "../model/operation.ts";
import { columnOf, rotate, rotatedStyle, rowOf } from "../model/rotation.ts";
import { styleOf } from "./ordinary-requests.ts";

/**
 * A search text that no document should contain: letters in an order that no language uses, with spaces,
 * an accent and an apostrophe, which a server must preserve, and longer than most fields that cut texts off,
 * of which many have 64 or 100 characters.
 */
export const textWithoutHits =
  "zqxvkjé w'pfmbt hjzqwx vbkpzqf gwxjqz kzvpfqm xqzvbkw jfqpzx wvkqzjb pzfxqm hqzvjk bxwqzf mkzqvjp qzxhfw";

/** Neither a floating-point number nor an integer of 64 bits can hold it, and no number keeps its zeros. */
const digits = "00907856341297856341";

/** Every object of JavaScript has a member of this name, so that a lookup by text finds it without an entry. */
const nameInObjects = "hasOwnProperty";

/**
 * Signs that separate the parts of a URL or of a form, between words, so that an echo that ends at one of them shows, and
 * what another reading takes for an element of HTML and for an encoded letter. It begins like the other text, so that a
 * cache that knows a search by its first 32 or 64 letters takes it for that one.
 */
export const textWithSeparators = `${textWithoutHits.slice(0, 68)} Zqxv&Kjwp #bt <zq>+xv fm=bt; 5%41 hjzq`;

/** Its last words are lost where a database stores three bytes of a character at most. */
const withEmoji = "Zqßxİv K++ 🙂 kjwp";

/** Sent with a plus sign for each blank, as forms do, where it is searched for among publishers. */
export const textBetweenBlanks = " zqxv kjwp ";

/** Texts that people write, each of which has a form that some servers do not expect of a whole text. */
const plainTexts = [
  "Zqxv. Kjwp'fm-Btzq 5%",
  '"zqxv kjwp"',
  nameInObjects,
  withEmoji,
  "zqxv kjwp fmbt",
  textBetweenBlanks,
  "48.8566, -179.3522",
] as const;

/** Texts that the query language of some servers gives another meaning, and that such a server may refuse. */
const textsOfQueryLanguages = [
  "zqxv:(kjwp)",
  "https://zqxv.kjwp/fmbt?zq=xv&wp=kj#bt",
  "zqxv && kjwp",
  '"zqxv',
  "(zqxv",
  "zqxv\\",
  "*zqxv",
] as const;

/** Those that a server may refuse. */
const refusable: readonly string[] = [...textsOfQueryLanguages, withEmoji];

/** By turns, so that each endpoint is asked for some of both kinds. */
const otherTexts: readonly [string, ...string[]] = [
  textsOfQueryLanguages[0],
  ...plainTexts.flatMap((text, index) => {
    const other = textsOfQueryLanguages[index + 1];
    return other === undefined ? [text] : [text, other];
  }),
];

/**
 * The text without hits of a cell. In the style by rotation of the cell, and in that of the default cell or of the version
 * that it stands for, it is always the same. In other styles, the default cell has digits or a name that JavaScript
 * objects have, since the latest version echoes it; each cell of a named version has another text.
 */
export function textWithoutHitsIn(context: CheckContext): string {
  const { cell, contracts } = context;
  const style = styleOf(context);
  const named = withHeader(context).cell;
  const usual = [cell, named].map((one) => rotatedStyle(contracts, one));
  if (usual.includes(style)) return textWithoutHits;
  if (cell.version === defaultVersion)
    return cell.endpoint === "/search/publishers" ? nameInObjects : digits;
  // That version is the one with an echo.
  if (isAfter(usual[0], style) && hasMetadata(operationOf(context))) return textWithSeparators;
  // Nearly all of them are sent, and no endpoint gets one twice.
  const place = rowOf(contracts, cell) + 10 * columnOf(contracts, cell) + authStyles.indexOf(style);
  return rotate(otherTexts, place);
}

/** Short words in ASCII, for servers that refuse a text for its signs or its length. */
export const wordsWithoutHits = "zqxvkj hjzqwx";

const isPlain = (text: string): boolean => text.length <= 64 && /^[\w ]+$/.test(text);

/**
 * The text without hits of a cell, followed by short words where a server may refuse it for its signs or its length.
 * Nothing is owed for texts with a meaning in query languages, so they have no words to follow.
 */
export function textsWithoutHitsIn(context: CheckContext): readonly string[] {
  const text = textWithoutHitsIn(context);
  return isPlain(text) || refusable.includes(text) ? [text] : [text, wordsWithoutHits];
}

/** Whether a style is the one after another in the order of the specification. */
function isAfter(first: AuthStyle | undefined, style: AuthStyle): boolean {
  return first !== undefined && rotate(authStyles, authStyles.indexOf(first) + 1) === style;
}

/** Whether the text of a cell was refused for its signs, as a server may. */
export function isRefusedForSigns(exchange: Exchange | undefined, context: CheckContext): boolean {
  const text = textWithoutHitsIn(context);
  return isRefusal(exchange?.answer?.status ?? 0) && refusable.some((one) => one === text);
}

/** Why nothing is owed then. */
export const refusedForSigns =
  "a text with an emoji, or with a meaning in query languages, may be refused";
