import { areas } from "../../contracts/areas.ts";
import { group } from "../../contracts/group.ts";
import type { Register } from "../../contracts/register.ts";
import { authStyles, type Status, surfaces } from "../../contracts/vocabulary.ts";
import type { DriftRow } from "../../description/drift.ts";
import { blockedCards } from "../model/blocked-cards.ts";
import {
  driftPlace,
  driftText,
  isPromise,
  promisesText,
  roleText,
} from "../model/description-summary.ts";
import { columnsOfSquare, markOf, marks } from "../model/matrix.ts";
import { compareVersions } from "../model/order.ts";
import type { Report, ReportEndpoint } from "../model/report.ts";
import {
  activeWaivers,
  anyJudged,
  brokenCards,
  notJudged,
  requirementsOf,
  warnings,
} from "../model/summary.ts";
import { remediesIn, waitingFor } from "../model/waiting.ts";
import { cellLines } from "../text/cell-text.ts";
import { missedLookups } from "../text/lookup-text.ts";
import { code, fenced } from "../text/markdown-text.ts";
import { samplesText } from "../text/samples-text.ts";
import { shortLine } from "../text/short-line.ts";
import { plural, verdictText } from "../text/verdict-text.ts";
import { patternText, waiverCases } from "../text/waiver-text.ts";
import { failureMarkdown } from "./markdown-card.ts";
import { type Section, sectionsWithin } from "./markdown-sections.ts";

/** What the summary of a step may hold in GitHub Actions, in bytes. */
export const summaryLimit = 1024 * 1024;

const verdictMarks = { conformant: "✅", "non-conformant": "❌", incomplete: "❓" };

/**
 * The report as Markdown for GitHub, in at most `limit` bytes: what does not fit is left out, the least
 * severe first, and a sentence says so.
 * @returns null where not even the verdict fits
 */
export function reportMarkdown(
  report: Report,
  register: Register,
  limit: number = summaryLimit,
): string | null {
  const head = headOf(report);
  const [verdict = ""] = head;
  const coverage = coverageOf(report, register);
  const whole = sectionsWithin(
    [...head, ...matrix(report)],
    sections(report, register),
    coverage,
    limit,
  );
  if (whole !== null) return whole;
  const short = `${verdict}\n\n${leftOut}\n`;
  return Buffer.byteLength(short) <= limit ? short : null;
}

const leftOut =
  "Everything else is left out, because it is more than a summary may hold. It is in `report.json`.";

function headOf(report: Report): readonly string[] {
  const { target, suite } = report;
  const samples = samplesText(report.samples);
  const facts = [
    ...surfaces.flatMap((surface) =>
      target[surface] === null ? [] : [`- ${surface}: ${code(target[surface])}`],
    ),
    ...(samples === null ? [] : [`- ${code(samples)}`]),
    `- ${suite.name} ${code(suite.version)}, contracts ${code(suite.contractsDigest)}, ${report.startedAt}`,
  ];
  return [
    `## ${verdictMarks[report.verdict]} ${verdictText(report, code)}`,
    ...(report.partial
      ? ["**A partial run: it speaks of the selected checks only and certifies nothing.**"]
      : []),
    ...problemsOf(report),
    ...waitingOf(report),
    facts.join("\n"),
  ];
}

