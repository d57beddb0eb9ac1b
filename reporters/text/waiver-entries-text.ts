import { dump } from "js-yaml";
import type { Waiver } from "../../contracts/waivers.ts";

export type WaiverFormat = "yaml" | "json";

const note =
  "# Fill in each reason: why the failure is accepted for now. An empty reason is rejected. Check each date.\n";

/**
 * Waivers as part of a configuration file. The text is a complete configuration file too.
 *
 * @param verdict the sentence that says what failed where; a comment if the format has comments
 */
export function waiverEntriesText(
  entries: readonly Waiver[],
  format: WaiverFormat,
  verdict: string,
): string {
  if (format === "json") return JSON.stringify({ waivers: entries }, null, 2);
  // Dates are quoted, since many readers of YAML would make another type of them.
  return `# ${verdict}\n${note}${dump({ waivers: entries }, { quotingType: '"', lineWidth: -1 })}`;
}
