import { loadRegister } from "../../../contracts/load.ts";
import { joinedText } from "../../../reporters/files/json-pieces.ts";
import { reportFiles } from "../../../reporters/files/report-files.ts";
import { comparisonMarkdown } from "../../../reporters/formats/comparison-markdown.ts";
import { comparisonText } from "../../../reporters/formats/comparison-text.ts";
import { terminalPage } from "../../../reporters/formats/terminal.ts";
import { compareReports } from "../../../reporters/model/comparison.ts";
import { ReportReadError, readReport } from "../../../reporters/model/read-report.ts";
import type { Report } from "../../../reporters/model/report.ts";
import { visibleBlock } from "../../../reporters/text/visible.ts";
import { reportView } from "../../../reporters/view/report-view.ts";
import { recordedIn } from "../../../run/verify/replay.ts";
import type { FuzzedReader } from "../fuzzed-reader.ts";
import { seedReport } from "../seed-report.ts";

export const report: FuzzedReader = {
  name: "report",
  seeds: async () => [await seedReport()],
  async read(input) {
    const read = attempt(input.toString("utf8"));
    if (read === null) return;
    const register = loadRegister();
    const view = reportView(read, register);
    for (const { text } of reportFiles)
      joinedText((await text({ view, exchanges: recordedIn(read), har: true })) ?? "");
    const page = terminalPage({ view, width: 80, color: false, reportFolder: "." });
    const original = readReport((await seedReport()).toString("utf8"));
    const comparison = compareReports(original, read, register);
    const printed = [...page.map(({ text }) => text), comparisonText(comparison, 80, false)];
    comparisonMarkdown(comparison);
    for (const text of printed) {
      if (visibleBlock(text) !== text) throw new Error("a printed text has hidden characters");
    }
  },
};

function attempt(text: string): Report | null {
  try {
    return readReport(text);
  } catch (error) {
    if (error instanceof ReportReadError) return null;
    throw error;
  }
}
