import { foldCommand } from "../text/columns.ts";
import { code, fenced, prose } from "../text/markdown-text.ts";
import { shortLine } from "../text/short-line.ts";
import { plural, verdictSentence } from "../text/verdict-text.ts";
import { brokenTitle } from "../view/broken-title.ts";
import type { ReportView } from "../view/report-view.ts";
import { causesMarkdown } from "./markdown-causes.ts";

/** The first line, by which a pipeline finds its own comment to update it. */
export const commentMarker = "<!-- news-conformance -->";

const marks = { conformant: "✅", "non-conformant": "❌", incomplete: "❓" };
const mostCauses = 12;
const mostNotices = 5;
/** Columns of the command, since GitHub does not wrap blocks of code. */
const width = 88;

/**
 * A comment for a pull request, in fewer than 60 lines: the verdict, what broke (with a baseline, what is new), and
 * where the report is.
 */
export function githubComment(view: ReportView): string {
  const { report, partial, problems, waiversToDelete, baseline, broken, known, warnings } = view;
  const stale = waiversToDelete.filter((one) => one.stale);
  const notices = [
    ...problems.map(({ message, cost }) => `${code(shortLine(message))}${cost}`),
    ...stale.map(({ name, message }) => `${code(name)}: ${code(shortLine(message))}`),
    ...(baseline?.lost == null ? [] : [code(baseline.lost)]),
    ...(baseline?.fixed == null ? [] : [code(baseline.fixed)]),
  ];
  const summary = [
    ...(known.length === 0
      ? []
      : [`${plural(known.length, "requirement")} already broken in the baseline`]),
    ...(warnings.length === 0 ? [] : [plural(warnings.length, "warning")]),
  ];
  const [first] = broken;
  return [
    commentMarker,
    `### ${marks[report.verdict]} ${report.verdict}`,
    "",
    verdictSentence(report, code),
    "",
    ...(partial === null ? [] : [prose(partial), ""]),
    ...notices.slice(0, mostNotices).map((line) => `- ${line}`),
    ...(notices.length === 0 ? [] : [""]),
    ...(broken.length === 0
      ? []
      : [`**${brokenTitle(broken)}${baseline === null ? "" : ", not in the baseline"}**`, ""]),
    ...(broken.length === 0 ? [] : [causesMarkdown(broken, mostCauses), ""]),
    ...(summary.length === 0 ? [] : [`${summary.join(", ")}.`, ""]),
    ...(first === undefined ? [] : [fenced(foldCommand(first.rerun, width).join("\n"), "sh"), ""]),
    linkTo(report.runUrl),
    "",
  ].join("\n");
}

function linkTo(runUrl: string | null): string {
  const where = "The report is in the artifacts of the run: `report.html`.";
  const isUrl = runUrl !== null && /^https?:\/\/[\w./:@%?=&#~+-]+$/.test(runUrl);
  return isUrl ? `[Run](${runUrl}). ${where}` : where;
}
