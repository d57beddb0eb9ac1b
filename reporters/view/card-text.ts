import { cellLines } from "../model/cell-text.ts";
import { foldCommand, labelled, wrap } from "../text/columns.ts";
import { idsText } from "../text/ids-text.ts";
import { plural } from "../text/verdict-text.ts";
import type { FailureCard } from "./card.ts";
import type { CardAnswer, CardCase, CardFinding, CardRequest } from "./card-case.ts";
import {
  answerLinesOf,
  casesText,
  cellShareText,
  labels,
  methodOf,
  neighbourLabels,
  placeText,
  requestLines,
  thenLabel,
} from "./card-parts.ts";
import { markOf } from "./matrix.ts";

/** The first places are enough to show what blocks many checks. */
const mostBlockedPlaces = 4;
/** Kinds of what was received instead that are shown with their exchange; the others are named. */
const mostCases = 3;
const labelWidth = `${labels.specification}: `.length;

/** What a line of a card is, so that a terminal can paint it. */
export type CardTone = "title" | "expected" | "actual" | "marked" | "plain";

export interface CardLine {
  readonly text: string;
  readonly tone: CardTone;
}

/**
 * A failure card as plain text, the same in the terminal and in JUnit: what is wrong, where, the exchange, how
 * to reproduce it, the impact and the clause. Only a word of a shell command that can't be broken is wider than
 * `width` columns.
 */
export function cardText(card: FailureCard, width: number): string {
  return cardLines(card, width)
    .map(({ text }) => text)
    .join("\n");
}

/** A failure card line by line; the first line is its title. */
export function cardLines(card: FailureCard, width: number): readonly CardLine[] {
  const inner = width - 2;
  const lines = card.blocked === null ? brokenLines(card, inner) : blockedLines(card, inner);
  const title: CardLine = { text: `${markOf([card])?.shape} ${titleOf(card)}`, tone: "title" };
  return [
    title,
    ...collapse(lines).map((line) => ({
      ...line,
      text: line.text === "" ? "" : `  ${line.text}`,
    })),
  ];
}

function titleOf(card: FailureCard): string {
  const { blocked, judged, requirement, level } = card;
  if (blocked !== null) return `${plural(blocked.checks, "check")} blocked`;
  return `${requirement} (${level}${judged > 1 ? `, ${cellShareText(card)}` : ""})`;
}

const empty: CardLine = { text: "", tone: "plain" };

function plain(texts: readonly string[]): readonly CardLine[] {
  return texts.map((text) => ({ text, tone: "plain" as const }));
}

function field(label: string, text: string, width: number): readonly CardLine[] {
  return text === "" ? [] : plain(labelled(`${label}:`.padEnd(labelWidth), text, width));
}

function brokenLines(card: FailureCard, width: number): readonly CardLine[] {
  const { cases, statement, clauses, impact, reading, seed } = card;
  const [only] = cases;
  const said = casesText(card);
  return [
    ...(card.doubt === null ? [] : plain(wrap(card.doubt, width))),
    ...(said === null
      ? [
          ...findingLines(only, width),
          ...where(card.cells, width, methodOf(card)),
          ...names(card, width),
          empty,
          ...exchangeLines(only, width),
        ]
      : [
          ...wrap(said, width).map((text): CardLine => ({ text, tone: "actual" })),
          ...names(card, width),
          ...cases.slice(0, mostCases).flatMap((one) => [empty, ...caseLines(one, width)]),
          ...plain(
            cases.length > mostCases
              ? ["", `and ${plural(cases.length - mostCases, "more kind")} in report.html`]
              : [],
          ),
        ]),
    empty,
    ...plain([`${labels.reproduce}:`]),
    ...indented([
      ...(said === null ? curlLines(only, width - 2) : []),
      ...foldCommand(card.rerun, width - 2),
    ]),
    ...field(labels.seed, seed ?? "", width),
    empty,
    ...field(labels.impact, impact, width),
    ...field(
      labels.specification,
      [statement, ...clauses, ...(reading === null ? [] : [`see ${reading}`])].join("\n"),
      width,
    ),
    ...alsoLines(card, width),
  ];
}

/** What was received in some of the cells, with its exchange and the command that repeats it. */
function caseLines(one: CardCase, width: number): readonly CardLine[] {
  const inner = width - 2;
  const title: CardLine = {
    text: `${one.came} in ${plural(one.cells.length, "cell")}`,
    tone: "title",
  };
  return [
    title,
    ...[
      ...findingLines(one, inner),
      ...where(one.cells, inner, one.sent?.method),
      ...exchangeLines(one, inner),
      ...plain(curlLines(one, inner)),
    ].map((line) => ({ ...line, text: line.text === "" ? "" : `  ${line.text}` })),
  ];
}

