import { join } from "node:path";
import { checkKey } from "../../contracts/check-key.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { shellQuote } from "../../contracts/shell-quote.ts";
import { fileProblem } from "../../harness/configuration/file.ts";
import { readRegularFile } from "../../harness/regular-file.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { suiteVersion } from "../../harness/suite-version.ts";
import { joinedText } from "../../reporters/files/json-pieces.ts";
import { reportFiles } from "../../reporters/files/report-files.ts";
import { cellText } from "../../reporters/model/cell-text.ts";
import { canonicalJson } from "../../reporters/model/digest.ts";
import { ReportReadError, readReport } from "../../reporters/model/read-report.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";
import { reportView } from "../../reporters/view/report-view.ts";
import { reportOf } from "../build-run-report.ts";
import { maxReportBytes } from "../report-file.ts";
import { endProblems } from "./compare-end.ts";
import { compareExchanges } from "./compare-exchanges.ts";
import { compareResults, isImpaired, type ResultDifference } from "./compare-results.ts";
import { targetProblems } from "./compare-target.ts";
import { judgingAgain, refuseForeignTarget } from "./judging-again.ts";
import { recordedIn, replay } from "./replay.ts";

/** The result of verifying a report folder. */
export interface Verification {
  readonly report: Report;
  /** The differences, one line each. Empty if the folder follows from its recorded exchanges. */
  readonly differences: readonly string[];
  /** Checks that the run had not judged when it was ended from outside, one line each. */
  readonly open: readonly string[];
  /** What can't be determined from the recording, one line each. */
  readonly untold: readonly string[];
  /** Names of the files that were generated again and compared. */
  readonly files: readonly string[];
}

/**
 * Judges a report folder again from its recorded exchanges, and compares plan, checks, verdict and files.
 * Sends nothing, writes nothing.
 *
 * @param directory absolute path
 * @throws UsageError if this suite can't verify the folder
 */
export async function verifyBundle(directory: string): Promise<Verification> {
  const { report, configuration } = readFolder(directory);
  const file = join(directory, "report.json");
  return judgingAgain(file, () => verifyReport(directory, report, configuration));
}

async function verifyReport(
  directory: string,
  report: Report,
  configuration: ReportConfiguration,
): Promise<Verification> {
  const { certified, surfaces, specs, planned, tried } = await replay(report, configuration);
  const compared = compareResults(report, certified.results);
  const { failOn, allowIncomplete, waivers, exclusions, runUrl } = report;
  const { target, targetFlags, configurationFile } = report;
  const judgedAgain = reportOf(
    {
      surfaces,
      embedded: target.embedded,
      failOn,
      allowIncomplete,
      waivers: waivers.map(({ checks: _, ...waiver }) => waiver),
      exclusions: exclusions.map(({ checks: _, ...exclusion }) => exclusion),
    },
    { ...certified, results: compared.results },
    {
      runUrl,
      configuration,
      traffic: null,
      configurationFile,
      targetFlags,
    },
  );
  const again = report.baseline === null ? judgedAgain : withBaseline(report, judgedAgain);
  const isComplete = compared.untold.length === 0;
  const exchanges = compareExchanges({
    report,
    configuration,
    specs,
    planned,
    surfaces,
    isComplete,
  });
  // Whatever the responses are, no run writes this.
  const definite = [
    ...endProblems(report, configuration),
    ...targetProblems(report, configuration),
    ...exchanges.definite,
  ];
  const open = compared.open.map(resultLine);
  const found = [
    ...compared.differences.map(resultLine),
    ...exchanges.differences,
    ...compareMembers(report, again),
  ];
  const files = await compareFiles(directory, again);
  const untold = [...compared.untold.map(resultLine), ...exchanges.untold];
  if (definite.length > 0) {
    return { report, differences: [...definite, ...found], open, untold: [], files: [] };
  }
  // The course of the run, and so every result, depends on a response that is recorded incompletely.
  if (found.length > 0 && [...tried].some((id) => isImpaired(report.exchanges, id))) {
    return { report, differences: [], open, untold: [...found, ...untold], files: files.compared };
  }
  return {
    report,
    // If the report itself differs, so does every file that is made from it.
    differences: found.length > 0 ? found : files.differences,
    open,
    untold,
    files: files.compared,
  };
}

