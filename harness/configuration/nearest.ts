import { distance } from "fastest-levenshtein";

/** For a longer list, only the nearest name is shown. */
const longestList = 8;

/** All names are shorter; of a longer text the beginning is compared. */
const longestName = 100;

/**
 * The most likely candidate, ignoring case; null if there is none. A candidate that begins with the text
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
    const cost = unlikeness(wanted, text) * mostLetters + distance(wanted, text);
    if (cost < least) {
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

/** `Did you mean X?`, with all valid names if the list is short. */
export function suggestion(
  name: string,
  candidates: readonly string[],
  nameIn?: (candidate: string) => string,
): string | null {
  const best = nearest(name, candidates, nameIn);
  if (best === null) return null;
  if (candidates.length === 1) return `The only valid one is ${best}.`;
  const all = candidates.length > longestList ? "" : ` Valid names: ${candidates.join(", ")}.`;
  return `Did you mean ${best}?${all}`;
}
