import picocolors from "picocolors";
import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import { blockedCards } from "../model/blocked-cards.ts";
import type { FailureCard } from "../model/card.ts";
import { isPromise, promisesText, roleText } from "../model/description-summary.ts";
import { columnsOfSquare, marks, matrixLines } from "../model/matrix.ts";
import type { Report } from "../model/report.ts";
import {
  activeWaivers,
  anyJudged,
  brokenCards,
  notJudged,
  requirementsOf,
  warnings,
} from "../model/summary.ts";
import { remediesIn, waitingFor } from "../model/waiting.ts";
import { cardText } from "../text/card-text.ts";
import { clip, labelled, wrap } from "../text/columns.ts";
import { driftTable } from "../text/drift-table.ts";
import { missedLookups } from "../text/lookup-text.ts";
import { samplesText } from "../text/samples-text.ts";
import { targetLine } from "../text/target-text.ts";
import { plural, verdictText } from "../text/verdict-text.ts";
import { visibleBlock, visibleLine } from "../text/visible.ts";
import { patternText, waiverCases } from "../text/waiver-text.ts";

const mostCards = 20;
const mostBlocked = 6;
const mostDriftRows = 12;
/** From so many cards on, the page ends with a list of them. */
const fewCards = 4;
/** Cards and tables get no easier to read when they are wider. */
const widest = 110;

