import type { FailureCard } from "../model/card.ts";
import { markOf } from "../model/matrix.ts";
import { answerText, neighbourLabels, placeText, requestText } from "./card-parts.ts";
import { cellLines } from "./cell-text.ts";
import { foldCommand, labelled, wrap } from "./columns.ts";
import { idsText } from "./ids-text.ts";
import { plural } from "./verdict-text.ts";

/** Width of the widest label, so that the values are aligned. */
const labelWidth = 12;
/** The first places are enough to show what blocks many checks. */
const mostBlockedPlaces = 4;

/**
 * A failure card as plain text, the same in the terminal and in JUnit. The first line is its title.
 * Only a word of a shell command that can't be broken is wider than `width` columns.
 */
export function cardText(card: FailureCard, width: number): string {
  const inner = width - 2;
  const lines = [
    ...(card.doubt === null ? [] : wrap(card.doubt, inner)),
    ...(card.blocked === null ? wrap(card.statement || card.message, inner) : []),
    ...blockedLines(card, inner),
    ...field("clause", card.clause, inner),
    ...where(card, inner),
    ...card.names.flatMap((line) => wrap(line, inner)),
    "",
    ...exchangeLines(card, inner),
    ...findingLines(card, inner),
    "",
    ...curlLines(card, inner),
    ...foldCommand(card.rerun, inner),
    "",
    ...field("impact", card.impact, inner),
    ...field("see", card.reading ?? "", inner),
  ];
  return [
    `${markOf([card])?.shape} ${titleOf(card)}`,
    ...collapse(lines).map((line) => (line === "" ? "" : `  ${line}`)),
  ].join("\n");
}

function titleOf({ blocked, cells, requirement, level }: FailureCard): string {
  if (blocked !== null) return `${plural(blocked.checks, "check")} blocked`;
  return `${requirement} (${level}${cells.length > 1 ? `, ${cells.length} cells` : ""})`;
}

/** Why the checks could not be judged, which they are, and how to resolve it. */
function blockedLines({ blocked, message }: FailureCard, width: number): readonly string[] {
  if (blocked === null) return [];
  return [
    ...field("cause", [message, ...blocked.reasons].join("\n"), width),
    ...field("set", blocked.remedy ?? "", width),
    ...field("checks", idsText(blocked.requirements), width),
  ];
}

function field(label: string, text: string, width: number): readonly string[] {
  if (text === "") return [];
  return labelled(`${label}:`.padEnd(labelWidth), text, width);
}

function where({ cells, blocked }: FailureCard, width: number): readonly string[] {
  const lines = cellLines(cells);
  const most = blocked === null ? lines.length : mostBlockedPlaces;
  const more = lines.length - most;
  const shown = more > 0 ? [...lines.slice(0, most), `and ${plural(more, "more place")}`] : lines;
  return shown.flatMap((line, index) =>
    labelled((index === 0 ? "where:" : "").padEnd(labelWidth), line, width),
  );
}

function exchangeLines(card: FailureCard, width: number): readonly string[] {
  const { sent, received, neighbour } = card;
  if (sent === null) return [];
  const own = [
    ...field("sent", requestText(sent), width),
    ...field("received", answerText(received), width),
  ];
  if (neighbour === null) return own;
  const other = [
    ...field(neighbourLabels[neighbour.order], requestText(neighbour.sent), width),
    ...field("  answer", answerText(neighbour.received), width),
  ];
  // As they happened.
  return neighbour.order === "before" ? [...other, "", ...own] : [...own, "", ...other];
}

/** The commands that repeat the exchange, in the order of sending. */
function curlLines({ curl, neighbour }: FailureCard, width: number): readonly string[] {
  const own = curl === null ? [] : foldCommand(curl, width);
  if (neighbour === null) return own;
  const other = foldCommand(neighbour.curl, width);
  return neighbour.order === "before" ? [...other, ...own] : [...own, ...other];
}

function findingLines(card: FailureCard, width: number): readonly string[] {
  if (card.blocked !== null) return [];
  if (card.findings.length === 0) return field("finding", card.message, width);
  const lines = card.findings.flatMap(({ path, expected, actual }) => [
    ...field("finding", placeText(path), width),
    ...field("  expected", expected, width),
    ...field("  actual", actual, width),
  ]);
  const { moreFindings: more } = card;
  return more === 0 ? lines : [...lines, `${" ".repeat(labelWidth)}and ${more} more`];
}

/** Removes repeated empty lines and those at the end. */
function collapse(lines: readonly string[]): readonly string[] {
  return lines.filter(
    (line, index) => line !== "" || (lines[index + 1] !== "" && index < lines.length - 1),
  );
}
