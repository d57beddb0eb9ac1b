import { areas } from "../../contracts/areas.ts";
import { type Status, surfaces } from "../../contracts/vocabulary.ts";
import { cellLines } from "../model/cell-text.ts";
import { code, collapsed, fenced, prose, tableRow } from "../text/markdown-text.ts";
import { shortLine } from "../text/short-line.ts";
import { plural, verdictSentence } from "../text/verdict-text.ts";
import type { AcceptedEntry } from "../view/accepted-entries.ts";
import { brokenTitle } from "../view/broken-title.ts";
import type { FailureCard } from "../view/card.ts";
import { causeText, cellShareText } from "../view/card-parts.ts";
import type { DescriptionView, DriftLine } from "../view/description-view.ts";
import { columnsOfSquare, type MatrixSquare, type MatrixTable, marks } from "../view/matrix.ts";
import type { ReportView } from "../view/report-view.ts";
import { failureMarkdown } from "./markdown-card.ts";
import { causesMarkdown } from "./markdown-causes.ts";
import { type Section, sectionsWithin } from "./markdown-sections.ts";

/** What the summary of a step may hold in GitHub Actions, in bytes. */
export const summaryLimit = 1024 * 1024;

/** Causes that are listed before the matrix; each has its card below. */
const mostCauses = 30;

const verdictMarks = { conformant: "✅", "non-conformant": "❌", incomplete: "❓" };

/**
 * The report as Markdown for GitHub, in at most `limit` bytes: what does not fit is left out, the least
 * severe first, and a sentence says so.
 * @returns null if not even the verdict fits
 */
export function reportMarkdown(view: ReportView, limit: number = summaryLimit): string | null {
  const head = headOf(view);
  const [verdict = ""] = head;
  const foot = [collapsed("Coverage", coverageOf(view)), factsOf(view)];
  const whole = sectionsWithin([...head, ...matrix(view)], sections(view), foot, limit);
  if (whole !== null) return whole;
  const short = `${verdict}\n\n${leftOut}\n`;
  return Buffer.byteLength(short) <= limit ? short : null;
}

const leftOut =
  "The rest is omitted because the size of a summary is limited. `report.json` has all of it.";

/** The verdict and what broke, which is all that many readers want. */
function headOf(view: ReportView): readonly string[] {
  const { report, partial, broken } = view;
  return [
    `## ${verdictMarks[report.verdict]} ${report.verdict}\n\n${verdictSentence(report, code)}`,
    ...(partial === null ? [] : [`**${prose(partial)}**`]),
    ...problemsOf(view),
    ...baselineOf(view),
    ...(broken.length === 0
      ? []
      : [`**${brokenTitle(broken)}**`, causesMarkdown(broken, mostCauses)]),
    ...waitingOf(view),
  ];
}

/** What identifies the run, folded. */
function factsOf(view: ReportView): string {
  const { report, samples, contract } = view;
  const { target, suite } = report;
  const facts = [
    ...surfaces.flatMap((surface) =>
      target[surface] === null ? [] : [`- ${surface}: ${code(target[surface])}`],
    ),
    ...(samples === null ? [] : [`- ${code(`samples: ${samples}`)}`]),
    ...(contract === null ? [] : [`- ${contract.line.replace(/(?<=never: ).*/s, code)}`]),
    `- ${suite.name} ${code(suite.version)}, contracts ${code(suite.contractsDigest)}, ${report.startedAt}`,
  ];
  return collapsed("About this run", facts.join("\n"));
}

