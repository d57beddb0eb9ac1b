import { checkKey } from "../../contracts/check-key.ts";
import { group } from "../../contracts/group.ts";
import type { Report, ReportResult } from "./report.ts";

/**
 * Requirements that only the earlier report has, with the one that only the later report has and that
 * is judged in exactly the same cells of the same area. A guess for the reader; nothing is decided by
 * it, since an id never changes its meaning.
 */
export function perhapsRenamed(before: Report, after: Report): ReadonlyMap<string, string> {
  const old = group(before.results, ({ requirement }) => requirement);
  const now = group(after.results, ({ requirement }) => requirement);
  const added = [...now].filter(([id]) => !old.has(id));
  const guesses = new Map<string, string>();
  for (const [id, results] of old) {
    if (now.has(id)) continue;
    const twins = added.filter(
      ([other, same]) => areaOf(other) === areaOf(id) && cellsOf(same) === cellsOf(results),
    );
    const [only] = twins;
    if (only !== undefined && twins.length === 1) guesses.set(id, only[0]);
  }
  return guesses;
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}

function cellsOf(results: readonly ReportResult[]): string {
  return results
    .map((result) => checkKey({ ...result, requirement: "" }))
    .sort()
    .join();
}
