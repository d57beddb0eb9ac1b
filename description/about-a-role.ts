import { textAt } from "../contracts/json.ts";
import type { DescribedParameter } from "./operations.ts";
import type { RoleSigns } from "./role-signs.ts";

/** `hitsPerPage`, `hits_per_page` and `hits-per-page` are the same words. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u);
}

/** Words of parameters that say how another one is read, or leave out what it finds. */
const refining: ReadonlySet<string> = new Set([
  ...["exclude", "excluded", "excludes", "excluding", "without", "not", "omit"],
  ...["format", "mode", "type", "match", "matching", "operator", "field", "fields", "boost"],
]);

/** Words of parameters that give a place in a list or a duration, where a date is meant. */
const otherThanDates: ReadonlySet<string> = new Set([
  ...["id", "cursor", "token", "key", "index", "offset", "position"],
  ...["age", "days", "hours", "minutes", "score", "relevance"],
]);

/** The text of a parameter that leaves out what it names. */
const leavesOut = /^\W*(excludes?|excluding|leaves? out|omits?|without)\b/i;

/** The text of a parameter that continues a list. */
const continues = /\b(cursor|continuation)\b/i;

/**
 * Whether a parameter has signs of a role, but is only about it: `topic_format`, `exclude_domains`, `after` for a
 * cursor. Values of the role would be refused by it or have another effect.
 */
export function isAboutRole({ name, description }: DescribedParameter, signs: RoleSigns): boolean {
  const words = wordsOf(name);
  if (leavesOut.test(description)) return true;
  if (signs.format === "date" && continues.test(description)) return true;
  if (signs.names.includes(words.join(""))) return false;
  if (signs.format === "date" && words.some((word) => otherThanDates.has(word))) return true;
  // Sort orders are of many kinds, and any value of one may be refused.
  return signs.role !== "sort" && words.some((word) => refining.has(word));
}

/** Whether a parameter that has only its text for a sign is about time, if its role is. */
export function isDated(
  { name, description, schema }: DescribedParameter,
  { format }: RoleSigns,
): boolean {
  if (format !== "date" || textAt(schema, "format")?.startsWith("date")) return true;
  return /\b(dates?|days?|time|publi\w+|yyyy\S*|iso)\b/i.test(
    `${description} ${wordsOf(name).join(" ")}`,
  );
}
