import type { KillMatrix } from "./kill-matrix.ts";
import { killSummary } from "./kill-matrix-text.ts";

const signs = { caught: "✔", survived: "✘ survived", "unrelated red": "! unrelated red" } as const;

/** The kill matrix as a Markdown page: the areas, then every fault with what caught it. Pure. */
export function killMatrixMarkdown(matrix: KillMatrix): string {
  const { suite, areas, faults, untripped, partial } = matrix;
  const rows = areas.filter((row) => !partial || row.faults.total > 0);
  return [
    "# Kill matrix",
    "",
    `${killSummary(matrix)} (news-conformance ${suite.version}, contracts ${suite.contractsDigest}).`,
    "",
    "| area | faults caught | requirements tripped |",
    "| --- | ---: | ---: |",
    ...rows.map(
      (row) =>
        `| ${row.area} | ${row.faults.caught} / ${row.faults.total} | ${row.requirements.tripped} / ${row.requirements.total} |`,
    ),
    "",
    ...(partial || untripped.length === 0
      ? []
      : [`No fault trips: ${untripped.map((id) => `\`${id}\``).join(", ")}.`, ""]),
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
