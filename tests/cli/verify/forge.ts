import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadRegister } from "../../../contracts/load.ts";
import { joinedText } from "../../../reporters/files/json-pieces.ts";
import { reportFiles } from "../../../reporters/files/report-files.ts";
import { readReport } from "../../../reporters/model/read-report.ts";
import { reportView } from "../../../reporters/view/report-view.ts";
import { reportOf } from "../../../run/build-run-report.ts";
import { recordedIn, replay } from "../../../run/verify/replay.ts";
import type { Tampered } from "./folder.ts";

/**
 * Changes the report of a folder and makes everything else anew from that, results and other files included,
 * as an attacker does who has the suite.
 *
 * @param keepsResults whether the results are those of the changed report, and not judged again
 */
export async function forge(
  folder: string,
  change: (report: Tampered) => void,
  keepsResults = false,
): Promise<void> {
  const file = join(folder, "report.json");
  const changed = JSON.parse(readFileSync(file, "utf8"));
  change(changed);
  let report = readReport(JSON.stringify(changed));
  const { configuration } = report;
  if (configuration === null) throw new Error("a run has a configuration");
  // The second time, from the exchanges in their new order.
  for (let times = 0; times < 2; times += 1) {
    const { certified, surfaces } = await replay(report, configuration);
    const { failOn, allowIncomplete, waivers, exclusions, target } = report;
    const { runUrl, targetFlags, configurationFile } = report;
    report = reportOf(
      {
        surfaces,
        embedded: target.embedded,
        failOn,
        allowIncomplete,
        waivers: waivers.map(({ checks: _, ...waiver }) => waiver),
        exclusions: exclusions.map(({ checks: _, ...exclusion }) => exclusion),
      },
      { ...certified, results: keepsResults ? report.results.map(wordOf) : certified.results },
      { runUrl, configuration, traffic: null, configurationFile, targetFlags },
    );
  }
  const view = reportView(report, loadRegister());
  for (const { name, text } of reportFiles) {
    const made = await text({ view, exchanges: recordedIn(report), har: true });
    if (made !== null) writeFileSync(join(folder, name), joinedText(made));
  }
}

type Result = ReturnType<typeof readReport>["results"][number];

function wordOf({ status: _, reason: _r, red: _d, known: _k, ...word }: Result) {
  return word;
}
