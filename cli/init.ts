import { existsSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { configurationNames, findConfigurationFile } from "../harness/configuration/file.ts";
import { UsageError } from "../harness/configuration/usage-error.ts";
import { configurationTemplate } from "./configuration-template.ts";
import type { Output } from "./output.ts";

export interface InitFlags {
  readonly format: "yaml" | "json";
  readonly force?: boolean;
  readonly openapi?: readonly string[];
  readonly openapiAggregator?: string;
  readonly openapiNews?: string;
}

export async function init(
  file: string | undefined,
  flags: InitFlags,
  output: Output,
): Promise<void> {
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
