import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { UsageError } from "../../harness/configuration/usage-error.ts";
import { suiteVersion } from "../../harness/suite-version.ts";
import { reportFiles } from "../../reporters/files/report-files.ts";
import { canonicalJson } from "../../reporters/model/digest.ts";
import { ReportReadError, readReport } from "../../reporters/model/read-report.ts";
import type { Report } from "../../reporters/model/report.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";
import { reportView } from "../../reporters/model/report-view.ts";
import { cellText } from "../../reporters/text/cell-text.ts";
import { checkKey } from "../../reporters/verdict/check-key.ts";
import { reportOf } from "../build-run-report.ts";
import { reportedDescriptions } from "../reported-descriptions.ts";
import { compareExchanges } from "./compare-exchanges.ts";
import { compareResults, isImpaired, type ResultDifference } from "./compare-results.ts";
import { recordedIn, replay } from "./replay.ts";

/** What verifying a report folder came to. */
export interface Verification {
  readonly report: Report;
  /** What is not as it comes out again, one line each. Empty where the folder is what it claims. */
  readonly differences: readonly string[];
  /** What the recording does not hold enough of to tell, one line each. */
  readonly untold: readonly string[];
  /** Names of the files that were made again and held against. */
  readonly files: readonly string[];
}

/**
 * Judges a report folder again from its recorded exchanges: same plan, same checks, same verdict, and
 * the same files made of them. Sends nothing, writes nothing.
 *
 * @param directory absolute path
 * @throws UsageError where there is nothing that this suite could verify
 */
export async function verifyBundle(directory: string): Promise<Verification> {
  const { report, configuration } = open(directory);
  const { certified, surfaces, specs, tried } = await replay(report, configuration);
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
      descriptions: reportedDescriptions(surfaces, certified.exchanges),
    },
  );
  const again = report.baseline === null ? judgedAgain : withBaseline(report, judgedAgain);
  const exchanges = compareExchanges(report, specs, surfaces, compared.untold.length === 0);
  const found = [
    ...compared.differences.map(resultLine),
    ...exchanges.differences,
    ...compareMembers(report, again),
  ];
  const files = await compareFiles(directory, again);
  const untold = [...compared.untold.map(resultLine), ...exchanges.untold];
  // How the run went on rests on answers of which not everything is there, and everything on that.
  if (found.length > 0 && [...tried].some((id) => isImpaired(report.exchanges, id))) {
    return { report, differences: [], untold: [...found, ...untold], files: files.compared };
  }
  return {
    report,
    // Where the report itself differs, so does every file that is made of it.
    differences: found.length > 0 ? found : files.differences,
    untold,
    files: files.compared,
  };
}

function open(directory: string): { report: Report; configuration: ReportConfiguration } {
  const file = join(directory, "report.json");
  const text = contentOf(file);
  if (text === null) {
    throw new UsageError(
      `there is no ${file}`,
      "Name the folder that a run wrote its reports into (conformance-report).",
    );
  }
  let report: Report;
  try {
    report = readReport(text);
  } catch (error) {
    if (!(error instanceof ReportReadError)) throw error;
    throw new UsageError(`${file} is no report of news-conformance: ${error.message}`);
  }
  const { suite, configuration, traffic } = report;
  if (traffic !== null) {
    throw new UsageError(
      `${file} is about recorded traffic, which certifies nothing that could be verified`,
      "Judge the traffic again with news-conformance check-har.",
    );
  }
  if (suite.version !== suiteVersion) {
    throw new UsageError(
      `${file} is from version ${suite.version} of the suite, and this is ${suiteVersion}: it can't tell`,
      `Use that one: npx news-conformance@${suite.version} verify ${directory}`,
    );
  }
  const { digest } = loadCatalogue();
  if (suite.contractsDigest !== digest) {
    throw new UsageError(
      `${file} was judged by other contracts (${suite.contractsDigest}) than this suite's (${digest}): it can't tell`,
      "Use the very suite that made it.",
    );
  }
  if (configuration === null) {
    throw new UsageError(
      `${file} does not say what the run was told, so that it can't be repeated`,
    );
  }
  return { report, configuration };
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (missing) return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`can't read ${file}: ${reason}`);
  }
}

function resultLine({ result, text }: ResultDifference): string {
  return `${result.requirement}, ${cellText(result)}: ${text}`;
}

/** Compared one by one, or the run's own word for what can't be made again. */
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
 * The baseline of a run isn't in its folder, so that what it made of failures is taken at its word: the
 * verdict rests on none of it, only the exit code does.
 */
function withBaseline(report: Report, again: Report): Report {
  const known = new Set(report.results.filter((result) => result.known).map(checkKey));
  return {
    ...again,
    baseline: report.baseline,
    exitCode: report.exitCode,
    results: again.results.map((result) => ({
      ...result,
      known: result.red && known.has(checkKey(result)),
    })),
  };
}

/** What waivers, exclusions and the level make of each result, where the result itself is the same. */
function compareStatuses(report: Report, again: Report): readonly string[] {
  const order = (results: Report["results"]) => results.map(placeOf).join("\n");
  if (order(report.results) !== order(again.results)) {
    return ["results: other checks, or in another order, than such a run judges"];
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

/** Makes every file of the folder again that depends on the report alone. */
async function compareFiles(directory: string, report: Report) {
  const differences: string[] = [];
  const compared: string[] = [];
  const view = reportView(report, loadRegister());
  for (const { name, remade, text } of reportFiles) {
    if (remade === undefined) continue;
    const content = contentOf(join(directory, name));
    // The traffic is an option of a run; every other file belongs to it.
    const har = name === "traffic.har" && content !== null;
    const made = await text({ view, exchanges: recordedIn(report), har });
    if (content !== null) compared.push(name);
    if (content === made) continue;
    if (content === null) differences.push(`${name}: missing, though such a run writes it`);
    else if (made === null) differences.push(`${name}: here, though such a run writes none`);
    else differences.push(`${name}: not what the report gives`);
  }
  return { differences, compared };
}
