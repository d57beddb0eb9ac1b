import type { Finding } from "../../contracts/vocabulary.ts";
import { shortLine } from "../text/short-line.ts";

/**
 * What a finding has in common with others of the same kind: its place, without positions in lists, and what was
 * received.
 */
export interface Symptom {
  /** A pointer with `*` for positions, such as `/languages/*`; or `status`, `header:<name>`, `body`. */
  readonly place: string;
  /** What was received, without the values that differ from item to item: `string`, `absent`, `201`. */
  readonly came: string;
}

/** Characters of a place, and of what was received, that are compared: no finding of a check needs as many. */
const mostCompared = 500;

function symptomOf({ path, actual }: Pick<Finding, "path" | "actual">): Symptom {
  return { place: symptomPlace(path), came: path === "status" ? actual : symptomKind(actual) };
}

/** Every finding is compared with many others. */
const keys = new WeakMap<object, string>();

/** Equal for findings of the same kind. */
export function symptomKey(finding: Pick<Finding, "path" | "actual">): string {
  const known = keys.get(finding);
  if (known !== undefined) return known;
  const { path, actual } = finding;
  const { place, came } = symptomOf({ path: path.slice(0, mostCompared), actual });
  const key = joined(place, came.slice(0, mostCompared));
  keys.set(finding, key);
  return key;
}

/** Two texts as one that no other two give. As JSON, texts with much to escape would be several times as long. */
export function joined(first: string, second: string): string {
  return `${first.length} ${first}${second}`;
}

/** A path with `*` for positions in lists. */
export function symptomPlace(path: string): string {
  return path.startsWith("/") ? path.replace(/\/\d+(?=\/|$)/g, "/*") : path;
}

/** A text without the values that differ from case to case: quoted texts, identifiers and numbers. */
export function symptomKind(text: string): string {
  const unquoted = text
    .slice(0, mostCompared)
    .replace(/\\./g, "")
    .split('"')
    .map((part, index) => (index % 2 === 1 ? "…" : part))
    .join('"');
  return unquoted
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/gi, "…")
    .replace(/\d+/g, "…")
    .replace(/^(string|number|array) .*$/, "$1");
}

const longestCame = 40;

/** What was received, in a few words: `201`, `/total absent`, `null at /languages/*`. May hold text of a server. */
export function symptomText(finding: Pick<Finding, "path" | "actual">): string {
  const { place, came } = symptomOf(finding);
  if (came === "absent") return place === "" ? came : `${place} absent`;
  const said = came.includes("…") ? shortLine(finding.actual, longestCame) : came;
  return place === "status" || place === "" ? said : `${said} at ${place}`;
}
