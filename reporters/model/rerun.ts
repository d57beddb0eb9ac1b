import { shellQuote } from "../../contracts/shell-quote.ts";
import { visibleLine } from "../text/visible.ts";
import type { Report, ReportResult } from "./report.ts";

/** What a card takes from the report that it stands in. */
export type CardSource = Pick<Report, "exchanges" | "targetFlags" | "traffic">;

/** The command that judges one requirement again, of the same target, as a line for a POSIX shell. */
export function rerunLine(result: ReportResult, { targetFlags, traffic }: CardSource): string {
  const only = ["--only", result.requirement];
  const words =
    traffic === null
      ? ["run", ...only, ...generatedFlags(result), ...targetFlags]
      : // The files come first, since they would be taken for further patterns behind `--only`.
        ["check-har", ...traffic.files, ...only, ...targetFlags];
  return visibleLine(["npx", "news-conformance", ...words.map(wordOf)].join(" "));
}

/** What makes the same requests come again; nothing where they are the same in every run. */
function generatedFlags({ generated }: ReportResult): readonly string[] {
  if (generated === undefined) return [];
  return ["--seed", String(generated.seed), "--runs", String(generated.runs)];
}

function wordOf(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : shellQuote(text);
}
