import picocolors from "picocolors";
import type { Register } from "../contracts/register.ts";
import { cardsOf, type FailureCard } from "./card.ts";
import { cardText } from "./card-text.ts";
import { group } from "./group.ts";
import { columnsOfSquare, marks, matrixLines } from "./matrix.ts";
import type { Report, ReportResult } from "./report.ts";
import { clip, labelled, wrap } from "./text.ts";
import { plural, verdictText } from "./verdict-text.ts";
import { visibleBlock, visibleLine } from "./visible.ts";
import { patternText, waiverCases } from "./waiver-text.ts";

const mostCards = 20;
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

/** What is printed when a run has ended: matrix, failure cards, and what else is to be known. Pure. */
export function terminalText(options: TerminalOptions): string {
  const width = Math.min(options.width, widest);
  const page: Page = { ...options, width, paint: picocolors.createColors(options.color) };
  const parts = [
    matrix(page),
    failures(page),
    knownFailures(page),
    warnings(page),
    notJudged(page),
    waivers(page),
    problems(page),
    baselineNotes(page),
    verdict(page),
  ];
  const shown = parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${shown.join("\n\n")}\n`;
}

function anyJudged({ results }: Report): boolean {
  return results.some(({ status }) => ["pass", "fail", "warn", "waived"].includes(status));
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

function failures(page: Page): readonly string[] {
  const { report, register, width, paint } = page;
  const red = report.results.filter((result) => result.red && !result.known);
  const cards = cardsOf(red, report.exchanges, register);
  const mustFirst = [
    ...cards.filter(({ level }) => level === "must"),
    ...cards.filter(({ level }) => level === "should"),
  ];
  if (cards.length === 0) return [];
  const rest = mustFirst.slice(mostCards);
  const readOn = page.reportFolder === null ? "" : `; all are in ${page.reportFolder}/report.json`;
  return [
    paint.bold(`${plural(cards.length, "requirement")} broken`),
    "",
    mustFirst
      .slice(0, mostCards)
      .map((card) => paintedCard(card, page))
      .join("\n\n"),
    ...(rest.length === 0
      ? []
      : ["", ...wrap(`and ${plural(rest.length, "more broken requirement")}${readOn}:`, width)]),
    ...rest.map(({ requirement, cells }) => `  ${requirement} (${plural(cells.length, "cell")})`),
  ];
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

function warnings({ report, width, paint }: Page): readonly string[] {
  const warned = report.results.filter(({ status, red }) => status === "warn" && !red);
  const lines = [...group(warned, ({ requirement }) => requirement)].map(([id, same]) => {
    const line = `! ${id} (${plural(same.length, "cell")}): ${visibleLine(same[0]?.message ?? "")}`;
    return paint.yellow(clip(line, width));
  });
  return lines.length === 0
    ? []
    : [paint.bold(`${plural(lines.length, "should requirement")} broken`), ...lines];
}

/** What was skipped, blocked or an error of ours, one entry per reason. */
function notJudged({ report, width, paint }: Page): readonly string[] {
  const missing = report.results.filter(
    ({ status, message }) =>
      (status === "skip" || status === "blocked" || status === "error") &&
      !report.problems.includes(message),
  );
  // Where nothing was judged the problem says why; a page of reasons would hide it.
  if (report.problems.length > 0 && !anyJudged(report)) return [];
  const lines = [...group(missing, ({ status, message }) => `${status}: ${message}`)].flatMap(
    ([reason, same]) => {
      const label = `  ${same.length} × `;
      return labelled(label, `${visibleLine(reason)} (${requirementsOf(same)})`, width);
    },
  );
  return lines.length === 0
    ? []
    : [paint.bold(`${plural(missing.length, "check")} not judged`), ...lines];
}

function requirementsOf(results: readonly ReportResult[]): string {
  const ids = [...new Set(results.map(({ requirement }) => requirement))];
  const more = ids.length > 3 ? ` and ${ids.length - 3} more` : "";
  return `${ids.slice(0, 3).join(", ")}${more}`;
}

function waivers({ report, width, paint }: Page): readonly string[] {
  const settled = new Set(
    [...report.staleWaivers, ...report.expiredWaivers].map(({ index }) => index),
  );
  const active = report.waivers.filter((_, index) => !settled.has(index));
  const text = (reason: string) => visibleLine(reason);
  return [
    ...active.flatMap((waiver) => {
      const where = `${waiver.requirement}${patternText(waiver)}`;
      return labelled(
        "~ ",
        `waived until ${waiver.until}: ${where}: ${text(waiver.reason)}`,
        width,
      );
    }),
    ...report.exclusions.flatMap((exclusion) => {
      const where = `${exclusion.requirement}${patternText(exclusion)}`;
      return labelled("~ ", `excluded: ${where}: ${text(exclusion.reason)}`, width);
    }),
    ...waiverCases(report).flatMap(({ name, message, detail, stale }) => {
      const said = `${name}: ${message}${detail === "" ? "" : `\n${detail}`}`;
      const lines = labelled(stale ? "✘ " : "! ", visibleBlock(said), width);
      return lines.map(stale ? paint.red : paint.yellow);
    }),
  ];
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
  const partial = report.partial
    ? wrap("A partial run: it speaks of the selected checks only and certifies nothing.", width)
    : [];
  return [
    ...partial.map(paint.yellow),
    ...where,
    // One line, however long: it is what scripts look for and people quote.
    paint.bold(colors[report.verdict](verdictText(report))),
  ];
}