function problemsOf({ problems, results }: Report): readonly string[] {
  const lines = problems.map((problem) => {
    const stopped = results.filter(({ message }) => message === problem).length;
    const cost = stopped === 0 ? "" : ` (${plural(stopped, "check")} not judged)`;
    return `- ❌ ${code(shortLine(problem))}${cost}`;
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** What checks wait for that only the user can give, and where descriptions were looked for in vain. */
function waitingOf(report: Report): readonly string[] {
  const remedies = remediesIn(report);
  if (remedies.length === 0) return [];
  const lines = [
    ...waitingFor(remedies).map(
      ({ checks, wants, ways }) => `- ${checks} for ${wants}: ${code(ways)}`,
    ),
    ...missedLookups(report).map((line) => `- ${code(line)}`),
  ];
  const count = plural(remedies.length, "check");
  return [`**${count} ${remedies.length === 1 ? "waits" : "wait"}:**`, lines.join("\n")];
}

function matrix(report: Report): readonly string[] {
  if (!anyJudged(report)) return [];
  const tables = surfaces
    .map((surface) => report.endpoints.filter((row) => row.surface === surface))
    .filter((rows) => rows.length > 0)
    .map((rows) => matrixTable(report, rows));
  const legend = marks.map(({ emoji, meaning }) => `${emoji} ${meaning}`).join(" · ");
  const order = ["no style in particular", ...authStyles].join(", ");
  return [...tables, `${legend} · each square: ${order}`];
}

function matrixTable(report: Report, rows: readonly ReportEndpoint[]): string {
  const versions = [...new Set(rows.flatMap((row) => row.versions))].sort(compareVersions);
  const square = ({ surface, endpoint }: ReportEndpoint, version: string) => {
    const here = report.results.filter(
      (one) => one.surface === surface && one.endpoint === endpoint && one.version === version,
    );
    if (here.length === 0) return "";
    return columnsOfSquare
      .map((auth) => markOf(here.filter((one) => one.auth === auth))?.emoji ?? "▫️")
      .join("");
  };
  return [
    tableRow([rows[0]?.surface ?? "", ...versions]),
    tableRow([":--", ...versions.map(() => ":--")]),
    ...rows.map((row) =>
      tableRow([`\`${row.endpoint}\``, ...versions.map((version) => square(row, version))]),
    ),
  ].join("\n");
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function sections(report: Report, register: Register): readonly Section[] {
  const cards = brokenCards(report, register);
  return [
    {
      title: `${plural(cards.length, "requirement")} broken`,
      noun: "broken requirement",
      blocks: cards.map(failureMarkdown),
    },
    {
      title: "Waivers to delete",
      noun: "waiver",
      blocks: waiverCases(report).map(({ name, message, detail, stale }) => {
        const said = `- ${stale ? "❌" : "⚠️"} ${code(name)}: ${code(shortLine(message))}`;
        return detail === "" ? said : `${said}\n\n${fenced(shortLine(detail))}`;
      }),
    },
    {
      title: "Warnings: should requirements that are broken",
      noun: "warning",
      blocks: warnings(report).map(
        ([id, same]) =>
          `- ⚠️ \`${id}\` (${plural(same.length, "cell")}): ${code(shortLine(same[0]?.message ?? ""))}` +
          `<br>${cellLines(same).join("<br>")}`,
      ),
    },
    ...descriptionsOf(report),
    {
      title: "Blocked",
      noun: "cause",
      blocks: blockedCards(report, register).map(failureMarkdown),
    },
    {
      title: "Not judged",
      noun: "reason",
      blocks: notJudged(report).map(
        ([reason, same]) =>
          `- ${same.length} × ${code(shortLine(reason))} (${requirementsOf(same)})`,
      ),
    },
    { title: "Waivers and exclusions", noun: "entry", blocks: waivers(report) },
  ];
}

/** What each surface says of itself: the names that were found in it, and where it drifts. */
function descriptionsOf({ descriptions }: Report): readonly Section[] {
  return Object.entries(descriptions).map(([surface, description]) => {
    const { source, openapi, problem, roles, drift, driftLeftOut } = description;
    const version = openapi === null ? "" : ` (OpenAPI ${code(openapi)})`;
    const said = problem === null ? "" : `: ❌ ${code(shortLine(problem))}`;
    const found = roles.map((role) => `- found: ${code(roleText(role))}`);
    const telling = drift.filter((row) => !isPromise(row));
    const promises = promisesText(drift);
    return {
      title: `What the ${surface} surface says of itself`,
      noun: "part of this",
      blocks: [
        `${code(shortLine(source))}${version}${said}`,
        ...(found.length === 0 ? [] : [found.join("\n")]),
        ...(telling.length === 0 ? [] : [driftTable(telling)]),
        ...(driftLeftOut === 0 ? [] : [`${plural(driftLeftOut, "more member")} differ.`]),
        ...(promises === null ? [] : [`${promises}.`]),
      ],
    };
  });
}

function driftTable(rows: readonly DriftRow[]): string {
  const cell = (text: string | null) => (text === null ? "–" : code(shortLine(text)));
  return [
    tableRow(["member", "specification", "description", "server", "where", "drift"]),
    tableRow(Array.from({ length: 6 }, () => ":--")),
    ...rows.map((row) =>
      tableRow([
        cell(row.member || "the body"),
        cell(row.specification),
        cell(row.description),
        cell(row.server),
        driftPlace(row),
        cell(driftText(row)),
      ]),
    ),
  ].join("\n");
}

function waivers(report: Report): readonly string[] {
  return [
    ...activeWaivers(report).map(
      (waiver) =>
        `- 🔕 waived until ${waiver.until}: \`${waiver.requirement}\`${patternText(waiver)} ` +
        `(${plural(waiver.checks, "check")}): ${code(shortLine(waiver.reason))}`,
    ),
    ...report.exclusions.map(
      (exclusion) =>
        `- 🔕 excluded: \`${exclusion.requirement}\`${patternText(exclusion)} ` +
        `(${plural(exclusion.checks, "check")}): ${code(shortLine(exclusion.reason))}`,
    ),
  ];
}

const columns: readonly (readonly [string, readonly Status[]])[] = [
  ["failed", ["fail"]],
  ["warned", ["warn"]],
  ["not judged", ["skip", "blocked", "error"]],
  ["waived or excluded", ["waived", "excluded"]],
  ["passed", ["pass"]],
];

/** Each requirement once, in the column of the worst that came of it. */
function coverageOf(report: Report, register: Register): readonly string[] {
  const results = group(report.results, ({ requirement }) => requirement);
  const rows = areas.flatMap((area) => {
    const own = register.requirements.filter((one) => one.area === area);
    if (own.length === 0) return [];
    const worst = own.map(({ id }) => {
      const statuses = new Set((results.get(id) ?? []).map(({ status }) => status));
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
    "### Coverage",
    [tableRow(titles), tableRow([":--", ...titles.slice(1).map(() => "--:")]), ...rows].join("\n"),
    "Every requirement counts once, by the worst that came of it in any cell.",
  ];
}
