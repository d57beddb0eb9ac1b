import { surfaces } from "../../contracts/vocabulary.ts";
import type { Report } from "./report.ts";

type Compared = Pick<Report, "suite" | "target" | "failOn">;

/**
 * Why two reports are not fully comparable, one sentence each. What differs between them may have changed
 * for that reason rather than because of the server.
 */
export function reportDifferences(before: Compared, after: Compared): readonly string[] {
  const notes: string[] = [];
  const differ = (what: string, old: string, now: string) => {
    if (old !== now) notes.push(`${what}: ${old} before, ${now} now`);
  };
  differ("suite version", before.suite.version, after.suite.version);
  if (before.suite.contractsDigest !== after.suite.contractsDigest) {
    notes.push("the contracts differ");
  }
  // The embedded server has another port in every run.
  const target = ({ target }: Compared, surface: (typeof surfaces)[number]) =>
    target[surface] === null ? "not tested" : target.embedded ? "embedded" : target[surface];
  for (const surface of surfaces) {
    differ(`target of ${surface}`, target(before, surface), target(after, surface));
  }
  differ("fails on", before.failOn, after.failOn);
  return notes;
}
