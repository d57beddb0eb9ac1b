import { resolve } from "node:path";
import { surfaces as surfacesInOrder } from "../../contracts/vocabulary.ts";
import type { Flags } from "../../harness/configuration/flags.ts";
import type { Loaded } from "../../harness/configuration/load.ts";
import { targetFlags } from "../../harness/configuration/target-flags.ts";
import { createRedactor } from "../../harness/secrets/redaction.ts";
import { secretsOf } from "../../harness/secrets/secrets.ts";
import { keptFiles } from "../../reporters/files/kept-files.ts";
import { visibleLine } from "../../reporters/text/visible.ts";
import { reportOf } from "../../run/build-run-report.ts";
import { configurationFor } from "../../run/load-run-configuration.ts";
import { withDescriptions } from "../../run/open-target.ts";
import { judgeInTime } from "../../run/recorded-traffic/judge-in-time.ts";
import type { JudgedTraffic } from "../../run/recorded-traffic/judge-traffic.ts";
import type { BaseUrls } from "../../run/recorded-traffic/places.ts";
import { clearReportFolder } from "../output/earlier-reports.ts";
import type { Output } from "../output/output.ts";
import { writeAndPrintReport } from "../output/write-and-print-report.ts";

export interface HarFlags extends Flags {
  readonly quiet?: boolean;
}

export async function checkHar(files: readonly string[], flags: HarFlags, output: Output) {
  // Nothing is sent, so no key is needed.
  const loaded = configurationFor(flags, "recording");
  const { configuration: told, keys, fileName, sources } = loaded;
  output.hide(secretsOf(told, keys));
  const isKept = keptFiles(files.map((file) => resolve(file)));
  clearReportFolder(told.outputDirectory, output, isKept);
  const configuration = await withDescriptions(told, keys, false);
  const judged = await judgeInTime(files, configuration, keys);
  const { results, exchanges, traffic, bases, ended, descriptions, from, to } = judged;
  const surfaces = Object.fromEntries(
    Object.entries(bases).map(([surface, baseUrl]) => [surface, { baseUrl }]),
  );
  const places = placeLines(bases, sources);
  if (fileName !== null) output.note(`configuration: ${visibleLine(fileName)}`);
  for (const place of places) output.note(`base URL of ${place}`);
  const report = reportOf(
    { ...configuration, surfaces },
    {
      results,
      exchanges,
      interrupted: ended !== null,
      ended,
      partial: true,
      problems: problemsOf(judged, places),
      samples: [],
      descriptions,
      startedAt: new Date(from),
      durationMs: to - from,
    },
    {
      runUrl: null,
      configuration: null,
      traffic,
      configurationFile: fileName,
      targetFlags: targetFlags(flags, loaded),
    },
    createRedactor(secretsOf(told, keys)),
  );
  const { outputDirectory } = configuration;
  const presentation = { outputDirectory, quiet: flags.quiet === true, har: false, isKept };
  return writeAndPrintReport(report, exchanges, presentation, output);
}

/** `news: https://n.example (from NEWS_BASE_URL)`, for each surface. */
function placeLines(bases: BaseUrls, sources: Loaded["sources"]): readonly string[] {
  return surfacesInOrder.flatMap((surface) => {
    const baseUrl = bases[surface];
    if (baseUrl === undefined) return [];
    const source = sources[surface];
    const from = source === undefined ? "found in the traffic" : `from ${source.name}`;
    return [visibleLine(`${surface}: ${baseUrl} (${from})`)];
  });
}

function problemsOf(
  { traffic, bases }: JudgedTraffic,
  places: readonly string[],
): readonly string[] {
  if (traffic.judged > 0) return [];
  return Object.keys(bases).length === 0
    ? [
        "the traffic contains no requests to this service: set its base URLs with --aggregator-url and --news-url",
      ]
    : [`nothing in the traffic could be judged for ${places.join(" and ")}`];
}
