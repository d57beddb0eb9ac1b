import type { Exchange } from "../../harness/exchanges/exchange.ts";
import type { Found } from "../engine/check.ts";
import { entries, member } from "./json.ts";

/** Lists of what a page leads to, and of what is wrong with a request. */
const lists = [
  "navigation_links",
  "related_topics",
  "related_publications",
  "subtopic_links",
  "errors",
  "fields",
] as const;

/** A page may mention an entry in several places. */
const fewest = 4;

/**
 * Expects of each list of links and of errors that at least half of its entries differ from each other. Several
 * parameters may be wrong for the same reason, so there may be one error for each.
 */
export function expectFewCopies(body: unknown, { spec }: Exchange): readonly Found[] {
  return lists.flatMap((name): readonly Found[] => {
    const all = entries(member(body, name));
    if (all.length < fewest || all.length <= spec.query.length + 1) return [];
    const distinct = new Set(all.map((entry) => JSON.stringify(entry))).size;
    if (2 * distinct >= all.length) return [];
    const actual = `${all.length} entries, of which ${distinct} are different`;
    return [{ path: `/${name}`, expected: "entries that are not copies of each other", actual }];
  });
}
