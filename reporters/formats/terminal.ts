import picocolors from "picocolors";
import { clip, labelled, wrap } from "../text/columns.ts";
import { countLines } from "../text/count-lines.ts";
import { hyperlink } from "../text/hyperlink.ts";
import { targetLine } from "../text/target-text.ts";
import { plural, verdictText } from "../text/verdict-text.ts";
import { visibleBlock, visibleLine } from "../text/visible.ts";
import type { AcceptedEntry } from "../view/accepted-entries.ts";
import { brokenTitle, warningsTitle } from "../view/broken-title.ts";
import type { FailureCard } from "../view/card.ts";
import { causeText, cellShareText, labels, whereText } from "../view/card-parts.ts";
import { type CardTone, cardLines } from "../view/card-text.ts";
import type { DriftLine } from "../view/description-view.ts";
import { driftTable } from "../view/drift-table.ts";
import { columnsOfSquare, type Mark, marks } from "../view/matrix.ts";
import type { ReportView } from "../view/report-view.ts";
import type { UnjudgedReason } from "../view/unjudged.ts";
import { matrixLines } from "./matrix-text.ts";

const mostCards = { red: 20, yellow: 5 };
const mostBlocked = 6;
const mostDriftRows = 12;
/** So many failures are named above the verdict with their cause, and so many by their names. */
const mostInShort = 8;
const mostNames = 20;
/** Wider cards and tables are not easier to read. */
const widest = 110;

export interface TerminalOptions {
  readonly view: ReportView;
  /** Columns. */
  readonly width: number;
  readonly color: boolean;
  /** Where the reports were written, as it is to be shown; null if they were not. */
  readonly reportFolder: string | null;
  /** URL of that folder for a terminal that shows links; null if it does not. */
  readonly reportUrl?: string | null;
}

interface Page extends TerminalOptions {
  readonly paint: ReturnType<typeof picocolors.createColors>;
}

/** A part of the page; an empty line stands between two of them. */
export interface PagePart {
  readonly text: string;
  /** Where a log can fold this part under its first line: a name for it, unique in the page. Else null. */
  readonly fold: string | null;
}

type Part = readonly [fold: string | null, lines: readonly string[]];

/** What is printed when a run has ended: matrix, failure cards, notes and the verdict. Pure. */
export function terminalPage(options: TerminalOptions): readonly PagePart[] {
  const width = Math.min(options.width, widest);
  const { view } = options;
  const page: Page = { ...options, width, paint: picocolors.createColors(options.color) };
  const parts: readonly Part[] = [
    // One line, however long, as the verdict.
    [null, [targetLine(view.report)]],
    [null, matrix(page)],
    ...cardParts(view.broken, brokenTitle(view.broken), "red", page),
    ...cardParts(view.warnings, warningsTitle(view.warnings), "yellow", page),
    ["known", knownFailures(page)],
    ...described(page),
    ...blockedParts(page),
    ["not-judged", unjudged(page)],
    ["waivers", accepted(page)],
    [null, waiversToDelete(page)],
    [null, problems(page)],
    [null, baseline(page)],
    [null, waiting(page)],
    [null, facts(page)],
    ["warnings", warned(page)],
    // The last part is what is on the screen when the run has ended.
    [null, inShort(page)],
    [null, countLines(view.report.counts)],
    [null, verdict(page)],
  ];
  return parts.flatMap(([fold, lines]) =>
    lines.length === 0 ? [] : [{ fold, text: lines.join("\n") }],
  );
}

/** The whole page as one text. */
export function terminalText(options: TerminalOptions): string {
  return `${terminalPage(options)
    .map(({ text }) => text)
    .join("\n\n")}\n`;
}

function matrix(page: Page): readonly string[] {
  const { view, width, paint } = page;
  if (!view.anyJudged) return [];
  return [
    ...matrixLines(view.matrix, width, ({ shape, color }) => paint[color](shape)),
    "",
    ...legend(page),
    ...wrap(`each square, from left to right: ${columnsOfSquare.join(", ")}`, width).map(paint.dim),
  ];
}

