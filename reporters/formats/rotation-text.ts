import type { CoveredPart, RotationCoverage } from "../model/rotation-coverage.ts";
import { targetText } from "../text/target-text.ts";
import { plural } from "../text/verdict-text.ts";
import { visibleLine } from "../text/visible.ts";

/** What the runs of a rotation have covered; the same lines as a Markdown list if wanted. Pure. */
export function rotationText(coverage: RotationCoverage, markdown = false): string {
  const { of, parts, missing, covered, checks, whole, verdict, target } = coverage;
  const bullet = markdown ? "- " : "";
  const open = missing.map(
    (part) => `${bullet}part ${part} of ${of}: missing (--rotation ${part}/${of})`,
  );
  const said = whole
    ? `the full matrix is covered by ${plural(of, "run")}`
    : `${covered} of ${plural(checks, "check")} covered, ${parts.length} of ${plural(of, "part")}`;
  const summary = `${verdict}: ${visibleLine(targetText(target))}; ${said}`;
  return [
    ...parts.map((part) => bullet + partLine(part, of)),
    ...open,
    ...(markdown ? [""] : []),
    markdown ? `**${summary}**` : summary,
  ].join("\n");
}

function partLine({ part, name, startedAt, verdict, failed }: CoveredPart, of: number): string {
  const broken = failed === 0 ? "" : `, ${plural(failed, "must check")} failed`;
  return visibleLine(`part ${part} of ${of}: ${verdict}${broken}, ${startedAt}, ${name}`);
}
