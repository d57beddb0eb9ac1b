import { distance } from "fastest-levenshtein";
import { sentences } from "./sentences.ts";

/** For a longer list, only the nearest name is shown. */
const longestList = 8;

/** All names are shorter; of a longer text the beginning is compared. */
const longestName = 100;

/**
 * The most likely candidate, ignoring case; null if none is likely. A candidate that begins with the text
 * comes first, then one that contains it, then the one with the most similar spelling.
 *
 * @param nameIn the part of a candidate that is compared; all of it if absent
 */
export function nearest(
  name: string,
  candidates: readonly string[],
  nameIn: (candidate: string) => string = (candidate) => candidate,
): string | null {
  const wanted = name.slice(0, longestName).toLowerCase();
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const text = nameIn(candidate).toLowerCase();
    const differing = distance(wanted, text);
    const unlike = unlikeness(wanted, text);
    const cost = unlike * mostLetters + differing;
    if (cost < least && (unlike < 2 || isTypo(differing, wanted, text))) {
      best = candidate;
      least = cost;
    }
  }
  return best;
}

/** Greater than any distance between two names. */
const mostLetters = 1_000_000;

/** Two letters occur in too many names to mean one of them. */
const fewestLetters = 3;

function unlikeness(wanted: string, text: string): number {
  if (wanted.length < fewestLetters) return 2;
  if (text.startsWith(wanted)) return 0;
  return text.includes(wanted) ? 1 : 2;
}

/** A swap of two letters counts as two, and is a typo in a short word too. */
const fewestTypos = 2;

/** Whether so few letters differ that one word may have been meant for the other. */
function isTypo(differing: number, wanted: string, text: string): boolean {
  const longer = Math.max(wanted.length, text.length);
  const shorter = Math.min(wanted.length, text.length);
  return differing < shorter && differing <= Math.max(fewestTypos, Math.floor(longer / 3));
}

/** `Did you mean X?`, with all valid names if the list is short; null if there is nothing to say. */
export function suggestion(
  name: string,
  candidates: readonly string[],
  nameIn?: (candidate: string) => string,
): string | null {
  const best = nearest(name, candidates, nameIn);
  if (candidates.length === 1) return `The only valid one is ${candidates[0]}.`;
  const isShort = candidates.length > 0 && candidates.length <= longestList;
  return (
    sentences(
      best === null ? null : `Did you mean ${best}?`,
      isShort ? `Valid names: ${candidates.join(", ")}.` : null,
    ) || null
  );
}