/** What the marks mean. Wrapped before it is painted, since colours have no width. */
function legend({ width, paint }: Page): readonly string[] {
  const gap = "   ";
  const items = marks.map(({ shape, meaning }) => `${shape} ${meaning}`.replaceAll(" ", "\u00a0"));
  const colors = new Map(marks.map(({ shape, color }) => [shape, color]));
  return wrap(items.join(gap), width).map((line) =>
    [...line.trim().replaceAll("\u00a0", " ")]
      .map((character) => {
        const color = colors.get(character);
        return color === undefined ? character : paint[color](character);
      })
      .join(""),
  );
}

function cardParts(
  cards: readonly FailureCard[],
  title: string,
  color: "red" | "yellow",
  page: Page,
): readonly Part[] {
  if (cards.length === 0) return [];
  const most = mostCards[color];
  return [
    [null, [page.paint.bold(title)]],
    ...cards.slice(0, most).map((card): Part => [card.requirement, paintedCard(card, color, page)]),
    [null, more(cards.length - most, "more cause", "report.html", page)],
  ];
}

/** What could not be judged without a response: one card for each cause, and a line if it has one already. */
function blockedParts(page: Page): readonly Part[] {
  const { view, width, paint } = page;
  const { checks, cards } = view.blocked;
  if (cards.length === 0) return [];
  const own = cards.filter(({ blocked }) => blocked?.because === null);
  const explained = cards.flatMap(({ blocked }) =>
    blocked?.because == null
      ? []
      : labelled("? ", `${plural(blocked.checks, "check")} blocked by ${blocked.because}`, width),
  );
  return [
    // A single card says so itself.
    cards.length === 1
      ? [null, []]
      : [null, [paint.bold(`${plural(checks, "check")} blocked by ${cards.length} causes`)]],
    [null, explained.map(paint.magenta)],
    ...own
      .slice(0, mostBlocked)
      .map((card, index): Part => [`blocked-${index + 1}`, paintedCard(card, "magenta", page)]),
    [null, more(own.length - mostBlocked, "more cause", "report.html", page)],
  ];
}

/** How many cards are not printed, and which report has them. */
function more(
  count: number,
  noun: string,
  file: string,
  { reportFolder, width }: Page,
): readonly string[] {
  if (count <= 0) return [];
  const readOn = reportFolder === null ? "" : `; all are in ${reportFolder}/${file}`;
  return wrap(`and ${plural(count, noun)}${readOn}`, width);
}

function paintedCard(
  card: FailureCard,
  color: Mark["color"],
  { width, paint }: Page,
): readonly string[] {
  const tones: Readonly<Record<CardTone, (text: string) => string>> = {
    title: paint.bold,
    expected: paint.green,
    actual: paint.red,
    marked: paint.red,
    plain: (text) => text,
  };
  const [title, ...lines] = cardLines(card, width);
  return [
    paint.bold(paint[color](title?.text ?? "")),
    ...lines.map(({ text, tone }) => (text === "" ? "" : tones[tone](text))),
  ];
}

/** Characters of what was expected, and of what was received, in two lines of 80 columns. */
const longestInShort = 96;

/** The beginning of a text below the line that it explains. */
function inThreeLines(text: string, width: number): readonly string[] {
  const lines = labelled("    ", text, width - 1);
  return lines
    .slice(0, 3)
    .map((line, index) => (index === 2 && lines.length > 3 ? `${line}…` : line));
}

