import { cellLines } from "../model/cell-text.ts";
import { foldCommand, labelled, wrap } from "../text/columns.ts";
import { idsText } from "../text/ids-text.ts";
import { code, collapsed, fenced, prose } from "../text/markdown-text.ts";
import { plural } from "../text/verdict-text.ts";
import type { BlockedChecks, FailureCard } from "../view/card.ts";
import type { CardAnswer, CardCase, CardRequest } from "../view/card-case.ts";
import {
  answerLinesOf,
  casesText,
  cellShareText,
  labels,
  neighbourLabels,
  placeText,
  requestLines,
} from "../view/card-parts.ts";

/** Columns of blocks of code, which GitHub does not wrap. */
const width = 96;
/** Kinds of what was received instead that are shown with their exchange; the others are named. */
const mostCases = 3;

/** A failure card as Markdown: the cause first, request and response folded. */
export function failureMarkdown(card: FailureCard): string {
  const { requirement, level, clauses, statement, cells, cases, rerun, impact, blocked } = card;
  const [first] = cases;
  const said = casesText(card);
  const shown = cases.slice(0, mostCases);
  return [
    blocked === null
      ? `#### ❌ \`${requirement}\` (${level}, ${cellShareText(card)})`
      : `#### ❓ ${plural(blocked.checks, "check")} blocked: ${idsText(blocked.requirements, code)}`,
    card.doubt === null ? "" : `**${code(card.doubt)}**`,
    said === null ? "" : `**${code(said)}**`,
    blocked === null
      ? shown.map((one) => cause(one, said !== null)).join("\n\n")
      : blockedCause(first.message, blocked),
    // Two lists would be one to Markdown, with gaps between its entries.
    [...cellLines(cells), ...card.names.map(code)].map((line) => `- ${line}`).join("\n"),
    ...shown.map((one, index) => exchange(one, said === null ? "" : ` ${index + 1}`)),
    `**${labels.reproduce}:**`,
    fenced(
      [...shown.flatMap(curls), rerun]
        .flatMap((command) => (command === null ? [] : foldCommand(command, width)))
        .join("\n"),
      "sh",
    ),
    [
      ...(impact === "" ? [] : [`**${labels.impact}:** ${prose(impact)}`]),
      ...(statement === "" ? [] : [`**${labels.specification}:** ${prose(statement)}`]),
      ...(clauses.length === 0 ? [] : [clauses.map((clause) => prose(clause)).join(" · ")]),
      ...(card.reading === null ? [] : [prose(card.reading)]),
      ...(card.seed === null ? [] : [`**${labels.seed}:** ${code(card.seed)}`]),
    ].join("<br>\n"),
    also(card),
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function also({ also: others, blocks }: FailureCard): string {
  const parts = [
    ...others.map(
      ({ requirement, cells }) => `\`${requirement}\` (${plural(cells.length, "cell")})`,
    ),
    ...(blocks === 0 ? [] : [`${plural(blocks, "check")} that could not be judged`]),
  ];
  return parts.length === 0 ? "" : `**${labels.also}:** ${parts.join(", ")}`;
}

function blockedCause(message: string, { reasons, remedy }: BlockedChecks): string {
  const lines = [message, ...reasons, ...(remedy === null ? [] : [`set: ${remedy}`])];
  return fenced(lines.flatMap((line) => wrap(line, width)).join("\n"));
}

/** @param isOne whether it is one of several kinds of what was received */
function cause({ came, cells, findings, message, moreFindings }: CardCase, isOne: boolean): string {
  const title = isOne ? [`${came} in ${plural(cells.length, "cell")}:`] : [];
  if (findings.length === 0) return fenced([...title, ...wrap(message, width)].join("\n"));
  const lines = findings.flatMap((finding) => [
    placeText(finding),
    `  expected: ${finding.expected}`,
    `  actual:   ${finding.actual}`,
  ]);
  const more = moreFindings === 0 ? [] : [`and ${plural(moreFindings, "more finding")}`];
  return fenced([...title, ...lines, ...more].flatMap((line) => wrap(line, width)).join("\n"));
}

/** @param number after the title, where a card has several */
function exchange({ sent, received, neighbour }: CardCase, number: string): string {
  if (sent === null) return "";
  const own = exchangeFolded(`Request and response${number}`, sent, received);
  if (neighbour === null) return own;
  const { order } = neighbour;
  const other = exchangeFolded(
    `Request and response${number} ${neighbourLabels[order]}`,
    neighbour.sent,
    neighbour.received,
  );
  return (order === "before" ? [other, own] : [own, other]).join("\n\n");
}

function exchangeFolded(title: string, sent: CardRequest, received: CardAnswer): string {
  const blocks = [
    fenced(
      requestLines(sent)
        .flatMap((line) => wrap(line, width))
        .join("\n"),
      "http",
    ),
    fenced(
      answerLinesOf(received)
        .flatMap(({ depth, text, marked }) =>
          labelled("  ".repeat(depth), marked ? `${text}  ◀` : text, width),
        )
        .join("\n"),
    ),
  ];
  return collapsed(title, blocks.join("\n\n"));
}

/** The commands that repeat the exchange, in the order of sending. */
function curls({ curl, neighbour }: CardCase): readonly (string | null)[] {
  if (neighbour === null) return [curl];
  return neighbour.order === "before" ? [neighbour.curl, curl] : [curl, neighbour.curl];
}
