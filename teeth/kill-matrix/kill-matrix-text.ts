import picocolors from "picocolors";
import { labelled } from "../../reporters/text/columns.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import type { MutantScore } from "../mutants/run-mutants.ts";
import { oneCellSummary, oneCellText } from "../one-cell/one-cell-text.ts";
import { isClean, type KilledFault, type KillMatrix, type KillRow } from "./kill-matrix.ts";

const ratio = (part: number, whole: number): string => `${part}/${whole}`;

/** The number of shown mutants that survive under an allowance. */
function allowedIn({ allowed }: MutantScore): number {
  return allowed.reduce((sum, rule) => sum + (rule.verdict === "survived" ? rule.count : 0), 0);
}

/** A summary of what was caught, such as `170 of 170 faults caught; 6000 of 6000 in one cell caught`. */
export function killSummary(matrix: KillMatrix): string {
  const { caught, total, partial, areas, mutants, oneCell, durationMs } = matrix;
  const sum = (count: (row: KillRow) => number): number =>
    areas.reduce((all, row) => all + count(row), 0);
  const tripped = sum(({ requirements }) => requirements.tripped);
  const owed = sum(({ requirements }) => requirements.total);
  const parts = [
    total === 0 && oneCell !== null ? null : `${caught} of ${plural(total, "fault")} caught`,
    partial ? null : `${tripped} of ${owed} requirements tripped`,
    mutants === null
      ? null
      : `${mutants.killed} of ${plural(mutants.total, "mutant")} killed, ${allowedIn(mutants)} allowed`,
    oneCell === null ? null : oneCellSummary(oneCell),
    `${(durationMs / 1000).toFixed(1)} s`,
  ];
  return parts.filter((part) => part !== null).join("; ");
}

/** The kill matrix as it is printed, at most `width` columns wide. Pure. */
export function killMatrixText(matrix: KillMatrix, width: number, color: boolean): string {
  const paint = picocolors.createColors(color);
  const verdict = isClean(matrix) ? paint.green : paint.red;
  const rows = matrix.areas.filter(({ faults }) => !matrix.partial || faults.total > 0);
  const table = [
    paint.dim(
      `${"area".padEnd(14)}${"faults".padStart(9)}${"requirements".padStart(16)}${matrix.mutants === null ? "" : "mutants".padStart(13)}`,
    ),
    ...rows.map(({ area, faults, requirements, mutants }) => {
      const isWhole =
        faults.caught === faults.total &&
        (matrix.partial || requirements.tripped === requirements.total);
      const line = `${area.padEnd(14)}${ratio(faults.caught, faults.total).padStart(9)}${ratio(
        requirements.tripped,
        requirements.total,
      ).padStart(16)}${shownMutants(mutants)}`;
      return isWhole ? line : paint.red(line);
    }),
  ];
  const parts = [
    rows.length === 0 ? [] : table,
    survivors(matrix, width),
    accusers(matrix, width),
    untripped(matrix, width),
    mutantSurvivors(matrix, width),
    matrix.oneCell === null ? [] : oneCellText(matrix.oneCell, width),
    [verdict(killSummary(matrix))],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function byVerdict(
  { faults }: KillMatrix,
  verdict: KilledFault["verdict"],
): readonly KilledFault[] {
  return faults.filter((fault) => fault.verdict === verdict);
}

/** An area without members has no mutants. */
function shownMutants(mutants: KillRow["mutants"]): string {
  if (mutants === null || mutants.total === 0) return "";
  return ratio(mutants.killed, mutants.total).padStart(13);
}

function mutantSurvivors({ mutants }: KillMatrix, width: number): readonly string[] {
  const list = [
    ...(mutants?.survivors ?? []).map((name) => `${name}: survives without an allowance`),
    ...(mutants?.overruled ?? []).map((name) => `${name}, although a rule allows it`),
    ...(mutants?.misblamed ?? []).map((name) => `${name} is not responsible for that member`),
  ];
  if (list.length === 0) return [];
  return ["Mutants of the contracts", ...list.flatMap((line) => labelled("  ✘ ", line, width))];
}

function survivors(matrix: KillMatrix, width: number): readonly string[] {
  const list = byVerdict(matrix, "survived");
  if (list.length === 0) return [];
  return [
    "Survivors: the requirement passed although the fault breaks it",
    ...list.flatMap(({ name, breaks, sentence }) =>
      labelled("  ✘ ", `${name} (${breaks}): ${sentence}`, width),
    ),
  ];
}

function accusers(matrix: KillMatrix, width: number): readonly string[] {
  const list = byVerdict(matrix, "unrelated red");
  if (list.length === 0) return [];
  return [
    "Caught, but requirements that the fault does not declare failed too",
    ...list.flatMap(({ name, unrelated }) => {
      const ids = [...new Set(unrelated.map(({ requirement }) => requirement))].sort();
      return labelled("  ! ", `${name}: ${ids.join(", ")}`, width);
    }),
  ];
}

function untripped({ untripped: ids, partial }: KillMatrix, width: number): readonly string[] {
  if (partial || ids.length === 0) return [];
  return ["Requirements that no fault trips", ...ids.flatMap((id) => labelled("  ? ", id, width))];
}
