import { distance } from "fastest-levenshtein";

/** A list that is longer than this helps nobody; then only the nearest name is shown. */
const longestList = 8;

/** The candidate that is spelt most like a name, whatever the letter case; null where there is none. */
export function nearest(name: string, candidates: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const cost = distance(wanted, candidate.toLowerCase());
    if (cost < least) {
      best = candidate;
      least = cost;
    }
  }
  return best;
}

/** `Did you mean X?`, with everything that is valid where that is a short list. */
export function suggestion(name: string, candidates: readonly string[]): string | null {
  const best = nearest(name, candidates);
  if (best === null) return null;
  if (candidates.length === 1) return `The only valid one is ${best}.`;
  const all = candidates.length > longestList ? "" : ` Valid here: ${candidates.join(", ")}.`;
  return `Did you mean ${best}?${all}`;
}
