import { closest, distance } from "fastest-levenshtein";

/** Wrong usage or configuration: nothing is sent, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** `did you mean x?` where something valid is near enough to be meant; empty otherwise. */
export function suggestion(given: string, valid: readonly string[]): string {
  if (valid.length === 0) return "";
  const nearest = closest(given, [...valid]);
  const near = distance(given, nearest) <= Math.max(2, Math.ceil(nearest.length / 2));
  return near ? `; did you mean ${nearest}?` : "";
}
