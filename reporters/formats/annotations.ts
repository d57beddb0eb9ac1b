import { cellLines } from "../model/cell-text.ts";
import { idsText } from "../text/ids-text.ts";
import { shortLine } from "../text/short-line.ts";
import { verdictText } from "../text/verdict-text.ts";
import type { FailureCard } from "../view/card.ts";
import { casesText, causeText, cellShareText, labels } from "../view/card-parts.ts";
import type { ReportView } from "../view/report-view.ts";

/** A remark that a pipeline shows with a run. All text is safe to print; it may have several lines. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly text: string;
}

/** The number of each level that GitHub Actions shows for a step; the rest is silently dropped. */
export const mostAnnotations = 10;

/**
 * The verdict, which names the target, as a notice; then one annotation for each cause, however many requirements and
 * cells it breaks, the most severe first; before them, what concerns the whole run. If there are too many of a level,
 * the last one counts and names the rest.
 */
export function annotationsOf(view: ReportView): readonly Annotation[] {
  const { report } = view;
  const problems = view.problems.map(({ message, cost }) =>
    error(report.verdict, `${shortLine(message)}${cost}`),
  );
  const stale = view.waiversToDelete
    .filter((one) => one.stale)
    .map(({ name, message }) => error(name, shortLine(message)));
  const verdict: Annotation = {
    level: "notice",
    title: report.suite.name,
    text: verdictText(report),
  };
  return [
    verdict,
    ...atMost([...problems, ...stale, ...view.broken.map((card) => ofCard("error", card))]),
    ...atMost(view.warnings.map((card) => ofCard("warning", card))),
  ];
}

function ofCard(level: Annotation["level"], card: FailureCard): Annotation {
  const title = `${card.requirement} (${card.level}, ${cellShareText(card)})`;
  const lines = [
    causeText(card.cases[0]),
    casesText(card) ?? "",
    ...cellLines(card.cells),
    card.doubt ?? "",
    card.rerun,
    card.statement,
    card.also.length === 0
      ? ""
      : `${labels.also}: ${idsText(card.also.map(({ requirement }) => requirement))}`,
  ];
  return { level, title: shortLine(title), text: lines.filter((line) => line !== "").join("\n") };
}

function error(title: string, text: string): Annotation {
  return { level: "error", title: shortLine(title), text };
}

function atMost(all: readonly Annotation[]): readonly Annotation[] {
  if (all.length <= mostAnnotations) return all;
  const shown = all.slice(0, mostAnnotations - 1);
  const rest = all.slice(shown.length);
  const level = rest[0]?.level ?? "error";
  const title = `and ${rest.length} more that this page cannot show`;
  return [...shown, { level, title, text: rest.map((one) => one.title).join("\n") }];
}
