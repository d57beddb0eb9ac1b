import { dump } from "js-yaml";
import { bundleContract } from "../../contracts/bundle.ts";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { defaultVersion, type Surface, type Version } from "../../contracts/vocabulary.ts";
import { parseBaseUrl } from "../../harness/configuration/base-url.ts";
import { readConfigurationFile } from "../../harness/configuration/file.ts";
import type { FileSurface } from "../../harness/configuration/file-types.ts";
import { knownNames } from "../../harness/configuration/known.ts";
import { suggestion } from "../../harness/configuration/nearest.ts";
import { validateFile } from "../../harness/configuration/validate.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";

export interface OpenapiFlags {
  readonly config?: string;
  readonly format: "yaml" | "json";
}

/**
 * The contract of a surface at a version.
 * @param version a date, or `latest`
 * @throws UsageError if the surface has no such version, or the configuration file can't be used
 */
export async function contractText(
  surface: Surface,
  version: string,
  { config, format }: OpenapiFlags,
): Promise<string> {
  const catalogue = loadCatalogue();
  const own = catalogue.operations.filter((one) => one.surface === surface);
  const valid = [...new Set(own.map((one) => one.version))].sort().reverse();
  if (version !== "latest" && !valid.includes(version)) {
    const hint = suggestion(version, ["latest", ...valid]);
    throw new UsageError(`the ${surface} surface has no version ${JSON.stringify(version)}`, hint);
  }
  const configured = config === undefined ? {} : configuredSurface(config, surface);
  const { baseUrl, parameters = {} } = configured;
  const date = version === "latest" ? catalogue.latest(surface) : version;
  const document = await bundleContract(surface, version === "latest" ? defaultVersion : version, {
    nameOf: (group, role) => nameAt(parameters[group]?.[role], date),
    ...(baseUrl === undefined
      ? {}
      : { baseUrl: parseBaseUrl(baseUrl, `${config}: surfaces.${surface}.baseUrl`) }),
  });
  return format === "json" ? JSON.stringify(document, null, 2) : dump(document, { noRefs: true });
}

/** @throws UsageError if the file can't be used */
function configuredSurface(name: string, surface: Surface): FileSurface {
  const file = readConfigurationFile(process.cwd(), name);
  if (file === null) return {};
  const known = knownNames(loadCatalogue(), loadRegister());
  return validateFile(file, known).surfaces?.[surface] ?? {};
}

type ConfiguredName = NonNullable<FileSurface["parameters"]>[string][string];

/** Where names are given by version, a version without one has no such parameter, as in a run. */
function nameAt(name: ConfiguredName | undefined, date: Version): string | null | undefined {
  return typeof name === "object" && name !== null ? (name[date] ?? null) : name;
}
