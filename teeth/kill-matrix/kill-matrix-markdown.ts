import { oneCellMarkdown } from "../one-cell/one-cell-text.ts";
import type { KillMatrix } from "./kill-matrix.ts";
import { killSummary } from "./kill-matrix-text.ts";

const signs = { caught: "✔", survived: "✘ survived", "unrelated red": "! unrelated red" } as const;

/**
 * The kill matrix as a Markdown page: the areas, then every fault with the requirements that caught it.
 * Pure.
 */
export function killMatrixMarkdown(matrix: KillMatrix): string {
  const { suite, areas, faults, untripped, partial, mutants, oneCell } = matrix;
  const rows = areas.filter((row) => !partial || row.faults.total > 0);
  return [
    "# Kill matrix",
    "",
    `${killSummary(matrix)} (news-conformance ${suite.version}, contracts ${suite.contractsDigest}).`,
    "",
    "| area | faults caught | requirements tripped | mutants killed |",
    "| --- | ---: | ---: | ---: |",
    ...rows.map(
      (row) =>
        `| ${row.area} | ${row.faults.caught} / ${row.faults.total} | ${row.requirements.tripped} / ${row.requirements.total} | ${row.mutants === null || row.mutants.total === 0 ? "" : `${row.mutants.killed} / ${row.mutants.total}`} |`,
    ),
    "",
    ...(partial || untripped.length === 0
      ? []
      : [`No fault trips: ${untripped.map((id) => `\`${id}\``).join(", ")}.`, ""]),
    ...(mutants === null
      ? []
      : [
          "## Mutants that are allowed, or that no response of the reference server shows",
          "",
          "| mutants | | reason |",
          "| ---: | --- | --- |",
          ...mutants.allowed.map(
            (rule) => `| ${rule.count} | ${rule.verdict} | ${rule.reason.replaceAll("|", "\\|")} |`,
          ),
          "",
        ]),
    ...(oneCell === null ? [] : oneCellMarkdown(oneCell)),
    "## Faults",
    "",
    "| | fault | breaks | the server |",
    "| --- | --- | --- | --- |",
    ...faults.map(
      ({ verdict, name, breaks, sentence }) =>
        `| ${signs[verdict]} | ${name} | \`${breaks}\` | ${sentence.replaceAll("|", "\\|")} |`,
    ),
    "",
  ].join("\n");
}
