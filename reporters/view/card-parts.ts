import { authStyles } from "../../contracts/vocabulary.ts";
import { cellLines, cellText } from "../model/cell-text.ts";
import { shortLine } from "../text/short-line.ts";
import { plural } from "../text/verdict-text.ts";
import type { BodyLine } from "./body-lines.ts";
import type { FailureCard } from "./card.ts";
import type { CardAnswer, CardCase, CardFinding, CardRequest } from "./card-case.ts";
import { circumstancesText } from "./circumstances-text.ts";

/** Labels of a card, the same in every format. */
export const labels = {
  where: "Where",
  reproduce: "Reproduce",
  impact: "Impact",
  specification: "Specification",
  seed: "Seed",
  also: "Also broken by this",
} as const;

const mostPaths = 3;

/** The place that a finding points at, in one line; an empty pointer is the body. */
export function placeText({ paths, places }: Pick<CardFinding, "paths" | "places">): string {
  const named = paths.slice(0, mostPaths).map((path) => (path === "" ? "the body" : path));
  const rest = paths.length > mostPaths ? ` and ${paths.length - mostPaths} more` : "";
  return `${named.join(", ")}${rest}${places > paths.length ? ` (${plural(places, "place")})` : ""}`;
}

/** How the neighbour relates to the exchange that is shown, as a label. */
export const neighbourLabels = {
  before: "before",
  meanwhile: "meanwhile",
  after: "afterwards",
  compared: "for comparison",
} as const;

/** The label of the exchange that is wrong, where a neighbour is shown first. */
export const thenLabel = "then";

/** A request as its lines: method and URL, then the headers. */
export function requestLines({ method, url, headers }: CardRequest): readonly string[] {
  return [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
}

/** What was received: status and content type, then the part of the body that is shown. */
export function answerLinesOf(received: CardAnswer): readonly BodyLine[] {
  const line = (text: string): BodyLine => ({ depth: 0, text, marked: false });
  if (received === null) return [line("no response was recorded")];
  if (received.kind === "failure") return [line(`no response: ${received.message}`)];
  return [
    line(`${received.status}, ${received.contentType ?? "no content-type"}`),
    ...received.headers.map(([name, value]) => ({ ...line(`${name}: ${value}`), marked: true })),
    ...received.body,
  ];
}

/** Characters of what was expected and of what was received in a line. */
const longestPart = 160;

/**
 * The cause in one line: `/total: expected integer, got string "40"`, or what the check says; and of a status what
 * the server says.
 * @param longest characters of each part, so that what was expected does not push what was received out of a short
 *   line
 */
export function causeText(one: CardCase, longest: number = longestPart): string {
  const { findings, message, reason, sent, neighbour } = one;
  const [first] = findings;
  if (first === undefined) return message;
  const expected = shortLine(first.expected, longest);
  const actual = shortLine(first.actual, longest);
  const asked = sent === null ? null : { ...sent, status: statusOf(one), shared: one.shared };
  const how =
    asked === null ? "" : circumstancesText(asked, neighbour, first.paths[0] ?? "", first.expected);
  return `${placeText(first)}: expected ${expected}, got ${actual}${serverWords(reason)}${how}`;
}

function statusOf({ received }: CardCase): number | null {
  return received?.kind === "answer" ? received.status : null;
}

/** A server's own words after the status that they explain. */
export function serverWords(reason: string | null): string {
  return reason === null ? "" : `: "${reason}"`;
}

/** What was received instead: `201 in 9 cells · 400 in 3 · 500 in 3`; null if it is the same everywhere. */
export function casesText({ cases }: FailureCard): string | null {
  if (cases.length < 2) return null;
  return cases
    .map(({ came, cells }, index) =>
      index === 0 ? `${came} in ${plural(cells.length, "cell")}` : `${came} in ${cells.length}`,
    )
    .join(" · ");
}

/** In how many of the cells in which it is judged a requirement is broken: `3 of 36 cells`. */
export function cellShareText({ cells, judged }: Pick<FailureCard, "cells" | "judged">): string {
  if (cells.length < judged) return `${cells.length} of ${plural(judged, "cell")}`;
  return judged > 1 ? `all ${judged} cells` : plural(cells.length, "cell");
}

/** The method of the request that a card shows; GET if it shows none. */
export function methodOf({ cases }: Partial<Pick<FailureCard, "cases">>): string {
  return cases?.[0].sent?.method ?? "GET";
}

/** Where a card's requirement is broken, in a line: endpoints with their versions and styles. */
export function whereText(
  card: Pick<FailureCard, "cells" | "oneStyle"> & Partial<Pick<FailureCard, "cases">>,
  mostPlaces = 3,
): string {
  const cells = card.oneStyle ? card.cells.map((cell) => ({ ...cell, auth: null })) : card.cells;
  const [first] = cells;
  if (first !== undefined && cells.length === 1) return cellText(first, methodOf(card));
  const places = cellLines(cells, methodOf(card));
  const rest = places.length - mostPlaces;
  const shown = places
    .slice(0, mostPlaces)
    .map((place) => place.replace(`(${authStyles.join(", ")})`, "(every style)"))
    .join("; ");
  return rest > 0 ? `${shown} and ${plural(rest, "more place")}` : shown;
}