/** Each cause with its endpoint and what was received, near the verdict. */
function inShort({ view, width, paint }: Page): readonly string[] {
  const { broken } = view;
  if (broken.length === 0) return [];
  const told = broken.length <= mostInShort ? broken.length : 0;
  const lines = broken.slice(0, mostNames).flatMap((card, index) => {
    const { requirement, level, cases, also } = card;
    const follows = also.length === 0 ? "" : `; also breaks ${also.length} more`;
    const name = `${requirement} (${level}, ${cellShareText(card)}${follows}) ${whereText(card)}`;
    const cause = index < told ? inThreeLines(causeText(cases[0], longestInShort), width) : [];
    return [...labelled("✘ ", name, width).map(paint.red), ...cause];
  });
  const rest = broken.length - mostNames;
  return [
    paint.bold(brokenTitle(broken)),
    ...lines,
    ...(rest > 0 ? [`  and ${plural(rest, "more cause")}`] : []),
  ];
}

/** Failures that the baseline has too, one line per requirement. */
function knownFailures({ view, width, paint }: Page): readonly string[] {
  const lines = view.known.map((card) => paint.yellow(clip(`✘ ${lineOf(card, "")}`, width)));
  const title = `${plural(lines.length, "requirement")} already broken in the baseline`;
  return withTitle(paint.bold(title), lines);
}

function warned({ view, width, paint }: Page): readonly string[] {
  const lines = view.warnings.flatMap((card) =>
    labelled("! ", lineOf(card, ` ${whereText(card)}`), width).map(paint.yellow),
  );
  return withTitle(paint.bold(warningsTitle(view.warnings)), lines);
}

/** A card in one line, with where it is broken. */
function lineOf(card: FailureCard, where: string): string {
  const { requirement, cases, also } = card;
  const follows = also.length === 0 ? "" : `; also breaks ${also.length} more`;
  return `${requirement} (${cellShareText(card)}${follows})${where}: ${causeText(cases[0])}`;
}