function readFolder(directory: string): { report: Report; configuration: ReportConfiguration } {
  const file = join(directory, "report.json");
  const text = contentOf(file);
  if (text === null) {
    throw new UsageError(
      `there is no ${file}`,
      "Give the folder that a run wrote its reports to (conformance-report).",
    );
  }
  let report: Report;
  try {
    report = readReport(text);
  } catch (error) {
    if (!(error instanceof ReportReadError)) throw error;
    throw new UsageError(`${file} is not a report of news-conformance: ${error.message}`);
  }
  const { suite, configuration, traffic } = report;
  if (traffic !== null) {
    throw new UsageError(
      `${file} is about recorded traffic, which certifies nothing and can't be verified`,
      "Judge the traffic again with news-conformance check-har.",
    );
  }
  if (suite.version !== suiteVersion) {
    throw new UsageError(
      `${file} is from version ${suite.version} of the suite; version ${suiteVersion} can't verify it`,
      `Use that version: npx news-conformance@${suite.version} verify ${shellQuote(directory)}`,
    );
  }
  const { digest } = loadCatalogue();
  if (suite.contractsDigest !== digest) {
    throw new UsageError(
      `${file} was judged with other contracts (${suite.contractsDigest}); this suite has ${digest} and can't verify it`,
      "Use the suite that wrote it.",
    );
  }
  if (configuration === null) {
    throw new UsageError(
      `${file} does not contain the configuration of the run, so the run can't be repeated`,
    );
  }
  refuseForeignTarget(file, configuration);
  return { report, configuration };
}

function contentOf(file: string): string | null {
  try {
    return readRegularFile(file, maxReportBytes).toString("utf8");
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (missing) return null;
    throw new UsageError(`can't read ${file}: ${fileProblem(error)}`);
  }
}

function resultLine({ result, text }: ResultDifference): string {
  return `${result.requirement}, ${cellText(result)}: ${text}`;
}

/** Compared one by one; parts that can't be made again are taken from the report. */
const comparedElsewhere: ReadonlySet<string> = new Set(["results"]);

function compareMembers(report: Report, again: Report): readonly string[] {
  const claimed: Readonly<Record<string, unknown>> = { ...report };
  return Object.entries(again).flatMap(([name, value]) => {
    if (comparedElsewhere.has(name)) return compareStatuses(report, again);
    const said = canonicalJson(claimed[name] ?? null);
    const made = canonicalJson(value);
    if (said === made) return [];
    return [`${name}: ${shorten(said)} in the report, judged again: ${shorten(made)}`];
  });
}

/**
 * The baseline of a run is not in its folder, so which failures it excuses, and what it leaves open, is taken from the
 * report; their number and the exit code follow from that.
 */
function withBaseline(report: Report, again: Report): Report {
  const excused = new Set(report.results.filter((result) => result.known).map(checkKey));
  const results = again.results.map((result) => ({
    ...result,
    known: result.red && excused.has(checkKey(result)),
  }));
  const red = results.filter((result) => result.red);
  const known = red.filter((result) => result.known).length;
  const broken = red.length - known;
  const fails = broken > 0 || again.staleWaivers.length > 0;
  const isOpen = report.exitCode === 3 && !again.allowIncomplete;
  return {
    ...again,
    baseline: report.baseline && { ...report.baseline, known, broken },
    exitCode: fails ? 1 : isOpen ? 3 : 0,
    results,
  };
}

/** The effect of waivers, exclusions and the level on each result, if the result itself is the same. */
function compareStatuses(report: Report, again: Report): readonly string[] {
  const order = (results: Report["results"]) => results.map(placeOf).join("\n");
  if (order(report.results) !== order(again.results)) {
    return [
      "results: the checks or their order differ from those of a run with this configuration",
    ];
  }
  return again.results.flatMap((result, index) => {
    const claim = report.results[index];
    if (claim === undefined || claim.outcome !== result.outcome) return [];
    const [said, made] = [claim, result].map(({ status, reason, red, known }) =>
      canonicalJson({ status, reason, red, known }),
    );
    if (said === made) return [];
    return [`${placeOf(result)}: ${said} in the report, judged again: ${made}`];
  });
}

function placeOf(result: Report["results"][number]): string {
  return `${result.requirement}, ${cellText(result)}`;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Makes every file of the folder again that depends only on the report. */
async function compareFiles(directory: string, report: Report) {
  const differences: string[] = [];
  const compared: string[] = [];
  const view = reportView(report, loadRegister());
  for (const { name, remade, text: make } of reportFiles) {
    if (remade === undefined) continue;
    const content = contentOf(join(directory, name));
    // The traffic file is optional; every other file belongs to a run.
    const har = name === "traffic.har" && content !== null;
    const text = await make({ view, exchanges: recordedIn(report), har });
    const made = text === null ? null : joinedText(text);
    if (content !== null) compared.push(name);
    if (content === made) continue;
    if (content === null) differences.push(`${name}: missing, although the run writes it`);
    else if (made === null)
      differences.push(`${name}: present, although the run does not write it`);
    else differences.push(`${name}: differs from the report`);
  }
  return { differences, compared };
}