export interface TerminalOptions {
  readonly report: Report;
  readonly register: Register;
  /** Columns. */
  readonly width: number;
  readonly color: boolean;
  /** Where the reports were written, as it is to be shown; null where they were not. */
  readonly reportFolder: string | null;
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

/** What is printed when a run has ended: matrix, failure cards, and what else is to be known. Pure. */
export function terminalPage(options: TerminalOptions): readonly PagePart[] {
  const width = Math.min(options.width, widest);
  const { report } = options;
  const page: Page = { ...options, width, paint: picocolors.createColors(options.color) };
  const parts: readonly (readonly [fold: string | null, lines: readonly string[]])[] = [
    // One line, however long, as the verdict.
    [null, [targetLine(report)]],
    [null, matrix(page)],
    ...failures(page),
    ["known", knownFailures(page)],
    ["warnings", warned(page)],
    ...described(page),
    ...blockedParts(page),
    ["not-judged", missing(page)],
    ["waivers", waivers(page)],
    [null, waiversToDelete(page)],
    [null, inShort(page)],
    [null, problems(page)],
    [null, baselineNotes(page)],
    [null, waiting(page)],
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

/** Left out where nothing was judged: it would be a page of question marks. */
function matrix(page: Page): readonly string[] {
  const { report, width, paint } = page;
  if (!anyJudged(report)) return [];
  const order = columnsOfSquare.map((auth) => auth ?? "no style in particular").join(", ");
  return [
    ...matrixLines(report, width, ({ shape, color }) => paint[color](shape)),
    "",
    ...legend(page),
    ...wrap(`each square: ${order}`, width).map(paint.dim),
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

function failures(page: Page): readonly (readonly [string | null, readonly string[]])[] {
  const { report, register, width, paint } = page;
  const cards = brokenCards(report, register);
  if (cards.length === 0) return [];
  const rest = cards.slice(mostCards);
  const readOn = page.reportFolder === null ? "" : `; all are in ${page.reportFolder}/report.json`;
  return [
    [null, [paint.bold(`${plural(cards.length, "requirement")} broken`)]],
    ...cards
      .slice(0, mostCards)
      .map((card) => [card.requirement, [paintedCard(card, page)]] as const),
    rest.length === 0
      ? [null, []]
      : [null, wrap(`and ${plural(rest.length, "more broken requirement")}${readOn}`, width)],
  ];
}

/** What could not be judged for want of an answer: the same cards, one for each cause. */
function blockedParts(page: Page): readonly (readonly [string | null, readonly string[]])[] {
  const { report, register, width, paint } = page;
  const cards = blockedCards(report, register);
  if (cards.length === 0) return [];
  const checks = cards.reduce((sum, { blocked }) => sum + (blocked?.checks ?? 0), 0);
  const rest = cards.slice(mostBlocked);
  const readOn = page.reportFolder === null ? "" : `; all are in ${page.reportFolder}/report.html`;
  return [
    // A single card says so itself.
    cards.length === 1
      ? [null, []]
      : [null, [paint.bold(`${plural(checks, "check")} blocked, for ${cards.length} causes`)]],
    ...cards.slice(0, mostBlocked).map((card, index) => {
      const [title = "", ...body] = cardText(card, width).split("\n");
      const text = [paint.bold(paint.magenta(title)), ...body].join("\n");
      return [`blocked-${index + 1}`, [text]] as const;
    }),
    rest.length === 0
      ? [null, []]
      : [null, wrap(`and ${plural(rest.length, "more cause")}${readOn}`, width)],
  ];
}

/** Where cards fill more than a screen: every broken requirement in a line, near the verdict. */
function inShort({ report, register, width, paint }: Page): readonly string[] {
  const cards = brokenCards(report, register);
  if (cards.length < fewCards) return [];
  const lines = cards.flatMap(({ requirement, level, cells }) =>
    labelled("  ", `${requirement} (${level}, ${plural(cells.length, "cell")})`, width),
  );
  return [paint.bold("broken, in short"), ...lines.map(paint.red)];
}

function paintedCard(card: FailureCard, { width, paint }: Page): string {
  const [title = "", ...body] = cardText(card, width).split("\n");
  return [paint.bold(paint.red(title)), ...body].join("\n");
}

/** What the baseline has failing already, one line per requirement: its cards were read before. */
function knownFailures({ report, width, paint }: Page): readonly string[] {
  const known = report.results.filter((result) => result.known);
  const lines = [...group(known, ({ requirement }) => requirement)].map(([id, same]) => {
    const line = `✘ ${id} (${plural(same.length, "cell")}): ${visibleLine(same[0]?.message ?? "")}`;
    return paint.yellow(clip(line, width));
  });
  return lines.length === 0
    ? []
    : [paint.bold(`${plural(lines.length, "requirement")} broken as in the baseline`), ...lines];
}

/** What is to be known of the baseline before it is trusted. */
function baselineNotes({ report, width, paint }: Page): readonly string[] {
  if (report.baseline === null) return [];
  const { file, startedAt, notes, lost, fixed } = report.baseline;
  const checks = lost.reduce((sum, one) => sum + one.checks, 0);
  const ids = lost.map(({ requirement }) => requirement);
  const rest = ids.length > 3 ? ` and ${plural(ids.length - 3, "more requirement")}` : "";
  return [
    ...labelled("", `baseline: ${visibleLine(file)} of ${startedAt}`, width).map(paint.dim),
    ...notes.flatMap((note) => labelled("! ", visibleLine(note), width).map(paint.yellow)),
    ...(checks === 0
      ? []
      : labelled(
          "? ",
          `${plural(checks, "must check")} of the baseline not judged now: ${ids.slice(0, 3).join(", ")}${rest}`,
          width,
        ).map(paint.magenta)),
    ...(fixed === 0
      ? []
      : labelled("✔ ", "Something is fixed: this report makes the better baseline.", width)),
  ];
}

function warned({ report, width, paint }: Page): readonly string[] {
  const broken = warnings(report);
  const lines = broken.flatMap(([id, same]) => {
    const text = `${id} (${plural(same.length, "cell")}): ${visibleLine(same[0]?.message ?? "")}`;
    return labelled("! ", text, width).map(paint.yellow);
  });
  return lines.length === 0
    ? []
    : [paint.bold(`${plural(broken.length, "should requirement")} broken`), ...lines];
}

function missing({ report, width, paint }: Page): readonly string[] {
  const reasons = notJudged(report);
  const lines = reasons.flatMap(([reason, same]) =>
    labelled(`  ${same.length} × `, `${visibleLine(reason)} (${requirementsOf(same)})`, width),
  );
  const checks = reasons.reduce((sum, [, same]) => sum + same.length, 0);
  return lines.length === 0 ? [] : [paint.bold(`${plural(checks, "check")} not judged`), ...lines];
}

/** What checks wait for that only the user can give, and where descriptions were looked for in vain. */
function waiting({ report, width, paint }: Page): readonly string[] {
  const remedies = remediesIn(report);
  if (remedies.length === 0) return [];
  return [
    paint.bold(`${plural(remedies.length, "check")} ${remedies.length === 1 ? "waits" : "wait"}`),
    ...waitingFor(remedies).flatMap(({ checks, wants, ways }) =>
      labelled(`  ${checks} for `, `${wants}: ${ways}`, width),
    ),
    ...missedLookups(report).flatMap((line) => labelled("  ", line, width).map(paint.dim)),
  ];
}

/** What each surface says of itself: the names that were found in it, and where it drifts. */
function described({
  report,
  width,
  paint,
}: Page): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(report.descriptions).map(([surface, description]) => {
    const { source, openapi, problem, roles, drift, driftLeftOut } = description;
    const title = `what the ${surface} surface says of itself`;
    const version = openapi === null ? "" : ` (OpenAPI ${visibleLine(openapi)})`;
    const telling = drift.filter((row) => !isPromise(row));
    const promises = promisesText(drift);
    const rest = telling.length - mostDriftRows + driftLeftOut;
    const lines = [
      ...labelled("  ", visibleLine(source) + version, width),
      ...(problem === null ? [] : labelled("  ", visibleLine(problem), width).map(paint.red)),
      ...roles.flatMap((role) => labelled("  found: ", visibleLine(roleText(role)), width)),
      ...(telling.length === 0 ? [] : driftTable(telling.slice(0, mostDriftRows), width)),
      ...(rest > 0 ? [`  and ${plural(rest, "more member")} in report.json`] : []),
      ...(promises === null ? [] : labelled("  ", promises, width).map(paint.dim)),
    ];
    return [`description-${surface}`, [paint.bold(title), ...lines]];
  });
}

function waivers({ report, width, paint }: Page): readonly string[] {
  const active = activeWaivers(report);
  const lines = [
    ...active.map((waiver) => {
      const where = `${waiver.requirement}${patternText(waiver)}`;
      return `waived until ${waiver.until}: ${where}: ${visibleLine(waiver.reason)}`;
    }),
    ...report.exclusions.map((exclusion) => {
      const where = `${exclusion.requirement}${patternText(exclusion)}`;
      return `excluded: ${where}: ${visibleLine(exclusion.reason)}`;
    }),
  ].flatMap((line) => labelled("~ ", line, width));
  const counted = [
    [active.length, "waiver"],
    [report.exclusions.length, "exclusion"],
  ] as const;
  const title = counted
    .flatMap(([count, noun]) => (count === 0 ? [] : [plural(count, noun)]))
    .join(", ");
  return lines.length === 0 ? [] : [paint.bold(title), ...lines];
}

/** The stale ones, which make the run red, and the expired ones. */
function waiversToDelete({ report, width, paint }: Page): readonly string[] {
  return waiverCases(report).flatMap(({ name, message, detail, stale }) => {
    const said = `${name}: ${message}${detail === "" ? "" : `\n${detail}`}`;
    const lines = labelled(stale ? "✘ " : "! ", visibleBlock(said), width);
    return lines.map(stale ? paint.red : paint.yellow);
  });
}

function problems({ report, width, paint }: Page): readonly string[] {
  return report.problems.flatMap((problem) => {
    const stopped = report.results.filter(({ message }) => message === problem).length;
    const cost = stopped === 0 ? "" : ` (${plural(stopped, "check")} not judged)`;
    return labelled("✘ ", `${visibleLine(problem)}${cost}`, width).map(paint.red);
  });
}

function verdict({ report, width, paint, reportFolder }: Page): readonly string[] {
  const colors = { conformant: paint.green, "non-conformant": paint.red, incomplete: paint.yellow };
  const where = reportFolder === null ? [] : [paint.dim(`reports: ${reportFolder}`)];
  const partial = report.partial ? wrap(partialText(report), width) : [];
  const seed =
    report.generated === null
      ? []
      : [paint.dim(`robustness: --seed ${report.generated.seed} --runs ${report.generated.runs}`)];
  const samples = samplesText(report.samples);
  return [
    ...partial.map(paint.yellow),
    ...(samples === null ? [] : labelled("", samples, width).map(paint.dim)),
    ...seed,
    ...where,
    // One line, however long: it is what scripts look for and people quote.
    paint.bold(colors[report.verdict](verdictText(report))),
  ];
}

/** Why the verdict certifies nothing. */
function partialText({ traffic }: Report): string {
  if (traffic === null) {
    return "A partial run: it speaks of the selected checks only and certifies nothing.";
  }
  const reasons = Object.entries(traffic.ignored).map(([reason, count]) => `${count} × ${reason}`);
  const rest = reasons.length === 0 ? "" : ` Not judged: ${reasons.join("; ")}.`;
  return (
    `Recorded traffic: ${traffic.judged} of ${traffic.entries} entries judged, each by itself. ` +
    `It speaks of what was seen only and certifies nothing.${rest}`
  );
}
