import type { Register } from "../../contracts/register.ts";
import type { Report } from "../model/report.ts";
import { brokenCards, warnings } from "../model/summary.ts";
import { cellLines } from "../text/cell-text.ts";
import { shortLine } from "../text/short-line.ts";
import { plural, verdictText } from "../text/verdict-text.ts";
import { waiverCases } from "../text/waiver-text.ts";

/** A remark that a pipeline shows beside a run. All text is safe to print; it may have several lines. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly text: string;
}

/** So many of each level are shown for a step of GitHub Actions; the rest is silently dropped. */
export const mostAnnotations = 10;

/**
 * The verdict, which names the target, as a notice; then one annotation for each broken requirement,
 * however many cells it is broken in, the most severe first; before them what is to be said of the whole
 * run. Where there are too many of a level the last one
 * counts and names the rest.
 */
export function annotationsOf(report: Report, register: Register): readonly Annotation[] {
  const problems = report.problems.map((problem) => error(report.verdict, shortLine(problem)));
  const stale = waiverCases(report)
    .filter((one) => one.stale)
    .map(({ name, message }) => error(name, shortLine(message)));
  const broken = brokenCards(report, register).map((card) => {
    const [finding] = card.findings;
    const cause =
      finding === undefined
        ? card.message
        : `${finding.path}: expected ${finding.expected}, got ${finding.actual}`;
    const title = `${card.requirement} (${card.level}, ${plural(card.cells.length, "cell")})`;
    const lines = [card.doubt ?? "", card.statement, cause, ...cellLines(card.cells), card.rerun];
    return error(title, lines.filter((line) => line !== "").join("\n"));
  });
  const warned = warnings(report).map(([id, same]): Annotation => {
    const title = `${id} (should, ${plural(same.length, "cell")})`;
    const statement = register.get(id)?.statement ?? "";
    const lines = [statement, shortLine(same[0]?.message ?? ""), ...cellLines(same)];
    return { level: "warning", title, text: lines.filter((line) => line !== "").join("\n") };
  });
  const verdict: Annotation = {
    level: "notice",
    title: report.suite.name,
    text: verdictText(report),
  };
  return [verdict, ...atMost([...problems, ...stale, ...broken]), ...atMost(warned)];
}

function error(title: string, text: string): Annotation {
  return { level: "error", title: shortLine(title), text };
}

function atMost(all: readonly Annotation[]): readonly Annotation[] {
  if (all.length <= mostAnnotations) return all;
  const shown = all.slice(0, mostAnnotations - 1);
  const rest = all.slice(shown.length);
  const level = rest[0]?.level ?? "error";
  const title = `and ${rest.length} more, which this page has no place for`;
  return [...shown, { level, title, text: rest.map((one) => one.title).join("\n") }];
}
