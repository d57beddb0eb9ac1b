import { distance } from "fastest-levenshtein";

/** A list that is longer than this helps nobody; then only the nearest name is shown. */
const longestList = 8;

/**
 * The candidate that was most likely meant, whatever the letter case; null where there is none. One that
 * begins with what was written comes first, then one that holds it, then the one that is spelt most like it.
 *
 * @param nameIn the part of a candidate that is compared; all of it if absent
 */
export function nearest(
  name: string,
  candidates: readonly string[],
  nameIn: (candidate: string) => string = (candidate) => candidate,
): string | null {
  const wanted = name.toLowerCase();
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

/** More than any distance between two names. */
const mostLetters = 1_000_000;

/** Two letters stand at the beginning or in the middle of too many names to mean one of them. */
const fewestLetters = 3;

function unlikeness(wanted: string, text: string): number {
  if (wanted.length < fewestLetters) return 2;
  if (text.startsWith(wanted)) return 0;
  return text.includes(wanted) ? 1 : 2;
}

/** `Did you mean X?`, with everything that is valid where that is a short list. */
export function suggestion(
  name: string,
  candidates: readonly string[],
  nameIn?: (candidate: string) => string,
): string | null {
  const best = nearest(name, candidates, nameIn);
  if (best === null) return null;
  if (candidates.length === 1) return `The only valid one is ${best}.`;
  const all = candidates.length > longestList ? "" : ` Valid here: ${candidates.join(", ")}.`;
  return `Did you mean ${best}?${all}`;
}