function withTitle(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function unjudged({ view, width, paint }: Page): readonly string[] {
  // Those that wait for input are named together with it.
  const isWaiting = ({ results }: UnjudgedReason) =>
    results.every((one) => view.waiting?.results.has(one));
  const shown = view.unjudged.filter((one) => !isWaiting(one));
  const lines = shown.flatMap(({ reason, results, requirements }) =>
    labelled(`  ${results.length} × `, `${visibleLine(reason)} (${requirements})`, width),
  );
  const checks = shown.reduce((sum, { results }) => sum + results.length, 0);
  const others = shown.length < view.unjudged.length ? ", besides those that wait for input" : "";
  return withTitle(paint.bold(`${plural(checks, "check")} not judged${others}`), lines);
}

/** What a reader must know about the baseline. */
function baseline({ view, width, paint }: Page): readonly string[] {
  if (view.baseline === null) return [];
  const { name, notes, lost, fixed } = view.baseline;
  return [
    ...labelled("", `baseline: ${visibleLine(name)}`, width).map(paint.dim),
    ...notes.flatMap((note) => labelled("! ", visibleLine(note), width).map(paint.yellow)),
    ...(lost === null ? [] : labelled("? ", lost, width).map(paint.magenta)),
    ...(fixed === null ? [] : labelled("✔ ", fixed, width)),
  ];
}

/** The input that checks wait for, and where descriptions were looked for and not found. */
function waiting({ view, width, paint }: Page): readonly string[] {
  if (view.waiting === null) return [];
  const { title, entries, lookups } = view.waiting;
  return [
    paint.bold(title),
    ...entries.flatMap(({ checks, wants, ways }) =>
      labelled(`  ${checks} for `, `${wants}: ${ways}`, width),
    ),
    ...lookups.flatMap((line) => labelled("  ", line, width).map(paint.dim)),
  ];
}

/** The OpenAPI description of each surface: one line where it agrees, and else where it drifts. */
function described({ view, width, paint }: Page): readonly Part[] {
  return view.descriptions.map((description) => {
    const { surface, source, openapi, problem, roles, drift, driftLeftOut, promises } = description;
    const title = `OpenAPI description of the ${surface} surface`;
    const version = openapi === null ? "" : ` (OpenAPI ${visibleLine(openapi)})`;
    const found = roles.length === 0 ? [] : [`${plural(roles.length, "parameter name")} found`];
    // Where the server alone is wrong, its failures say so.
    const own = drift.filter((line) => !isAgreed(line));
    const agreed = drift.length - own.length;
    const rest = Math.max(own.length - mostDriftRows, 0) + driftLeftOut;
    const said = [
      `${visibleLine(source)}${version}`,
      ...found,
      ...(drift.length + driftLeftOut === 0 && problem === null ? ["no drift"] : []),
    ];
    const lines = [
      ...labelled("  ", said.join(", "), width),
      ...(problem === null ? [] : labelled("  ", visibleLine(problem), width).map(paint.red)),
      ...(own.length === 0 ? [] : driftTable(own.slice(0, mostDriftRows), width)),
      ...(agreed === 0
        ? []
        : labelled(
            "  ",
            `${plural(agreed, "member")} where the description is right and the server differs`,
            width,
          )),
      ...(rest > 0 ? [`  and ${plural(rest, "more member")} in report.json`] : []),
      ...(promises === null ? [] : labelled("  ", promises.title, width).map(paint.dim)),
    ];
    return [`description-${surface}`, [paint.bold(title), ...lines]];
  });
}

/** Whether a description says what the specification says, and only the server differs. */
function isAgreed({ specification, description, tells }: DriftLine): boolean {
  return tells === "columns" && description !== null && description === specification;
}

function accepted({ view, width, paint }: Page): readonly string[] {
  const { waivers, exclusions } = view;
  const lines = [...waivers, ...exclusions].flatMap((entry) =>
    labelled("~ ", acceptedLine(entry), width),
  );
  const counted = [
    [waivers.length, "waiver"],
    [exclusions.length, "exclusion"],
  ] as const;
  const title = counted
    .flatMap(([count, noun]) => (count === 0 ? [] : [plural(count, noun)]))
    .join(", ");
  return withTitle(paint.bold(title), lines);
}

function acceptedLine({ kind, requirement, cells, checks, reason }: AcceptedEntry): string {
  return `${kind}: ${requirement}${cells} (${plural(checks, "check")}): ${visibleLine(reason)}`;
}

/** The stale ones, which make the run red, and the expired ones. */
function waiversToDelete({ view, width, paint }: Page): readonly string[] {
  return view.waiversToDelete.flatMap(({ name, message, detail, stale }) => {
    const said = `${name}: ${message}${detail === "" ? "" : `\n${detail}`}`;
    const lines = labelled(stale ? "✘ " : "! ", visibleBlock(said), width);
    return lines.map(stale ? paint.red : paint.yellow);
  });
}

function problems({ view, width, paint }: Page): readonly string[] {
  return view.problems.flatMap(({ message, cost }) =>
    labelled("✘ ", `${visibleLine(message)}${cost}`, width).map(paint.red),
  );
}

/** What a reader of the verdict may ask for. */
function facts({ view, width, paint }: Page): readonly string[] {
  const { report, samples, contract } = view;
  const { generated } = report;
  return [
    ...(samples === null ? [] : labelled("", `samples: ${samples}`, width)),
    ...(contract === null ? [] : labelled("", contract.line, width)),
    ...(generated === null
      ? []
      : [`${labels.seed.toLowerCase()}: --seed ${generated.seed} --runs ${generated.runs}`]),
  ].map(paint.dim);
}

function verdict({ view, width, paint, reportFolder, reportUrl }: Page): readonly string[] {
  const { report, partial } = view;
  const colors = { conformant: paint.green, "non-conformant": paint.red, incomplete: paint.yellow };
  const file = visibleLine(`${reportFolder}/report.html`);
  return [
    ...(partial === null ? [] : wrap(partial, width).map(paint.yellow)),
    ...wrap(verdictText(report), width).map((line) => paint.bold(colors[report.verdict](line))),
    ...(reportFolder === null
      ? []
      : [`report: ${reportUrl == null ? file : hyperlink(`${reportUrl}/report.html`, file)}`]),
  ];
}