function indented(lines: readonly string[]): readonly CardLine[] {
  return plain(lines.map((line) => `  ${line}`));
}

function findingLines(one: CardCase, width: number): readonly CardLine[] {
  if (one.findings.length === 0) {
    return wrap(one.message, width).map((text) => ({ text, tone: "actual" }));
  }
  const { moreFindings: more } = one;
  return [
    ...one.findings.flatMap((finding) => findingText(finding, width)),
    ...plain(more === 0 ? [] : [`and ${plural(more, "more finding")}`]),
  ];
}

function findingText(finding: CardFinding, width: number): readonly CardLine[] {
  const painted = (label: string, text: string, tone: CardTone) =>
    labelled(label, text, width).map((line): CardLine => ({ text: line, tone }));
  return [
    ...plain(wrap(placeText(finding), width)),
    ...painted("  expected: ", finding.expected, "expected"),
    ...painted("  actual:   ", finding.actual, "actual"),
  ];
}

function where(
  cells: FailureCard["cells"],
  width: number,
  method?: string,
  most = Number.POSITIVE_INFINITY,
): readonly CardLine[] {
  const lines = cellLines(cells, method);
  const more = lines.length - most;
  const shown = more > 0 ? [...lines.slice(0, most), `and ${plural(more, "more place")}`] : lines;
  return field(labels.where, shown.join("\n"), width);
}

function names({ names: lines }: FailureCard, width: number): readonly CardLine[] {
  return plain(lines.flatMap((line) => wrap(line, width)));
}

function exchangeLines(one: CardCase, width: number): readonly CardLine[] {
  const { sent, received, neighbour } = one;
  if (sent === null) return [];
  const own = [...requestText(sent, width), ...answerText(received, width)];
  if (neighbour === null) return own;
  const other = [
    ...plain([`${neighbourLabels[neighbour.order]}:`]),
    ...requestText(neighbour.sent, width),
    ...answerText(neighbour.received, width),
  ];
  // As they happened.
  return neighbour.order === "before"
    ? [...other, empty, ...plain([`${thenLabel}:`]), ...own]
    : [...own, empty, ...other];
}

function requestText(sent: CardRequest, width: number): readonly CardLine[] {
  return plain(requestLines(sent).flatMap((line) => labelled("> ", line, width)));
}

/** Lines of a response; one that a finding points at has a mark in its margin, which needs no colour. */
function answerText(received: CardAnswer, width: number): readonly CardLine[] {
  return answerLinesOf(received).flatMap(({ depth, text, marked }) => {
    const margin = marked ? "✘" : "<";
    return labelled(`${margin} ${"  ".repeat(depth)}`, text, width).map(
      (line): CardLine => ({
        text: margin + line.slice(1),
        tone: marked ? "marked" : "plain",
      }),
    );
  });
}

/** The commands that repeat the exchange, in the order of sending. */
function curlLines({ curl, neighbour }: CardCase, width: number): readonly string[] {
  const own = curl === null ? [] : foldCommand(curl, width);
  if (neighbour === null) return own;
  const other = neighbour.curl === null ? [] : foldCommand(neighbour.curl, width);
  return neighbour.order === "before" ? [...other, ...own] : [...own, ...other];
}

/** What else is broken by the same cause, a line each. */
function alsoLines({ also, blocks }: FailureCard, width: number): readonly CardLine[] {
  const lines = [
    ...also.map(({ requirement, cells }) => `${requirement} (${plural(cells.length, "cell")})`),
    ...(blocks === 0 ? [] : [`${plural(blocks, "check")} that could not be judged`]),
  ];
  if (lines.length === 0) return [];
  return plain([`${labels.also}:`, ...lines.flatMap((line) => labelled("  ", line, width))]);
}

/** Why checks could not be judged, which they are, and how to resolve it. */
function blockedLines(card: FailureCard, width: number): readonly CardLine[] {
  const { blocked, cells, cases } = card;
  if (blocked === null) return [];
  const [only] = cases;
  return [
    ...field("Cause", [only.message, ...blocked.reasons].join("\n"), width),
    ...field("Set", blocked.remedy ?? "", width),
    ...field("Checks", idsText(blocked.requirements), width),
    ...where(cells, width, methodOf(card), mostBlockedPlaces),
    empty,
    ...exchangeLines(only, width),
    empty,
    ...plain([`${labels.reproduce}:`]),
    ...indented([...curlLines(only, width - 2), ...foldCommand(card.rerun, width - 2)]),
  ];
}

/** Removes repeated empty lines and those at the end. */
function collapse(lines: readonly CardLine[]): readonly CardLine[] {
  return lines.filter(
    ({ text }, index) =>
      text !== "" || (index > 0 && lines[index - 1]?.text !== "" && index < lines.length - 1),
  );
}
