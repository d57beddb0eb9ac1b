import { relative } from "node:path";
import type { Command } from "commander";
import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { Flags } from "../harness/configuration/merge.ts";
import type { Configuration, Keys } from "../harness/configuration/types.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { suiteVersion } from "../harness/suite-version.ts";
import { createProgress } from "../reporters/progress.ts";
import { buildReport, type Report } from "../reporters/report.ts";
import { terminalText } from "../reporters/terminal.ts";
import { judgeRun } from "../reporters/verdict.ts";
import { verdictText } from "../reporters/verdict-text.ts";
import { writeReports } from "../reporters/write.ts";
import { onInterrupt } from "./interrupt.ts";
import type { Output } from "./output.ts";
import { configurationFor, withRunOptions } from "./run-options.ts";
import type { Certified } from "./runner.ts";

interface RunFlags extends Flags {
  readonly quiet?: boolean;
}

/** `run`: certifies a target and writes the reports. */
export function runCommand(program: Command, output: Output): void {
  withRunOptions(program.command("run", { isDefault: true }))
    .description("certify a target; without a base URL the embedded reference server")
    .option("--out <dir>", "folder for the reports (conformance-report)")
    .option("--allow-incomplete", "exit with 0 where nothing failed but something was not judged")
    .option("--quiet", "print the verdict only")
    .action(async (flags: RunFlags) => {
      process.exitCode = await run(flags, output);
    });
}

async function run(flags: RunFlags, output: Output): Promise<number> {
  const loaded = configurationFor(flags, "run");
  const embedded = loaded.configuration.embedded
    ? await (await import("./embedded.ts")).startEmbedded()
    : null;
  try {
    const configuration: Configuration =
      embedded === null
        ? loaded.configuration
        : { ...loaded.configuration, surfaces: embedded.surfaces };
    const keys = embedded?.keys ?? loaded.keys;
    const certified = await certifyWithProgress(configuration, keys, flags.quiet === true);
    return await report(configuration, certified, flags.quiet === true, output);
  } finally {
    await embedded?.close();
  }
}

async function certifyWithProgress(
  configuration: Configuration,
  keys: Keys,
  quiet: boolean,
): Promise<Certified> {
  const { certify, planFor } = await import("./runner.ts");
  const { only, skip } = configuration;
  if (only.length + skip.length > 0 && planFor(configuration, keys).length === 0) {
    throw new UsageError(
      "the patterns of --only and --skip leave nothing to check",
      "Several --only of one kind add up, those of different kinds narrow each other.",
    );
  }
  const progress = createProgress(process.stderr, quiet);
  const interrupt = onInterrupt();
  const started = performance.now();
  try {
    return await certify({
      configuration,
      keys,
      signal: interrupt.signal,
      onProgress: ({ done, total, requests, latest }) =>
        progress.update({
          done,
          total,
          requests,
          elapsedMs: performance.now() - started,
          current: latest,
        }),
    });
  } finally {
    progress.end();
    interrupt.release();
  }
}

async function report(
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
  await writeReports(configuration.outputDirectory, built, register);
  const folder = relative(process.cwd(), configuration.outputDirectory) || ".";
  output.result(
    quiet
      ? [...built.problems, verdictText(built)].join("\n")
      : terminalText({
          report: built,
          register,
          width: output.width,
          color: output.color,
          reportFolder: folder.startsWith("..") ? configuration.outputDirectory : folder,
        }),
  );
  return judgement.exitCode;
}
