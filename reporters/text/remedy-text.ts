import { group } from "../../contracts/group.ts";
import type { CheckResult, Remedy } from "../../contracts/vocabulary.ts";

/** A member of the configuration, and no flag or variable. */
const member = /^[a-z]\w*(\.\w+)+$/i;

/** Members of one object of the configuration together: `surfaces.news.parameters.publishers.{limit, query}`. */
function joined(ways: readonly string[]): readonly string[] {
  const parentOf = (way: string) => (member.test(way) ? way.slice(0, way.lastIndexOf(".")) : way);
  return [...group([...new Set(ways)], parentOf)].map(([parent, same]) => {
    const [only = ""] = same;
    const names = same.map((way) => way.slice(parent.length + 1));
    return same.length === 1 ? only : `${parent}.{${names.join(", ")}}`;
  });
}

/**
 * What a user sets, in one line: `--rate N or network.rate`. Of several remedies with as many ways out
 * the first of all of them, or the second of all of them: `A_KEY and B_KEY`.
 */
export function remedyText(...remedies: readonly Remedy[]): string {
  const most = Math.max(0, ...remedies.map(({ set }) => set.length));
  const ways = Array.from({ length: most }, (_, index) =>
    joined(remedies.flatMap(({ set }) => set.slice(index, index + 1))).join(" and "),
  );
  return ways.some((way) => way.includes(" and ")) ? ways.join(", or ") : ways.join(" or ");
}

/** Why a check was not judged, and what to set so that it is. */
export function reasonText({ message, remedy }: Pick<CheckResult, "message" | "remedy">): string {
  return remedy === undefined ? message : `${message}: set ${remedyText(remedy)}`;
}
