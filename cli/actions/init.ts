import { existsSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { shellWord } from "../../contracts/shell-word.ts";
import type { Surface } from "../../contracts/vocabulary.ts";
import {
  configurationNames,
  fileProblem,
  findConfigurationFile,
} from "../../harness/configuration/file.ts";
import { keysIn } from "../../harness/configuration/keys-in-environment.ts";
import { keyVariable } from "../../harness/requests/key-names.ts";
import { createRedactor } from "../../harness/secrets/redaction.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { lstatIfThere } from "../../reporters/files/stat-if-there.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import type { Output } from "../output/output.ts";
import {
  configurationTemplate,
  type DescribedTarget,
  type DescribedTargets,
  templateSurfaces,
  unknownRoles,
} from "./configuration-template.ts";

type Format = "yaml" | "json";

export interface InitFlags {
  readonly format?: Format;
  readonly force?: boolean;
  readonly openapi?: readonly string[];
  readonly openapiAggregator?: string;
  readonly openapiNews?: string;
}

/**
 * Writes a configuration file to start from, and prints what to do before a run.
 * @throws UsageError if the file exists or can't be written, or a description can't be used
 */
export async function init(
  file: string | undefined,
  flags: InitFlags,
  output: Output,
): Promise<void> {
  const format = formatOf(file, flags.format);
  const name = file ?? `news-conformance.config.${format}`;
  refuseExisting(name, file === undefined, flags.force === true);
  const named = [
    ...(flags.openapi ?? []).map((location) => ({ location, surface: null })),
    ...(flags.openapiAggregator === undefined
      ? []
      : [{ location: flags.openapiAggregator, surface: "aggregator" as const }]),
    ...(flags.openapiNews === undefined
      ? []
      : [{ location: flags.openapiNews, surface: "news" as const }]),
  ];
  const path = resolve(name);
  const described =
    named.length === 0
      ? {}
      : await (await import("./described-targets.ts")).describedTargets(named, path);
  const text = configurationTemplate(format, described, dirname(path));
  if (createRedactor(keysIn(process.env))(text) !== text) {
    throw new UsageError(
      `a description contains one of your keys, which would be written to ${name}`,
      "Remove the key from the description; keys belong in the environment.",
    );
  }
  try {
    if (flags.force === true) rmSync(path, { force: true });
    // A symbolic link there is not followed.
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    if (!existsSync(dirname(path))) {
      throw new UsageError(`can't write ${name}: there is no folder ${dirname(name)}`);
    }
    throw new UsageError(`can't write ${name}: ${fileProblem(error)}`);
  }
  const hidden = hiddenBy(path);
  if (hidden !== null) {
    output.note(`${hidden} no longer applies here: only the nearest file is used`);
  }
  for (const surface of templateSurfaces(described)) {
    const target = described[surface];
    if (target !== undefined) output.note(foundText(surface, target));
  }
  const config = isFoundFromHere(path) ? "" : ` --config ${shellWord(name)}`;
  output.result(
    [
      `Wrote ${name}. Before a run:`,
      ...missingIn(described, process.env).map((step) => `  - ${step}`),
      `  - list the requests of a run: npx news-conformance plan${config}`,
      `Then: npx news-conformance run${config}`,
    ].join("\n"),
  );
}

/**
 * The format of a file, by its name if it is not given: one that ends with `.json` is read as JSON.
 * @throws UsageError if it could not be read back
 */
function formatOf(file: string | undefined, told: Format | undefined): Format {
  const isJson = file !== undefined && extname(file).toLowerCase() === ".json";
  if (isJson && told === "yaml") {
    throw new UsageError(
      `${file} would be read as JSON, because of its name`,
      "Give it another name, or use --format json.",
    );
  }
  return told ?? (isJson ? "json" : "yaml");
}

/**
 * @param isDefault the name is the default one: then no other configuration file may be in the folder, since
 *   several are refused
 * @throws UsageError
 */
function refuseExisting(name: string, isDefault: boolean, force: boolean): void {
  const entry = lstatIfThere(resolve(name));
  if (entry?.isDirectory() === true) {
    throw new UsageError(`${name} is a folder`, "Give the name of a file.");
  }
  if (force) return;
  if (entry !== undefined) {
    throw new UsageError(`${name} already exists`, `--force overwrites ${name}.`);
  }
  const other = isDefault ? configurationNames.find((one) => existsSync(resolve(one))) : undefined;
  if (other !== undefined) {
    throw new UsageError(
      `${other} already exists`,
      "Remove it first, or write a file of another name: news-conformance init FILE",
    );
  }
}

function foundText(
  surface: Surface,
  { location, hasOperations, baseUrl, roles }: DescribedTarget,
): string {
  if (!hasOperations) return `${surface}: ${location} describes none of its operations except ping`;
  const names = new Set(roles.map((one) => `${one.group}.${one.role}`)).size;
  const url = baseUrl === null ? "" : ` and the base URL ${baseUrl}`;
  return `${surface}: ${plural(names, "parameter name")}${url} found in ${location}`;
}

/** What a user has to do before a run. */
function missingIn(
  described: DescribedTargets,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const written = templateSurfaces(described);
  const steps: string[] = [];
  const examples = written
    .filter((surface) => (described[surface]?.baseUrl ?? null) === null)
    .map((surface) => `surfaces.${surface}.baseUrl`);
  if (examples.length > 0) {
    const which = examples.length === 1 ? "which is an example" : "which are examples";
    steps.push(`replace ${examples.join(" and ")}, ${which}`);
  }
  if (Object.keys(described).length === 0) {
    steps.push("set the names of parameters that the server's own description does not contain");
  } else {
    const unknown = written.flatMap((surface) =>
      unknownRoles(surface, described[surface]).map(
        (roles) => `surfaces.${surface}.parameters.${roles}`,
      ),
    );
    if (unknown.length > 0) {
      steps.push(
        `set the names that were not found, or null if there is no such parameter: ${unknown.join(", ")}`,
      );
    }
  }
  const keys = written.map(keyVariable).filter((name) => !environment[name]?.trim());
  if (keys.length > 0) {
    steps.push(
      `set the ${keys.length === 1 ? "key" : "keys"} in the environment: ${keys.join(", ")}`,
    );
  }
  return steps;
}

/** Whether a run in the working directory finds the file without --config. */
function isFoundFromHere(path: string): boolean {
  try {
    const found = findConfigurationFile(process.cwd());
    return found !== null && resolve(found) === path;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/** The configuration file in a parent folder that a new one hides; null if there is none. */
function hiddenBy(path: string): string | null {
  const folder = dirname(path);
  const isFound = configurationNames.some((name) => name === basename(path));
  if (!isFound || dirname(folder) === folder) return null;
  return findConfigurationFile(process.cwd(), dirname(folder));
}
