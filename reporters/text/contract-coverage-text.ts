import {
  type ContractCoverage,
  type FeatureCoverage,
  neverSeen,
} from "../model/contract-coverage.ts";

/** The maximum number of unseen features in the line above the verdict. */
const mostNamed = 3;

/** A feature in a few words: the pointer of a member, `thumbnail: null` or `type: "story"`. */
export function featureText({ kind, member, detail }: FeatureCoverage): string {
  const name = member.split("/").findLast((part) => part !== "*") ?? member;
  if (kind === "null") return `${name}: null`;
  if (kind === "value") return `${name}: ${detail}`;
  return kind === "format" ? `${member} (${detail})` : member;
}

/** Rounded down, so that only full coverage is 100 %. */
export function percentage(part: number, whole: number): string {
  return `${Math.floor((100 * part) / whole)} %`;
}

/**
 * The share of the contracts that a run saw and the features that it never saw, in one line; null if
 * there is no coverage.
 */
export function contractCoverageText({ features, seen, operations }: ContractCoverage) {
  if (features === 0) return null;
  const never = operations.flatMap((one) => neverSeen(one.features).map(featureText));
  // The features that are missing in most places come first.
  const counts = new Map<string, number>();
  for (const text of never) counts.set(text, (counts.get(text) ?? 0) + 1);
  const names = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const shown = names.slice(0, mostNamed).join(", ");
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  const share = `contract coverage: ${percentage(seen, features)} of members and values seen`;
  return names.length === 0 ? share : `${share}; never seen: ${shown}${more}`;
}
