import type { Operation } from "../../contracts/catalogue.ts";
import { quoteValue } from "../../contracts/describe-value.ts";
import type { Found } from "../model/check.ts";
import { isName } from "./damages.ts";
import { type ListedText, visitTexts } from "./listed-texts.ts";

/** Fewer different texts may have one length by chance. */
const enough = 10;

/** With what no whole title ends: a blank, a comma, an opening bracket or quotation mark, a dash. */
const withinText = /[\s,([“„«‘–—-]$/;

/** The texts of one place that are the longest there. */
interface Longest {
  length: number;
  first: ListedText;
  /** Different ones of this length. */
  readonly texts: Set<string>;
  /** All different ones. */
  readonly all: Set<string>;
}

/**
 * Expects that half of the different titles or names of a list are not cut off at one length, as by a column that has no
 * room for more. Titles of one form may have one length, but some of those that are cut off end within a sentence.
 */
export function expectNotCutOff(body: unknown, operation: Operation): readonly Found[] {
  const places = new Map<string, Longest>();
  visitTexts(body, operation, (text, place, path) => {
    if (!isName(place)) return;
    const { length } = text;
    const known = places.get(place.pattern);
    if (known !== undefined && length < known.length) {
      known.all.add(text);
      return;
    }
    const all = (known?.all ?? new Set()).add(text);
    const isNew = known === undefined || length > known.length;
    const longest = isNew
      ? { length, first: { text, path: path() }, texts: new Set<string>(), all }
      : known;
    longest.texts.add(text);
    places.set(place.pattern, longest);
  });
  return [...places.values()].flatMap(({ length, first, texts, all }): readonly Found[] => {
    if (all.size < enough || 2 * texts.size < all.size) return [];
    if (![...texts].some((text) => withinText.test(text))) return [];
    return [
      {
        path: first.path,
        expected: `a whole text (${texts.size} of ${all.size} end after ${length} characters)`,
        actual: quoteValue(first.text),
      },
    ];
  });
}
