import type { Report } from "../model/report.ts";
import { patternText } from "../text/waiver-text.ts";

/** A waiver in effect, or an exclusion. May hold text of a configuration. */
export interface AcceptedEntry {
  /** `waived until 2027-01-31`, or `excluded`. */
  readonly kind: string;
  readonly requirement: string;
  /** ` at aggregator /topics`, or empty if it applies to every cell. */
  readonly cells: string;
  /** How many checks it names. */
  readonly checks: number;
  readonly reason: string;
}

/** The waivers that are neither stale nor expired, then the exclusions. */
export function acceptedEntries({
  waivers,
  exclusions,
  staleWaivers,
  expiredWaivers,
}: Pick<Report, "waivers" | "exclusions" | "staleWaivers" | "expiredWaivers">): {
  readonly waivers: readonly AcceptedEntry[];
  readonly exclusions: readonly AcceptedEntry[];
} {
  const settled = new Set([...staleWaivers, ...expiredWaivers].map(({ index }) => index));
  const entryOf = (
    kind: string,
    entry: Report["waivers"][number] | Report["exclusions"][number],
  ): AcceptedEntry => {
    const { requirement, checks, reason } = entry;
    return { kind, requirement, cells: patternText(entry), checks, reason };
  };
  return {
    waivers: waivers
      .filter((_, index) => !settled.has(index))
      .map((waiver) => entryOf(`waived until ${waiver.until}`, waiver)),
    exclusions: exclusions.map((exclusion) => entryOf("excluded", exclusion)),
  };
}
