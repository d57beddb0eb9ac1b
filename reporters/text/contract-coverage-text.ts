import {
  type ContractCoverage,
  type FeatureCoverage,
  neverSeen,
} from "../model/contract-coverage.ts";

/** So many features that were never seen are named in the line above the verdict. */
const mostNamed = 3;

/** What a feature is, in a few words: the pointer of a member, `thumbnail: null` or `type: "story"`. */
export function featureText({ kind, member, detail }: FeatureCoverage): string {
  const name = member.split("/").findLast((part) => part !== "*") ?? member;
  if (kind === "null") return `${name}: null`;
  if (kind === "value") return `${name}: ${detail}`;
  return kind === "format" ? `${member} (${detail})` : member;
}

/** Rounded down: everything is 100 %, and nothing less is. */
export function percentage(part: number, whole: number): string {
  return `${Math.floor((100 * part) / whole)} %`;
}

/**
 * The share of the contracts that a run saw and what it never saw, in one line; null where there is
 * nothing of them.
 */
export function contractCoverageText({ features, seen, operations }: ContractCoverage) {
  if (features === 0) return null;
  const never = operations.flatMap((one) => neverSeen(one.features).map(featureText));
  // What is missing in most places first.
  const counts = new Map<string, number>();
  for (const text of never) counts.set(text, (counts.get(text) ?? 0) + 1);
  const names = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const shown = names.slice(0, mostNamed).join(", ");
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  const share = `${percentage(seen, features)} of the contracts seen`;
  return names.length === 0 ? share : `${share}; never: ${shown}${more}`;
}
