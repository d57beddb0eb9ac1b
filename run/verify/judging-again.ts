import { surfaces } from "../../contracts/vocabulary.ts";
import { parseBaseUrl } from "../../harness/configuration/base-url.ts";
import { oneLine } from "../../harness/http/failures.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";

/**
 * Judges a report that somebody else wrote. Any error is then caused by that report, and is not a defect of the suite.
 *
 * @param what is judged, in words
 * @throws UsageError whatever is thrown
 */
export async function judgingAgain<T>(what: string, judge: () => Promise<T>): Promise<T> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new UsageError(
      `${what} can't be judged again: ${oneLine(why).slice(0, 300)}`,
      "A run does not write such a report. Use the folder as the run wrote it.",
    );
  }
}

/**
 * Reads what a report says about its target as a configuration is read.
 *
 * @param file the name of the report
 * @throws UsageError that names the file and the member
 */
export function refuseForeignTarget(file: string, configuration: ReportConfiguration): void {
  for (const surface of surfaces) {
    const tested = configuration.surfaces[surface];
    if (tested === undefined) continue;
    parseBaseUrl(tested.baseUrl, `configuration.surfaces.${surface}.baseUrl of ${file}`);
  }
}
