import { shortLine } from "../../text/short-line.ts";
import { plural } from "../../text/verdict-text.ts";

/** How much of a report the page shows at most; `report.json` has all of it. */
export interface Detail {
  /** Characters of a text that a server or a configuration chose. */
  readonly text: number;
  /** Characters of a request's URL and of the command that sends it again. */
  readonly command: number;
  /** Cards of a section. */
  readonly cards: number;
  /** Per card: kinds of what was received instead. */
  readonly cases: number;
  /** Per card: lines of the body, headers, findings, and lines of cells. */
  readonly bodyLines: number;
  readonly headers: number;
  readonly findings: number;
  readonly cellLines: number;
  /** Entries of any list whose length is not ours: waivers, problems, reasons, members that drift. */
  readonly entries: number;
  /** Whether the list of checks says what each of them found, as the cards do. */
  readonly messages: boolean;
  /** Dots of a plot. */
  readonly dots: number;
}

/**
 * From the richest to the poorest. The page is made with the first that is small enough; nearly every run
 * has the first. The last is small enough whatever a server answers and whatever a configuration holds.
 */
export const details: readonly [Detail, ...Detail[]] = [
  {
    text: 300,
    command: 4000,
    cards: 1000,
    cases: 8,
    bodyLines: 60,
    headers: 20,
    findings: 5,
    cellLines: 30,
    entries: 300,
    messages: true,
    dots: 500,
  },
  {
    text: 200,
    command: 4000,
    cards: 1000,
    cases: 3,
    bodyLines: 24,
    headers: 12,
    findings: 3,
    cellLines: 20,
    entries: 100,
    messages: false,
    dots: 300,
  },
  {
    text: 100,
    command: 2000,
    cards: 200,
    cases: 2,
    bodyLines: 8,
    headers: 6,
    findings: 1,
    cellLines: 10,
    entries: 40,
    messages: false,
    dots: 100,
  },
  {
    text: 40,
    command: 250,
    cards: 6,
    cases: 1,
    bodyLines: 0,
    headers: 0,
    findings: 1,
    cellLines: 3,
    entries: 8,
    messages: false,
    dots: 40,
  },
];

/** A text of foreign origin as one line, as long as the detail allows. */
export function lineOf(text: string, { text: longest }: Detail): string {
  return shortLine(text, longest);
}

/** The first entries of a list, and a sentence that says how many more there are, or null. */
export function firstEntries<Entry>(
  list: readonly Entry[],
  most: number,
  noun: string,
): readonly [shown: readonly Entry[], more: string | null] {
  const rest = list.length - most;
  return [
    list.slice(0, most),
    rest > 0 ? `… ${plural(rest, `more ${noun}`)} in report.json` : null,
  ];
}
