import { shellWord } from "../../contracts/shell-word.ts";
import type { Report, ReportResult } from "../model/report.ts";
import { visibleLine } from "../text/visible.ts";

/** What a card needs from its report. */
export type CardSource = Pick<Report, "exchanges" | "targetFlags" | "traffic">;

/** The command that runs one requirement again on the same target, as a line for a POSIX shell. */
export function rerunLine(result: ReportResult, { targetFlags, traffic }: CardSource): string {
  const only = ["--only", result.requirement];
  const words =
    traffic === null
      ? ["run", ...only, ...generatedFlags(result), ...targetFlags]
      : // The files come first, since they would be taken for further patterns after `--only`.
        ["check-har", ...traffic.files, ...only, ...targetFlags];
  return visibleLine(["npx", "news-conformance", ...words.map(shellWord)].join(" "));
}

/** The flags that generate the same requests again; empty if the requests are the same in every run. */
function generatedFlags({ generated }: ReportResult): readonly string[] {
  if (generated === undefined) return [];
  return ["--seed", String(generated.seed), "--runs", String(generated.runs)];
}
