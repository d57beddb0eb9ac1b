import { checkKey } from "../../contracts/check-key.ts";
import { group } from "../../contracts/group.ts";
import type { CheckPlace } from "../../contracts/vocabulary.ts";
import type { CellPattern, Waiver } from "../../contracts/waivers.ts";
import { matchesCell } from "../verdict/waivers.ts";
import type { Report } from "./report.ts";

/** Days until a new entry expires; the user can change the date. */
const days = 30;

const members = ["surface", "endpoint", "version", "auth"] as const;

/**
 * Waivers for what makes a run fail now, few and as general as they can be without speaking of a check
 * that does not fail. Their reasons are empty, which the configuration refuses, so that no failure is
 * accepted without a reason; they hold for 30 days from the run.
 * @param unselected checks that the run left out, which may well pass
 */
export function waiverEntries(
  report: Pick<Report, "results" | "startedAt">,
  unselected: readonly CheckPlace[],
): readonly Waiver[] {
  const failing = report.results.filter(({ red, known }) => red && !known);
  const fails = new Set(failing.map(checkKey));
  const others = group(
    [...report.results.filter((result) => !fails.has(checkKey(result))), ...unselected],
    ({ requirement }) => requirement,
  );
  const until = dayAfter(report.startedAt, days);
  return [...group(failing, ({ requirement }) => requirement)].flatMap(([requirement, places]) =>
    patternsFor(places, others.get(requirement) ?? []).map((pattern) => ({
      requirement,
      ...pattern,
      reason: "",
      until,
    })),
  );
}

/** Patterns that together match every wanted place and none of the others; the widest pattern is chosen first. */
function patternsFor(
  wanted: readonly CheckPlace[],
  others: readonly CheckPlace[],
): readonly CellPattern[] {
  const chosen: CellPattern[] = [];
  let left = wanted;
  while (left.length > 0) {
    const [first] = left;
    if (first === undefined) break;
    // A pattern that matches nothing else exists, except for a check without a specific auth style beside
    // checks with one: every pattern of its cell matches those too.
    let best: CellPattern = patternsOf(first).at(-1) ?? {};
    let most = 0;
    for (const pattern of left.flatMap(patternsOf)) {
      if (others.some((place) => matchesCell(pattern, place))) continue;
      const count = left.filter((place) => matchesCell(pattern, place)).length;
      const shorter = Object.keys(pattern).length < Object.keys(best).length;
      if (count > most || (count === most && shorter)) {
        best = pattern;
        most = count;
      }
    }
    chosen.push(best);
    left = left.filter((place) => !matchesCell(best, place));
  }
  return chosen;
}

/** Every pattern that matches a place, from the one without members to the one with all it can have. */
function patternsOf(place: CheckPlace): readonly CellPattern[] {
  const given = members.filter((member) => place[member] !== null);
  return Array.from({ length: 2 ** given.length }, (_, bits) =>
    Object.fromEntries(
      given.flatMap((member, index) => (bits & (1 << index) ? [[member, place[member]]] : [])),
    ),
  );
}

/** YYYY-MM-DD in UTC, so many days after a moment. */
function dayAfter(moment: string, count: number): string {
  const date = new Date(moment);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
