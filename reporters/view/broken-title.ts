import { plural } from "../text/verdict-text.ts";
import type { FailureCard } from "./card.ts";

/** `6 requirements broken by 2 causes`, or `1 requirement broken`. */
export function brokenTitle(cards: readonly FailureCard[]): string {
  const requirements = cards.reduce((sum, { also }) => sum + 1 + also.length, 0);
  const causes = requirements === cards.length ? "" : ` by ${plural(cards.length, "cause")}`;
  return `${plural(requirements, "requirement")} broken${causes}`;
}

/** `2 should requirements broken`. */
export function warningsTitle(cards: readonly FailureCard[]): string {
  return `${plural(cards.length, "should requirement")} broken`;
}
