import { basename, join, resolve } from "node:path";
import { loadRegister } from "../../contracts/load.ts";
import { createGarbageLimit } from "../../harness/collect-garbage.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { makeReportFolder } from "../../reporters/files/report-folder.ts";
import { writeWhole } from "../../reporters/files/write-whole.ts";
import { boardJson } from "../../reporters/formats/board-json.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import { boardOf, boardSummary } from "../../reporters/view/board.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { readReportFile } from "../../run/report-file.ts";

/** Called after each report, which is no longer needed then. */
const collectIfMuch = createGarbageLimit(64 * 1024 * 1024);

/** A larger table would be unreadable. */
const mostReports = 200;

/**
 * Writes the board of some report folders.
 * @returns a line for the user: how many reports and columns, and where the page is
 * @throws UsageError if there are too many reports, or one can't be read
 * @throws ReportWriteError if the board can't be written
 */
export async function makeBoard(folders: readonly string[], out: string): Promise<string> {
  const different = [...new Map(folders.map((folder) => [resolve(folder), folder])).values()];
  if (different.length > mostReports) {
    throw new UsageError(`a board has at most ${mostReports} reports, not ${different.length}`);
  }
  const register = loadRegister();
  const [{ boardHtml }, { reportHtml }] = await Promise.all([
    import("../../reporters/formats/html/board-page.tsx"),
    import("../../reporters/formats/html/page.tsx"),
  ]);
  // A report takes many times the memory of what is kept of it. Nothing is written until all have been read.
  const reports = different.map((folder) => {
    const { report } = readReportFile(folder, process.cwd());
    const summary = boardSummary(visibleLine(basename(resolve(folder))), report);
    // Generated from the report: the page next to it may have been written by anybody.
    const page = reportHtml(reportView(report, register));
    collectIfMuch();
    return { summary, page };
  });
  const summaries = reports.map(({ summary }) => summary);
  const board = boardOf(summaries, register);
  const fileOf = (index: number) => `${index + 1}-${slugOf(summaries[index]?.name ?? "")}.html`;
  makeReportFolder(out);
  for (const [index, { page }] of reports.entries()) {
    await writeWhole(join(out, fileOf(index)), page);
  }
  await writeWhole(join(out, "board.json"), boardJson(board, fileOf));
  const page = await writeWhole(join(out, "board.html"), boardHtml(board, fileOf));
  return `${plural(reports.length, "report")}, ${plural(board.columns.length, "column")}: ${visibleLine(page)}`;
}

/** A part of a file name that needs no escaping in a link. */
function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9.-]+/g, "-")
      .slice(0, 60) || "report"
  );
}
