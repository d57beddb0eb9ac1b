import { quoteValue } from "../../contracts/describe-value.ts";
import type { Found } from "../model/check.ts";
import { isName } from "./damages.ts";
import type { ListedText, TextPlace } from "./listed-texts.ts";

/** Fewer different texts may have one length by chance. */
const enough = 10;

/** With what no whole title ends: a blank, a comma, an opening bracket or quotation mark, a dash. */
const withinText = /[\s,([“„«‘–—-]$/;

/** The texts of one place that are the longest there. */
interface Longest {
  readonly length: number;
  readonly first: ListedText;
  /** Different ones of this length. */
  readonly texts: Set<string>;
  /** All different ones. */
  readonly all: Set<string>;
}

/**
 * Looks for titles or names that are cut off: half of the different ones of a list at one length, as by a column that has
 * no room for more. Titles of one form may have one length, but some of those that are cut off end within a sentence.
 */
export interface CutOffSearch {
  readonly look: (text: string, place: TextPlace, path: () => string) => void;
  readonly found: () => readonly Found[];
}

export function createCutOffSearch(): CutOffSearch {
  const places = new Map<string, Longest>();
  return {
    look(text, place, path) {
      if (!isName(place)) return;
      const { length } = text;
      const known = places.get(place.pattern);
      if (known !== undefined && length <= known.length) {
        known.all.add(text);
        if (length === known.length) known.texts.add(text);
        return;
      }
      const all = (known?.all ?? new Set()).add(text);
      const first = { text, path: path() };
      places.set(place.pattern, { length, first, texts: new Set([text]), all });
    },
    found: () => [...places.values()].flatMap(cutOffAt),
  };
}

function cutOffAt({ length, first, texts, all }: Longest): readonly Found[] {
  if (all.size < enough || 2 * texts.size < all.size) return [];
  if (![...texts].some((text) => withinText.test(text))) return [];
  return [
    {
      path: first.path,
      expected: `a whole text (${texts.size} of ${all.size} end after ${length} characters)`,
      actual: quoteValue(first.text),
    },
  ];
}
