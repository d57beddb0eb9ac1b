import { loadRegister } from "../../contracts/load.ts";
import { terminalText } from "../../reporters/formats/terminal.ts";
import type { Report } from "../../reporters/model/report.ts";
import { labelled } from "../../reporters/text/columns.ts";
import { verdictText } from "../../reporters/text/verdict-text.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import { cardText } from "../../reporters/view/card-text.ts";
import { type ReportView, reportView } from "../../reporters/view/report-view.ts";
import { byReason } from "../../reporters/view/unjudged.ts";
import { waitingView } from "../../reporters/view/waiting.ts";

/** Default number of columns; logs are rarely narrower. */
const defaultWidth = 100;

export interface RenderOptions {
  /** Columns; 100 by default, at most 110 are used. */
  readonly width?: number;
  /** Whether to use escape sequences for colours; false by default. */
  readonly color?: boolean;
}

/** The page that the command line prints: matrix, failure cards, what was not judged, the verdict. */
export function renderText(report: Report, options: RenderOptions = {}): string {
  const { width = defaultWidth, color = false } = options;
  const view = reportView(report, loadRegister());
  return terminalText({ view, width, color, reportFolder: null });
}

/**
 * Why the verdict is what it is, as the message of an assertion: the verdict in a sentence, what
 * concerns the whole run, which `must` could not be judged and why, what to set so that they can, and a
 * card for each requirement that makes the run fail.
 */
export function failureText(report: Report, options: Pick<RenderOptions, "width"> = {}): string {
  const { width = defaultWidth } = options;
  const view = reportView(report, loadRegister());
  return [
    verdictLines(view, width).join("\n"),
    ...view.broken.map((card) => cardText(card, width)),
  ].join("\n\n");
}

/**
 * The verdict in a sentence, then what concerns the whole run: its problems, the waivers that must be
 * deleted, which `must` could not be judged and why, and what to set so that they can.
 */
export function verdictLines(view: ReportView, width: number): readonly string[] {
  const { report, problems, waiversToDelete } = view;
  const stale = waiversToDelete.filter((one) => one.stale);
  return [
    verdictText(report),
    ...problems.map(({ message, cost }) => visibleLine(message) + cost),
    ...stale.flatMap(({ name, message, detail }) =>
      labelled("  ", visibleLine(`${name} is ${message}; ${detail}`), width),
    ),
    ...missingLines(report, width),
    ...waitingLines(report, width),
  ];
}

const unjudged: ReadonlySet<string> = new Set(["skip", "blocked", "error"]);

/** One entry per reason, so that a missing parameter name is reported once. */
function missingLines(report: Report, width: number): readonly string[] {
  const missing = report.results.filter(
    ({ level, status }) => level === "must" && unjudged.has(status),
  );
  return byReason(report, missing).flatMap(({ reason, results }) =>
    labelled(`  ${results.length} × `, visibleLine(reason), width),
  );
}

/** The input that checks need, under the names of the options. */
function waitingLines(report: Report, width: number): readonly string[] {
  const waiting = waitingView(report, optionOf);
  if (waiting === null) return [];
  return [
    waiting.title,
    ...waiting.entries.flatMap(({ checks, wants, ways }) =>
      labelled(`  ${checks} for `, `${wants}: ${ways}`, width),
    ),
    ...waiting.lookups.flatMap((line) => labelled("  ", line, width)),
  ];
}

/** The option of `certify` for a flag or variable of the command line; null if there is none. */
function optionOf(way: string): string | null {
  const [, described] = /^--openapi-(\w+)/.exec(way) ?? [];
  if (described !== undefined) return `surfaces.${described}.openapi`;
  const [, product, kind] = /^(AGGREGATOR|NEWS)_(API|REVOKED)_KEY$/.exec(way) ?? [];
  if (product === undefined) return way.startsWith("--") ? null : way;
  return `keys.${product.toLowerCase()}${kind === "REVOKED" ? "Revoked" : ""}`;
}
