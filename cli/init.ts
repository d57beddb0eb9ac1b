import { existsSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import { configurationNames, findConfigurationFile } from "../harness/configuration/file.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { collectOption } from "./collect-option.ts";
import { configurationTemplate } from "./configuration-template.ts";
import type { Output } from "./output.ts";

interface InitFlags {
  readonly format: "yaml" | "json";
  readonly force?: boolean;
  readonly openapi?: readonly string[];
  readonly openapiAggregator?: string;
  readonly openapiNews?: string;
}

/** `init`: writes a configuration file to start from. */
export function initCommand(program: Command, output: Output): void {
  program
    .command("init")
    .description("write a commented configuration file")
    .argument("[file]", "path of the file (news-conformance.config.yaml)")
    .option(
      "--openapi <file...>",
      "OpenAPI descriptions of the server (files or URLs) with its base URLs and parameter names",
      collectOption,
    )
    .option("--openapi-aggregator <file>", "the same for the aggregator surface")
    .option("--openapi-news <file>", "the same for the news surface")
    .addOption(
      new Option("--format <format>", "file format; only YAML has comments")
        .choices(["yaml", "json"])
        .default("yaml"),
    )
    .option("--force", "overwrite an existing file")
    .action((file: string | undefined, flags: InitFlags) => init(file, flags, output));
}

async function init(file: string | undefined, flags: InitFlags, output: Output): Promise<void> {
  const { format, force } = flags;
  const name = file ?? `news-conformance.config.${format}`;
  const there = [name, ...(file === undefined ? configurationNames : [])].find((candidate) =>
    existsSync(resolve(candidate)),
  );
  if (there !== undefined && force !== true) {
    throw new UsageError(`${there} already exists`, `--force overwrites ${name}.`);
  }
  const named = [
    ...(flags.openapi ?? []).map((location) => ({ location, surface: null })),
    ...(flags.openapiAggregator === undefined
      ? []
      : [{ location: flags.openapiAggregator, surface: "aggregator" as const }]),
    ...(flags.openapiNews === undefined
      ? []
      : [{ location: flags.openapiNews, surface: "news" as const }]),
  ];
  const described =
    named.length === 0
      ? {}
      : await (await import("./described-targets.ts")).describedTargets(named, resolve(name));
  try {
    if (force === true) rmSync(resolve(name), { force: true });
    // A symbolic link there is not followed.
    writeFileSync(resolve(name), configurationTemplate(format, described), { flag: "wx" });
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`cannot write ${name} (${reason})`);
  }
  const hidden = hiddenBy(resolve(name));
  if (hidden !== null) {
    output.note(`${hidden} no longer applies here: only the nearest file is used`);
  }
  for (const [surface, { openapi, roles }] of Object.entries(described)) {
    output.note(`${surface}: ${roles.length} parameter names found in ${openapi}`);
  }
  output.result(
    `Wrote ${name}. Set the base URLs and the parameter names of your server, set the keys in\n` +
      "AGGREGATOR_API_KEY and NEWS_API_KEY, and list the requests of a run: news-conformance plan",
  );
}

/** The configuration file in a parent folder that a new one hides; null if there is none. */
function hiddenBy(path: string): string | null {
  const folder = dirname(path);
  const isFound = configurationNames.some((name) => name === basename(path));
  if (!isFound || dirname(folder) === folder) return null;
  return findConfigurationFile(process.cwd(), dirname(folder));
}
