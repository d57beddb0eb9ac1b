import { appendFileSync, closeSync, constants, openSync } from "node:fs";
import { FileTooLarge, readRegularFile } from "../../harness/regular-file.ts";
import { statIfThere } from "../../reporters/files/stat-if-there.ts";
import { type Annotation, annotationsOf } from "../../reporters/formats/annotations.ts";
import { reportMarkdown, summaryLimit } from "../../reporters/formats/markdown.ts";
import { withoutCommands } from "../../reporters/text/log-text.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import type { ReportView } from "../../reporters/view/report-view.ts";
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

const usedUp = "earlier steps have used up the space for the summary; see report.md";
/** Opening a pipe that nobody reads fails with O_NONBLOCK; without it, the process would wait forever. */
const toAppend =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** @returns the problem; null if there was none */
function appendSummary(view: ReportView, file: string): string | null {
  try {
    // Only a regular file is read: reading a terminal or a pipe, such as `/dev/stdout`, would wait for input.
    const isFile = statIfThere(file)?.isFile() === true;
    const before = isFile ? readRegularFile(file, summaryLimit) : Buffer.alloc(0);
    const gap = before.length === 0 || before.at(-1) === 0x0a ? "" : "\n";
    const text = reportMarkdown(view, summaryLimit - before.length - gap.length - 1);
    if (text === null) return usedUp;
    append(file, `${gap}${before.length === 0 ? "" : "\n"}${text}`);
    return null;
  } catch (error) {
    if (error instanceof FileTooLarge) return usedUp;
    return visibleLine(
      `it can't be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function append(file: string, text: string): void {
  const opened = openSync(file, toAppend, 0o666);
  try {
    appendFileSync(opened, text);
  } finally {
    closeSync(opened);
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
