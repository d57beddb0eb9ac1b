import type { FoundSample } from "../../contracts/vocabulary.ts";
import { shortLine } from "./short-line.ts";

/**
 * What was asked with in place of configured samples for which the server has nothing, in one line; null
 * where it has something for each.
 */
export function samplesText(samples: readonly FoundSample[]): string | null {
  if (samples.length === 0) return null;
  return samples.map((sample) => shortLine(sampleText(sample))).join(", ");
}

const lacking = {
  hits: "has no hits",
  subtopics: "has no subtopics",
  permission: "is not allowed",
} as const;

function sampleText({ surface, sample, configured, lacks, taken, from }: FoundSample): string {
  if (taken === null) {
    const key = `surfaces.${surface}.samples.${sample}`;
    return `${sample} ${JSON.stringify(configured)} (${lacking[lacks]}, and no alternative was found: set ${key})`;
  }
  const instead =
    taken === configured
      ? "the server returns no hits without it"
      : `${JSON.stringify(configured)} ${lacking[lacks]}`;
  return `${sample} ${JSON.stringify(taken)} (${from}; ${instead})`;
}
