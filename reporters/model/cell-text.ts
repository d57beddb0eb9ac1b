import { group } from "../../contracts/group.ts";
import type { Cell } from "../../contracts/vocabulary.ts";

/** A cell in words: `aggregator GET /topics at 2024-01-01 (bearer)`. */
export function cellText({ surface, endpoint, version, auth }: Cell, method = "GET"): string {
  return `${surface} ${method} ${endpoint} at ${version}${auth === null ? "" : ` (${auth})`}`;
}

/**
 * Several cells in as few lines as they need: versions that have the same auth styles share one line
 * of their endpoint. Keeps the order in which they are given.
 */
export function cellLines(cells: readonly Cell[], method = "GET"): readonly string[] {
  const lines: string[] = [];
  for (const [place, atPlace] of group(
    cells,
    (cell) => `${cell.surface} ${method} ${cell.endpoint}`,
  )) {
    const stylesOf = new Map<string, string>();
    for (const [version, atVersion] of group(atPlace, (cell) => cell.version)) {
      const styles = new Set(atVersion.map(({ auth }) => auth ?? "no specific auth style"));
      stylesOf.set(version, [...styles].join(", "));
    }
    for (const [styles, versions] of group([...stylesOf], ([, named]) => named)) {
      const where = versions.map(([version]) => version).join(", ");
      lines.push(
        `${place} at ${where}${styles === "no specific auth style" ? "" : ` (${styles})`}`,
      );
    }
  }
  return lines;
}