function problemsOf({ problems }: ReportView): readonly string[] {
  const lines = problems.map(({ message, cost }) => `- ❌ ${code(shortLine(message))}${cost}`);
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** What a reader must know about the baseline. */
function baselineOf({ baseline }: ReportView): readonly string[] {
  if (baseline === null) return [];
  const { name, notes, lost, fixed } = baseline;
  const lines = [
    `- baseline: ${code(shortLine(name))}`,
    ...notes.map((note) => `- ⚠️ ${code(shortLine(note))}`),
    ...(lost === null ? [] : [`- ❓ ${code(lost)}`]),
    ...(fixed === null ? [] : [`- ✅ ${fixed}`]),
  ];
  return [lines.join("\n")];
}

/** The input that checks wait for, and where descriptions were looked for and not found. */
function waitingOf({ waiting }: ReportView): readonly string[] {
  if (waiting === null) return [];
  const lines = [
    ...waiting.entries.map(({ checks, wants, ways }) => `- ${checks} for ${wants}: ${code(ways)}`),
    ...waiting.lookups.map((line) => `- ${code(line)}`),
  ];
  return [`**${waiting.title}:**`, lines.join("\n")];
}

function matrix(view: ReportView): readonly string[] {
  if (!view.anyJudged) return [];
  const legend = marks.map(({ emoji, meaning }) => `${emoji} ${meaning}`).join(" · ");
  return [
    ...view.matrix.map(matrixTable),
    `${legend} · each square, from left to right: ${columnsOfSquare.join(", ")}`,
  ];
}

function matrixTable({ surface, versions, rows }: MatrixTable): string {
  return [
    tableRow([surface, ...versions]),
    tableRow([":--", ...versions.map(() => ":--")]),
    ...rows.map(({ endpoint, squares }) => tableRow([`\`${endpoint}\``, ...squares.map(square)])),
  ].join("\n");
}

function square(one: MatrixSquare | null): string {
  if (one === null || one.results.length === 0) return "";
  return one.marks.map((mark) => mark?.emoji ?? "▫️").join("");
}

function sections(view: ReportView): readonly Section[] {
  return [
    {
      title: view.broken.length === 1 ? "The cause" : "The causes",
      noun: "cause",
      blocks: view.broken.map(failureMarkdown),
    },
    {
      title: "Waivers to delete",
      noun: "waiver",
      blocks: view.waiversToDelete.map(({ name, message, detail, stale }) => {
        const said = `- ${stale ? "❌" : "⚠️"} ${code(name)}: ${code(shortLine(message))}`;
        return detail === "" ? said : `${said}\n\n${fenced(shortLine(detail))}`;
      }),
    },
    {
      title: "Already broken in the baseline",
      noun: "broken requirement",
      blocks: view.known.map((card) => cardLine("❌", card)),
    },
    {
      title: "Warnings: broken should requirements",
      noun: "warning",
      blocks: view.warnings.map((card) => cardLine("⚠️", card)),
    },
    ...view.descriptions.map(descriptionSection),
    {
      title: "Blocked",
      noun: "cause",
      blocks: view.blocked.cards.map(failureMarkdown),
    },
    {
      title: "Not judged",
      noun: "reason",
      blocks: view.unjudged.map(
        ({ reason, results, requirements }) =>
          `- ${results.length} × ${code(shortLine(reason))} (${requirements})`,
      ),
    },
    {
      title: "Waivers and exclusions",
      noun: "entry",
      blocks: [...view.waivers, ...view.exclusions].map(acceptedLine),
    },
  ];
}

/** A card in a few lines: the requirement, what was found, and where. */
function cardLine(mark: string, card: FailureCard): string {
  const { requirement, cells, cases } = card;
  return (
    `- ${mark} \`${requirement}\` (${cellShareText(card)}): ${code(causeText(cases[0]))}` +
    `<br>${cellLines(cells).join("<br>")}`
  );
}

/** The OpenAPI description of a surface: the parameter names found in it, and where it drifts. */
function descriptionSection(description: DescriptionView): Section {
  const { surface, source, openapi, problem, roles, drift, driftLeftOut, promises } = description;
  const version = openapi === null ? "" : ` (OpenAPI ${code(openapi)})`;
  const said = problem === null ? "" : `: ❌ ${code(shortLine(problem))}`;
  const names = `${plural(roles.length, "parameter name")} found in it`;
  const differing = `${plural(drift.length, "member")} on which the description, the specification and the server differ`;
  return {
    title: `OpenAPI description of the ${surface} surface`,
    noun: "part",
    blocks: [
      `${code(shortLine(source))}${version}${said}`,
      ...(roles.length === 0
        ? []
        : [collapsed(names, roles.map((role) => `- ${code(role)}`).join("\n"))]),
      ...(drift.length === 0 ? [] : [collapsed(differing, driftTable(drift))]),
      ...(driftLeftOut === 0
        ? []
        : [`${plural(driftLeftOut, "more member")} ${driftLeftOut === 1 ? "differs" : "differ"}.`]),
      ...(promises === null ? [] : [`${promises.title}.`]),
    ],
  };
}

function driftTable(lines: readonly DriftLine[]): string {
  const cell = (text: string | null) => (text === null ? "–" : code(shortLine(text)));
  return [
    tableRow(["member", "specification", "description", "server", "where", "drift"]),
    tableRow(Array.from({ length: 6 }, () => ":--")),
    ...lines.map(({ member, specification, description, server, place, drift }) =>
      tableRow([
        cell(member),
        cell(specification),
        cell(description),
        cell(server),
        place,
        cell(drift),
      ]),
    ),
  ].join("\n");
}

function acceptedLine({ kind, requirement, cells, checks, reason }: AcceptedEntry): string {
  return (
    `- 🔕 ${kind}: \`${requirement}\`${cells} (${plural(checks, "check")}): ` +
    code(shortLine(reason))
  );
}

const columns: readonly (readonly [string, readonly Status[]])[] = [
  ["failed", ["fail"]],
  ["warned", ["warn"]],
  ["not judged", ["skip", "blocked", "error"]],
  ["waived or excluded", ["waived", "excluded"]],
  ["passed", ["pass"]],
];

/** Each requirement once, in the column of its most severe result. */
function coverageOf({ register, resultsByRequirement }: ReportView): string {
  const rows = areas.flatMap((area) => {
    const own = register.requirements.filter((one) => one.area === area);
    if (own.length === 0) return [];
    const worst = own.map(({ id }) => {
      const statuses = new Set((resultsByRequirement.get(id) ?? []).map(({ status }) => status));
      return columns.findIndex(([, some]) => some.some((status) => statuses.has(status)));
    });
    const counts = columns.map((_, index) => worst.filter((one) => one === index).length);
    const untested = own.filter(({ notTested }) => notTested !== null).length;
    const unselected = own.length - untested - counts.reduce((sum, count) => sum + count, 0);
    const cells = [own.length, ...counts, unselected, untested];
    return [tableRow([area, ...cells.map((count) => (count === 0 ? "" : String(count)))])];
  });
  const titles = [
    "area",
    "requirements",
    ...columns.map(([title]) => title),
    "not selected",
    "not observable",
  ];
  return [
    [tableRow(titles), tableRow([":--", ...titles.slice(1).map(() => "--:")]), ...rows].join("\n"),
    "Each requirement is counted once, by its most severe result in any cell.",
  ].join("\n\n");
}
