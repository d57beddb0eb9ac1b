import type { FailureCard } from "../model/card.ts";
import type { ReportView } from "../model/report-view.ts";
import { brokenTitle } from "../text/broken-title.ts";
import { causeText, endpointsOf } from "../text/card-parts.ts";
import { code, fenced, prose } from "../text/markdown-text.ts";
import { shortLine } from "../text/short-line.ts";
import { plural, verdictText } from "../text/verdict-text.ts";

/** The first line, by which a pipeline finds its own comment to update it. */
export const commentMarker = "<!-- news-conformance -->";

const marks = { conformant: "✅", "non-conformant": "❌", incomplete: "❓" };
const mostCauses = 12;
const mostNotices = 5;

/**
 * A comment for a pull request, in less than 60 lines: the verdict, what broke, which with a baseline is what is
 * new, and where the report is.
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
  const rest = broken.length - mostCauses;
  const summary = [
    ...(known.length === 0
      ? []
      : [`${plural(known.length, "requirement")} broken as in the baseline`]),
    ...(warnings.length === 0 ? [] : [plural(warnings.length, "warning")]),
  ];
  const [first] = broken;
  return [
    commentMarker,
    `### ${marks[report.verdict]} ${verdictText(report, code)}`,
    "",
    ...(partial === null ? [] : [prose(partial), ""]),
    ...notices.slice(0, mostNotices).map((line) => `- ${line}`),
    ...(notices.length === 0 ? [] : [""]),
    ...(broken.length === 0
      ? []
      : [`**${brokenTitle(broken)}${baseline === null ? "" : ", not in the baseline"}**`, ""]),
    ...broken.slice(0, mostCauses).map(causeLine),
    ...(rest > 0 ? [`- and ${plural(rest, "more cause")}`] : []),
    ...(broken.length === 0 ? [] : [""]),
    ...(summary.length === 0 ? [] : [`${summary.join(", ")}.`, ""]),
    ...(first === undefined ? [] : [fenced(first.rerun, "sh"), ""]),
    linkTo(report.runUrl),
    "",
  ].join("\n");
}

/** One line for a cause, with what follows from it. */
function causeLine(card: FailureCard): string {
  const { requirement, cells, cases, also } = card;
  const follows = also.length === 0 ? "" : `, and ${also.length} more by this`;
  return (
    `- \`${requirement}\` (${endpointsOf(card).join(", ")}; ${plural(cells.length, "cell")}${follows})` +
    `<br>${code(causeText(cases[0]))}`
  );
}

function linkTo(runUrl: string | null): string {
  const where = "The report is in the artifacts of the run: `report.html`.";
  const isUrl = runUrl !== null && /^https?:\/\/[\w./:@%?=&#~+-]+$/.test(runUrl);
  return isUrl ? `[Run](${runUrl}). ${where}` : where;
}
