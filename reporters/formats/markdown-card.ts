import type { BlockedChecks, FailureCard } from "../model/card.ts";
import { answerText, neighbourLabels, placeText, requestText } from "../text/card-parts.ts";
import { cellLines } from "../text/cell-text.ts";
import { wrap } from "../text/columns.ts";
import { idsText } from "../text/ids-text.ts";
import { code, fenced, prose } from "../text/markdown-text.ts";
import { plural } from "../text/verdict-text.ts";

/** Columns of blocks of code, which GitHub does not wrap. */
const width = 100;

/** A failure card as Markdown: the cause first, request and response folded. */
export function failureMarkdown(card: FailureCard): string {
  const { requirement, level, clause, statement, cells, rerun, impact, blocked } = card;
  return [
    blocked === null
      ? `#### ❌ \`${requirement}\` (${level}, ${plural(cells.length, "cell")})`
      : `#### ❓ ${plural(blocked.checks, "check")} blocked: ${idsText(blocked.requirements, code)}`,
    card.doubt === null ? "" : `**${code(card.doubt)}**`,
    blocked === null ? prose(statement) || code(card.message) : "",
    blocked === null ? cause(card) : blockedCause(card.message, blocked),
    cellLines(cells)
      .map((line) => `- ${line}`)
      .join("\n"),
    card.names.map((line) => `- ${code(line)}`).join("\n"),
    exchange(card),
    fenced([...curls(card), rerun].filter((line) => line !== null).join("\n"), "sh"),
    [
      ...(impact === "" ? [] : [`**Impact:** ${prose(impact)}`]),
      ...(clause === "" ? [] : [`**Clause:** ${prose(clause)}`]),
      ...(card.reading === null ? [] : [`**Interpretation:** ${prose(card.reading)}`]),
    ].join("<br>\n"),
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function blockedCause(message: string, { reasons, remedy }: BlockedChecks): string {
  const lines = [message, ...reasons, ...(remedy === null ? [] : [`set: ${remedy}`])];
  return fenced(lines.flatMap((line) => wrap(line, width)).join("\n"));
}

function cause({ findings, message, moreFindings }: FailureCard): string {
  if (findings.length === 0) return fenced(wrap(message, width).join("\n"));
  const lines = findings.flatMap(({ path, expected, actual }) => [
    placeText(path),
    `  expected: ${expected}`,
    `  actual:   ${actual}`,
  ]);
  const more = moreFindings === 0 ? [] : [`and ${moreFindings} more`];
  return fenced([...lines, ...more].flatMap((line) => wrap(line, width)).join("\n"));
}

function exchange({ sent, received, neighbour }: FailureCard): string {
  if (sent === null) return "";
  const own = folded("Request and response", sent, received);
  if (neighbour === null) return own;
  const { order } = neighbour;
  const other = folded(
    `Request and response ${neighbourLabels[order]}`,
    neighbour.sent,
    neighbour.received,
  );
  return (order === "before" ? [other, own] : [own, other]).join("\n\n");
}

function folded(
  title: string,
  sent: NonNullable<FailureCard["sent"]>,
  received: FailureCard["received"],
): string {
  return [
    `<details><summary>${title}</summary>`,
    fenced(requestText(sent), "http"),
    fenced(wrap(answerText(received), width).join("\n")),
    "</details>",
  ].join("\n\n");
}

/** The commands that repeat the exchange, in the order of sending. */
function curls({ curl, neighbour }: FailureCard): readonly (string | null)[] {
  if (neighbour === null) return [curl];
  return neighbour.order === "before" ? [neighbour.curl, curl] : [curl, neighbour.curl];
}
