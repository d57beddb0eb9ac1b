import { relative } from "node:path";
import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { Configuration } from "../harness/configuration/types.ts";
import { suiteVersion } from "../harness/suite-version.ts";
import { buildReport, type Report } from "../reporters/report.ts";
import { terminalPage } from "../reporters/terminal.ts";
import { judgeRun } from "../reporters/verdict.ts";
import { verdictText } from "../reporters/verdict-text.ts";
import { ReportWriteError, writeReports } from "../reporters/write.ts";
import { showInGitHubActions } from "./github-actions.ts";
import type { Output } from "./output.ts";
import type { Certified } from "./runner.ts";

/**
 * Judges what a run found, writes the reports and prints the page.
 * @returns the exit code of the verdict
 * @throws ReportWriteError where the reports can't be written; the page has been printed then
 */
export async function reportRun(
  configuration: Configuration,
  certified: Certified,
  quiet: boolean,
  output: Output,
): Promise<number> {
  const register = loadRegister();
  const judgement = judgeRun({
    results: certified.results,
    waivers: configuration.waivers,
    exclusions: configuration.exclusions,
    failOn: configuration.failOn,
    allowIncomplete: configuration.allowIncomplete,
    interrupted: certified.interrupted,
    partial: certified.partial,
    unselected: certified.unselected,
    today: certified.startedAt.toISOString().slice(0, 10),
  });
  const built: Report = buildReport(
    {
      suite: { name: "news-conformance", version: suiteVersion },
      target: {
        aggregator: configuration.surfaces.aggregator?.baseUrl ?? null,
        news: configuration.surfaces.news?.baseUrl ?? null,
        embedded: configuration.embedded,
      },
      ...certified,
      failOn: configuration.failOn,
      allowIncomplete: configuration.allowIncomplete,
      waivers: configuration.waivers,
      exclusions: configuration.exclusions,
    },
    judgement,
    register,
    loadCatalogue(),
  );
  const print = (reportFolder: string | null) => {
    if (output.pipeline === "github") {
      showInGitHubActions(built, register, process.env.GITHUB_STEP_SUMMARY, output);
    }
    if (quiet) return output.result([...built.problems, verdictText(built)].join("\n"));
    const { width, color } = output;
    output.page(terminalPage({ report: built, register, width, color, reportFolder }));
  };
  try {
    await writeReports(configuration.outputDirectory, {
      report: built,
      register,
      exchanges: certified.exchanges,
    });
  } catch (error) {
    // The run must not be lost because the disk is full.
    if (error instanceof ReportWriteError) print(null);
    throw error;
  }
  const folder = relative(process.cwd(), configuration.outputDirectory) || ".";
  print(folder.startsWith("..") ? configuration.outputDirectory : folder);
  return judgement.exitCode;
}
