import { code } from "../text/markdown-text.ts";
import { plural } from "../text/verdict-text.ts";
import type { FailureCard } from "../view/card.ts";
import { casesText, causeText, cellShareText, whereText } from "../view/card-parts.ts";

/** Causes as a list of at most `most` entries, each with its requirement, where it is broken, and what was found. */
export function causesMarkdown(cards: readonly FailureCard[], most: number): string {
  const rest = cards.length - most;
  return [
    ...cards.slice(0, most).map(causeLine),
    ...(rest > 0 ? [`- and ${plural(rest, "more cause")}`] : []),
  ].join("\n");
}

function causeLine(card: FailureCard): string {
  const { requirement, cases, also } = card;
  const follows =
    also.length === 0 ? "" : `; also breaks ${plural(also.length, "more requirement")}`;
  return (
    `- **\`${requirement}\`**: ${whereText(card)} (${cellShareText(card)}${follows})` +
    `<br>${code(casesText(card) ?? causeText(cases[0]))}`
  );
}
