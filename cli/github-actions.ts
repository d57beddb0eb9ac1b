import { appendFileSync, readFileSync } from "node:fs";
import { type Annotation, annotationsOf } from "../reporters/formats/annotations.ts";
import { reportMarkdown, summaryLimit } from "../reporters/formats/markdown.ts";
import type { ReportView } from "../reporters/model/report-view.ts";
import { withoutCommands } from "../reporters/text/log-text.ts";
import type { Output } from "./output.ts";

/**
 * Shows a run in GitHub Actions: annotations for broken requirements, and the report in the step summary.
 * If the summary can't be written there is a warning, since the verdict does not depend on it.
 * @param summaryFile `$GITHUB_STEP_SUMMARY`
 */
export function showInGitHubActions(
  view: ReportView,
  summaryFile: string | undefined,
  output: Output,
): void {
  const annotations = [...annotationsOf(view)];
  if (summaryFile !== undefined && summaryFile !== "") {
    const trouble = appendSummary(view, summaryFile);
    if (trouble !== null) {
      annotations.push({ level: "warning", title: "the step summary is missing", text: trouble });
    }
  }
  for (const annotation of annotations) output.command(workflowCommand(annotation));
}

/** @returns the problem; null if there was none */
function appendSummary(view: ReportView, file: string): string | null {
  try {
    const before = readIfThere(file);
    const gap = before.length === 0 || before.at(-1) === 0x0a ? "" : "\n";
    const text = reportMarkdown(view, summaryLimit - before.length - gap.length - 1);
    if (text === null) return "earlier steps have used up the space of the summary; see report.md";
    appendFileSync(file, `${gap}${before.length === 0 ? "" : "\n"}${text}`);
    return null;
  } catch (error) {
    return `it can't be written: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return Buffer.alloc(0);
    throw error;
  }
}

/**
 * The line for an annotation, escaped for the runner, and without the older command syntax, which some
 * runners detect in the middle of a line.
 */
export function workflowCommand({ level, title, text }: Annotation): string {
  const property = escapeProperty(withoutCommands(title));
  return `::${level} title=${property}::${escapeData(withoutCommands(text))}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
