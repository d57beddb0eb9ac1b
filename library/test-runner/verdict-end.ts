import { loadRegister } from "../../contracts/load.ts";
import type { Report } from "../../reporters/model/report.ts";
import { labelled } from "../../reporters/text/columns.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { verdictLines } from "../certification/text.ts";
import { cardWidth, errorWithoutStack } from "./test-end.ts";

/** The verdict as a test: the last line of the command, and whether it exits with 0. */
export interface VerdictEnd {
  /** The verdict in a sentence, with a note if a partial run certifies nothing. */
  readonly sentence: string;
  /** Further notes, such as where a description was found. */
  readonly notes: readonly string[];
  /** null if the command exits with 0. */
  readonly error: Error | null;
}

export function verdictEnd(report: Report, notes: readonly string[]): VerdictEnd {
  const view = reportView(report, loadRegister());
  const [first = "", ...more] = verdictLines(view, cardWidth);
  const sentence = report.partial
    ? `${first}; it covers ${plural(report.results.length, "check")} and certifies nothing`
    : first;
  if (report.exitCode === 0) return { sentence, notes, error: null };
  const broken = view.broken.flatMap(({ requirement, level, cells }) =>
    labelled(`  ${cells.length} × `, `${level} broken: ${requirement}`, cardWidth),
  );
  // The verdict already mentions unsuccessful searches for descriptions.
  const told = view.waiting?.lookups ?? [];
  const further = notes.filter((note) => !told.includes(note));
  const message = [sentence, ...broken, ...more, ...further].join("\n");
  return { sentence, notes, error: errorWithoutStack("Verdict", message) };
}
