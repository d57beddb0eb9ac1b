import type { Status } from "../../contracts/vocabulary.ts";
import { cellLines } from "../model/cell-text.ts";
import type { ChangedChecks, ComparedRun, Comparison } from "../model/comparison.ts";
import type { EndpointTime } from "../model/times.ts";
import { targetText } from "../text/target-text.ts";
import { plural } from "../text/verdict-text.ts";
import { visibleLine } from "../text/visible.ts";
import { checksOf } from "../view/comparison-judgement.ts";

/** One kind of change as the texts show it, whatever their form. */
export interface ComparisonSection {
  /** `3 checks of 2 requirements broken`. */
  readonly title: string;
  readonly groups: readonly ChangedChecks[];
}

/** Lines of cells that are shown of one group; the rest are counted. */
const mostCellLines = 6;

/** The kinds in the order of their weight, without those that are empty. */
export function comparisonSections(comparison: Comparison): readonly ComparisonSection[] {
  const kinds = [
    ["broken", comparison.broken],
    ["no longer run", comparison.noLongerRun],
    ["new", comparison.new],
    ["fixed", comparison.fixed],
  ] as const;
  return kinds.flatMap(([kind, groups]) => {
    if (groups.length === 0) return [];
    const requirements = new Set(groups.map(({ requirement }) => requirement)).size;
    const of = `${plural(checksOf(groups), "check")} of ${plural(requirements, "requirement")}`;
    return [{ title: `${of} ${kind}`, groups }];
  });
}

/** `conformant: news https://n.example; 2026-10-01T12:00:00.000Z, news-conformance 0.1.0`. */
export function runText({ verdict, target, startedAt, suite }: ComparedRun): string {
  const made = `${startedAt}, ${suite.name} ${suite.version}`;
  return `${verdict}: ${targetText(target)}; ${visibleLine(made)}`;
}

/** `pass → fail`; a check that a report does not have is `absent`. */
export function stepText({ before, after }: ChangedChecks): string {
  const word = (status: Status | null) => status ?? "absent";
  return `${word(before)} → ${word(after)}`;
}

/** The cells in few lines, safe to print. */
export function cellsText(cells: ChangedChecks["cells"]): readonly string[] {
  const lines = cellLines(cells).map(visibleLine);
  const rest = lines.length - mostCellLines;
  return rest <= 1 ? lines : [...lines.slice(0, mostCellLines), `and ${rest} more lines`];
}

/** `aggregator GET /search: 12 ms before, 80 ms now (6.7 times), 64 requests`. */
export function timeText({ surface, endpoint, requests, beforeMs, afterMs }: EndpointTime): string {
  const ratio = beforeMs === 0 ? "" : ` (${(afterMs / beforeMs).toFixed(1)} times)`;
  return visibleLine(
    `${surface} GET ${endpoint}: median ${beforeMs} ms before, ${afterMs} ms now${ratio}, ${plural(requests, "request")}`,
  );
}
