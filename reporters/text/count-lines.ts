import type { Status } from "../../contracts/vocabulary.ts";
import type { Counts } from "../verdict/judgement.ts";

const words: readonly (readonly [words: string, statuses: readonly Status[]])[] = [
  ["failed", ["fail"]],
  ["warned", ["warn"]],
  ["not judged", ["skip", "blocked", "error"]],
  ["waived", ["waived"]],
  ["excluded", ["excluded"]],
  ["passed", ["pass"]],
];

/** How many checks of each level had which outcome, a line for each level; the most severe outcome first. */
export function countLines({ must, should }: Counts): readonly string[] {
  return [...levelLine("must", must), ...levelLine("should", should)];
}

function levelLine(
  level: string,
  counts: Readonly<Partial<Record<Status, number>>>,
): readonly string[] {
  const parts = words.flatMap(([said, statuses]) => {
    const count = statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
    return count === 0 ? [] : [`${count} ${said}`];
  });
  return parts.length === 0 ? [] : [`${`${level}:`.padEnd("should: ".length)}${parts.join(" · ")}`];
}
